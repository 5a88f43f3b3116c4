import ADASISv2
import Horizon
import MapSketch
import Quantities
import Routing
import Testing

@testable import HorizonProvider

/// When a path is given up, and when its index can be taken again.
@Suite struct PathReleaseTests {
    /// How many indexes could be taken, once they have rested, so far on.
    private func freeCount(_ bench: Bench, after metres: Double) -> Int {
        bench.provider.pool.freeCount(
            at: bench.time + .milliseconds(10_000),
            progress: bench.provider.progress + Metres(metres))
    }

    @Test func aRoadThatWasPassedIsGivenUpAfter50Metres() throws {
        var bench = Bench(try ProviderTests.sketch())
        _ = try bench.drive("A", "B", 100)
        #expect(bench.provider.paths.count == 4)
        #expect(freeCount(bench, after: 0) == 52)
        _ = try bench.drive("B", "C", 20)
        let start = try #require(bench.tree.paths.dropFirst().first).startDistance
        // To the centimetre: the two roads of the crossing are 50 m behind, and then farther.
        let to50 = 20 + (Double(start.value) + 5000) / 100
        _ = try bench.drive("B", "C", to50)
        #expect(bench.tree.paths.dropFirst().first?.startDistance == Centimetres(-5000))
        #expect(bench.provider.paths.count == 4)
        _ = try bench.drive("B", "C", to50 + 0.01)
        #expect(bench.provider.paths.count == 2)
        // Their indexes rest for some way too.
        #expect(freeCount(bench, after: 59) == 52)
        #expect(freeCount(bench, after: 60) == 54)
    }

    /// A road is given up to the centimetre, and its STUB stands at a whole metre: of ten places of the same road,
    /// some STUBs are not behind yet. None may name an index that another path can have.
    @Test func theSTUBOfARoadThatIsGivenUpIsNotSent() throws {
        var stubs = 0
        for tenth in 0..<10 {
            var bench = Bench(try ProviderTests.sketch())
            _ = try bench.drive("A", "B", 100 + Double(tenth) / 10, seconds: 0)
            _ = try bench.drive("B", "C", 20, seconds: 0)
            let start = try #require(bench.tree.paths.dropFirst().first).startDistance
            let to50 = 20 + (Double(start.value) + 5000) / 100
            _ = try bench.drive("B", "C", to50 + 0.01, seconds: 0)
            for message in try bench.send(for: 1) {
                guard case .stub(let stub) = message else { continue }
                stubs += 1
                #expect(
                    !stub.subPathIndex.isNormal
                        || bench.provider.paths.contains { $0.index == stub.subPathIndex },
                    "\(tenth)")
            }
        }
        #expect(stubs > 0)
    }

    @Test func whereTheCarIsFoundElsewhereTheTimeAloneCounts() throws {
        var bench = Bench(try ProviderTests.sketch())
        _ = try bench.drive("A", "B", 100)
        _ = try bench.drive("B", "A", 40)
        #expect(bench.provider.paths.count == 1)
        #expect(freeCount(bench, after: 0) == 55)
    }

    /// Found elsewhere again and again, faster than indexes rest: clients hold all 56 main paths.
    @Test func withoutARestedIndexThePositionIsNotCalibrated() throws {
        var bench = Bench(try ProviderTests.sketch()) { $0.extent = .mainPath }
        func drive(_ step: Int) throws -> PositionMessage? {
            let ways: [(Character, Character)] = [("A", "B"), ("B", "A")]
            let (from, to) = ways[step % 2]
            return try bench.drive(from, to, 30, seconds: 0.1).compactMap {
                if case .position(let position) = $0 { position } else { nil }
            }.last
        }
        for step in 0..<56 {
            #expect(try drive(step)?.pathIndex == PathIndex(normal: 8 + step))
        }
        var waits = 0
        while let position = try drive(56 + waits), position.pathIndex == .notCalibrated {
            #expect(position.offset == .notAvailable)
            waits += 1
        }
        // The first one was named for the last time just before the second.
        #expect((44...46).contains(waits), "\(waits)")
        #expect(bench.provider.paths.map(\.index) == [.first])
    }

    /// Clients hold what was around the place that they saw last, however often it is another one until
    /// they see the vehicle again.
    @Test func aPathThatBeginsWhileThePlaceIsNotReportedHasNoIndexUntilItIs() throws {
        var bench = Bench(try ProviderTests.sketch())
        _ = try bench.drive("A", "B", 100)
        let around = bench.provider.paths.map(\.index)
        #expect(around.count == 4)
        func begin(_ from: Character, _ to: Character, _ place: VehicleState.Place) throws
            -> [Message]
        {
            try bench.tree.begin(
                at: LinkPlace(try bench.sketch.link(from, to), offset: Metres(30)), moment: nil)
            try bench.provider.update(
                tree: bench.tree, vehicle: VehicleState(place, time: bench.time), at: bench.time)
            return try bench.send(for: 1)
        }
        for (from, to): (Character, Character) in [("B", "D"), ("C", "B"), ("E", "B")] {
            let sent = try begin(from, to, .notCalibrated)
            #expect(sent.allSatisfy { $0.kind == .position || $0.kind == .metaData })
            #expect(bench.provider.paths.isEmpty)
        }
        let sent = try begin("B", "A", .onPath)
        #expect(sent.first { $0.kind != .metaData }?.kind == .position)
        #expect(sent.contains { $0.kind == .segment })
        #expect(bench.provider.paths.allSatisfy { !around.contains($0.index) })
    }

    /// Clients who do not know where the vehicle is have no use for it.
    @Test func nothingIsSaidOfPathsWhileThePlaceIsNotReported() throws {
        var bench = Bench(try ProviderTests.sketch())
        _ = try bench.drive("A", "B", 100, seconds: 0.1)
        try bench.provider.update(
            tree: bench.tree, vehicle: VehicleState(.notCalibrated, time: bench.time),
            at: bench.time)
        _ = try bench.send(for: 0.1)
        bench.provider.repeatEverything(at: bench.time)
        let sent = try bench.send(for: 1)
        #expect(sent.allSatisfy { $0.kind == .position || $0.kind == .metaData })
        #expect(try bench.drive("A", "B", 101).contains { $0.kind == .segment })
    }

    @Test func afterTheCurrentLinkAloneNothingIsSaidOfPathsBeforePOSITION() throws {
        var bench = Bench(try ProviderTests.sketch())
        _ = try bench.drive("A", "B", 100)
        let all = MessagePreset.all.mask
        try bench.provider.setMask(
            all, extent: .currentLink, tree: bench.tree, at: bench.time)
        #expect(bench.provider.paths.isEmpty)
        _ = try bench.send(for: 0.3)
        try bench.provider.setMask(all, extent: .fullTree, tree: bench.tree, at: bench.time)
        for _ in 0..<20 {
            guard let frame = bench.provider.nextFrame(at: bench.time) else { break }
            #expect(try bench.layout.decode(frame)?.kind == .metaData)
            bench.provider.frameWasSent(at: bench.time)
        }
        #expect(try bench.send(for: 0.3).first?.kind == .position)
    }
}
