import ADASISv2
import Horizon
import HorizonProvider
import HorizonReconstructor
import Quantities
import Testing

/// What clients may have forgotten is said again.
@Suite struct ForgettingTests {
    private func tree(_ messages: [Message]) -> [Message] {
        messages.filter { $0.kind != .position && $0.kind != .metaData }
    }

    private func lastPath(_ messages: [Message]) -> PathIndex? {
        messages.compactMap {
            if case .position(let position) = $0 { position.pathIndex } else { nil }
        }.last
    }

    /// Drives, loses the fix, and is back a while later; says what is sent then.
    private func away(seconds: Double) throws -> (first: [Message], again: [Message]) {
        var bench = Bench(try ProviderTests.sketch())
        let first = tree(try bench.drive("A", "B", 10))
        // A fix is good for ten seconds; POSITION goes on without a path.
        let lost = try bench.send(for: 9 + seconds)
        #expect(lastPath(lost) == .notCalibrated)
        return (first, tree(try bench.drive("A", "B", 12)))
    }

    @Test func afterMoreThanTenSecondsOffThePathsAllIsSentAgain() throws {
        let (first, again) = try away(seconds: 10.5)
        #expect(again.count == first.count)
        #expect(again.allSatisfy { $0.retransmission })
        var client = HorizonReconstructor()
        var time = MonotonicTime.zero
        var position = PositionMessage(
            pathIndex: .first, offset: OffsetCode(metresFromPathStart: 12))
        position.positionAge = PositionAgeCode(.zero)
        client.ingest(.position(position), at: time)
        for message in again {
            time = time + .milliseconds(1)
            client.ingest(message, at: time)
        }
        #expect(client.tree.paths.count == 4)
    }

    @Test func andNotAfterLess() throws {
        let (first, again) = try away(seconds: 8)
        #expect(again.count < first.count)
    }

    @Test func offTheRoadEveryPathIsANewOne() throws {
        var bench = Bench(try ProviderTests.sketch())
        let first = tree(try bench.drive("A", "B", 10))
        bench.tree.clear()
        for _ in 0..<12 {
            try bench.provider.update(
                tree: bench.tree, vehicle: VehicleState(.offRoad, time: bench.time), at: bench.time)
            let sent = try bench.send(for: 1)
            #expect(lastPath(sent) == .offRoad)
        }
        let again = tree(try bench.drive("A", "B", 10))
        #expect(again.count == first.count)
        #expect(again.allSatisfy { !$0.retransmission })
    }

    @Test func withoutPOSITIONForTwoSecondsThereIsNoHorizon() throws {
        for pause in [1.8, 2.2] {
            var bench = Bench(try ProviderTests.sketch())
            let first = tree(try bench.drive("A", "B", 10))
            // The bus takes nothing: its time goes by without a tick.
            bench.time = bench.time + .seconds(pause)
            let again = tree(try bench.drive("A", "B", 12))
            #expect(again.count == (pause > 2 ? first.count : 0))
        }
    }

    /// The first POSITION after the silence may be on no path. Clients hold nothing all the same.
    @Test func aPOSITIONOnNoPathAfterTwoSecondsBringsNothingBack() throws {
        for pause in [1.8, 2.2] {
            var bench = Bench(try ProviderTests.sketch())
            let first = tree(try bench.drive("A", "B", 10))
            bench.time = bench.time + .seconds(pause)
            try bench.provider.update(
                tree: bench.tree, vehicle: VehicleState(.notCalibrated, time: bench.time),
                at: bench.time)
            #expect(lastPath(try bench.send(for: 0.5)) == .notCalibrated)
            let again = tree(try bench.drive("A", "B", 12))
            #expect(again.count == (pause > 2 ? first.count : 0))
        }
    }

    /// Clients have dropped META-DATA too: it comes at once, wherever the POSITION is.
    @Test(arguments: [true, false])
    func afterASilenceMETADATAComesAtOnce(isOnPath: Bool) throws {
        for pause in [1.8, 2.2] {
            var bench = Bench(try ProviderTests.sketch())
            // One has just come, in turn.
            for _ in 0..<20 { _ = try bench.drive("A", "B", 10) }
            var isInTurn = false
            while !isInTurn {
                isInTurn = try bench.drive("A", "B", 10, seconds: 0.1).contains {
                    $0.kind == .metaData
                }
            }
            bench.time = bench.time + .seconds(pause)
            let vehicle = VehicleState(isOnPath ? .onPath : .notCalibrated, time: bench.time)
            try bench.provider.update(tree: bench.tree, vehicle: vehicle, at: bench.time)
            let messages = try bench.send(for: 0.1)
            #expect(messages.contains { $0.kind == .metaData } == (pause > 2))
        }
    }
}
