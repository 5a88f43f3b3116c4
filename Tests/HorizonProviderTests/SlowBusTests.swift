import ADASISv2
import CANFrames
import Geodesy
import Horizon
import MapSketch
import Quantities
import RoadMap
import RoadMapWriter
import Testing

@testable import HorizonProvider

/// A bus that has no room for all repetitions.
@Suite struct SlowBusTests {
    /// 6 km of road whose speed limit changes every 10 m: 15 links of 400 m.
    private static func sketch() throws -> MapSketch {
        let names = Array("ABCDEFGHIJKLMNOP")
        let line = names.map(String.init).joined(separator: String(repeating: "-", count: 9))
        let roads = zip(names, names.dropFirst()).map { MapSketch.Road("\($0)\($1)") }
        return try MapSketch(line, gridMetres: 40, roads: roads) { link in
            link.attributes = (0..<40).map { number in
                Attribute(
                    .speedLimit,
                    SpeedLimit.limited(number % 2 == 0 ? 50 : 60, .kilometresPerHour)
                        .attributeValue, provenance: .tagged, from: Centimetres(number * 1000),
                    to: Centimetres((number + 1) * 1000))
            }
        }
    }

    private static func bench(
        bitRate: Int, _ change: (inout ProviderParameters) -> Void = { _ in }
    ) throws -> Bench {
        Bench(try sketch()) {
            $0.pace.bitRate = bitRate
            $0.pace.busLoadPercent = 5
            $0.pace.cyclicInterval = .milliseconds(20_000)
            $0.timing.positionLifetime = .seconds(1000)
            change(&$0)
        }
    }

    /// Drives to a place and returns what is sent in the next second.
    private static func drive(_ bench: inout Bench, to metres: Int) throws -> [Message] {
        let names = Array("ABCDEFGHIJKLMNOP")
        let number = metres / 400
        return try bench.drive(names[number], names[number + 1], Double(metres % 400))
    }

    private static func metres(_ message: Message) -> Int? {
        switch message {
        case .segment(let segment): Int(segment.offset.raw)
        case .profileLong(let profile): Int(profile.offset.raw)
        case .profileShort(let profile): Int(profile.offset.raw)
        default: nil
        }
    }

    /// What was never sent comes before what is sent again. Otherwise repetitions near the vehicle would take all the room.
    @Test func theFarEndIsSentAtSpeed() throws {
        var bench = try Self.bench(bitRate: 125_000)
        var farthest = 0
        for second in 0..<100 {
            let vehicle = 10 + 30 * second
            farthest = try Self.drive(&bench, to: vehicle).compactMap(Self.metres)
                .reduce(farthest, max)
            // The whole horizon takes 12 s at first.
            if second > 30 { #expect(farthest - vehicle > 1900, "after \(second) s") }
        }
    }

    /// A client that joins while the vehicle stands has everything after two rounds of repetitions, however long one takes.
    @Test func everythingIsSentAgainWhereTheVehicleStands() throws {
        var bench = try Self.bench(bitRate: 50_000)
        _ = try bench.drive("A", "B", 10, seconds: 60)
        let items = bench.provider.paths[0].held
        let count = items.count { $0.wasSent }
        // 6 frames a second are fewer than one round needs in 20 s.
        #expect(bench.provider.isComplete && count > 200, "\(count)")
        var seen = Set<Int>()
        for message in try bench.send(for: 110) { Self.metres(message).map { _ = seen.insert($0) } }
        let missing = items.filter { $0.wasSent && $0.metres > 10 && !seen.contains($0.metres) }
        #expect(missing.isEmpty, "\(missing.map(\.metres))")
    }

    /// A client that asks for everything as often as it can does not keep the far end off the bus.
    @Test func requestsWithoutAnEndKeepNothingOffTheBus() throws {
        var bench = try Self.bench(bitRate: 125_000)
        var last = bench.time
        var place = 0
        var farthest: [Int] = []
        for second in 0..<100 {
            place = 10 + 30 * second
            if second > 30, !bench.provider.isRepeating, bench.time - last >= .seconds(5) {
                last = bench.time
                bench.provider.repeatEverything(at: bench.time)
            }
            farthest +=
                try Self.drive(&bench, to: place).compactMap(Self.metres)
                .map { $0 - place }.max().map { [$0] } ?? []
        }
        #expect(farthest.suffix(20).max() ?? 0 > 1700, "\(farthest)")
    }

    /// What the vehicle has passed while it waited is not repeated.
    @Test func nothingIsRepeatedBehindTheVehicle() throws {
        var bench = try Self.bench(bitRate: 62_500)
        var (repeated, behind) = (0, 0)
        for second in 0..<250 {
            let place = 10 + 20 * second
            let sent = try Self.drive(&bench, to: place).filter(\.retransmission)
            repeated += sent.count
            behind += sent.compactMap(Self.metres).count { $0 < place - 25 }
        }
        #expect(repeated > 200 && behind < repeated / 20, "\(behind) of \(repeated)")
    }

    /// So the next request for everything can wait for the answer to the last one.
    @Test func anAnswerIsUnderWayUntilAllIsSentAgain() throws {
        var bench = try Self.bench(bitRate: 125_000)
        _ = try bench.drive("A", "B", 10, seconds: 40)
        #expect(bench.provider.isComplete && !bench.provider.isRepeating)
        let count = bench.provider.paths[0].held.count { $0.wasSent }
        bench.provider.repeatEverything(at: bench.time)
        #expect(bench.provider.isRepeating)
        var sent = 0
        var seconds = 0
        while bench.provider.isRepeating, seconds < 60 {
            sent += try bench.send(for: 1).count { Self.metres($0) != nil }
            seconds += 1
        }
        #expect(abs(seconds - count / 34) <= 3 && sent >= count, "\(sent) in \(seconds) s")
        // With all messages of a type it is the same.
        bench.provider.repeatMessage(.segment, counter: CyclicCounter(raw: 0), at: bench.time)
        #expect(!bench.provider.isRepeating)
        bench.provider.repeatMessage(.segment, counter: nil, at: bench.time)
        #expect(bench.provider.isRepeating)
        // What is not sent is not waited for.
        bench.tree.clear()
        try bench.provider.update(
            tree: bench.tree, vehicle: VehicleState(.offRoad, time: bench.time), at: bench.time)
        _ = try bench.send(for: 0.2)
        #expect(!bench.provider.isRepeating)
    }

    /// Requests for META-DATA do not displace the tree.
    @Test func METADATAOnRequestComesOnceASecond() throws {
        var bench = try Self.bench(bitRate: 50_000)
        _ = try bench.drive("A", "B", 10, seconds: 30)
        var times: [Double] = []
        var others = 0
        let start = bench.time
        for step in 0..<100 {
            bench.provider.repeatMessage(.metaData, counter: nil, at: bench.time)
            for message in try bench.send(for: 0.1) {
                if message.kind == .metaData { times.append(Double(step) / 10) }
                if Self.metres(message) != nil { others += 1 }
            }
        }
        #expect(bench.time - start >= .seconds(9.9))
        #expect((10...11).contains(times.count), "\(times)")
        #expect(others > 20)
    }

    /// POSITION is not sent with the current link alone, and no bits are reserved for it.
    @Test func theCurrentLinkComesAtOnceOnASlowBus() throws {
        var bench = try Self.bench(bitRate: 33_333) {
            $0.mask = MessagePreset.mini.mask
            $0.extent = MessagePreset.mini.extent
        }
        let sent = try bench.drive("A", "B", 10, seconds: 0.5)
        #expect(sent.contains { $0.kind == .segment })
        // From there to the whole tree and back, no second has more than the limit.
        var frames: [(time: Double, bits: Int)] = []
        for step in 0..<80 {
            if step % 20 == 0 {
                try bench.provider.setMask(
                    MessagePreset.all.mask, extent: step % 40 == 0 ? .fullTree : .currentLink,
                    tree: bench.tree, at: bench.time)
            }
            bench.provider.repeatEverything(at: bench.time)
            for message in try bench.send(for: 0.1) {
                let bits = bench.layout.encode(message).worstCaseBits
                frames.append((Double(step) / 10, bits))
            }
        }
        for frame in frames {
            let second = frames.filter { $0.time > frame.time - 1 && $0.time <= frame.time }
            #expect(second.reduce(0) { $0 + $1.bits } <= 1667 + 135, "at \(frame.time) s")
        }
    }

    /// A link that the vehicle may not be on any more is not sent: its limit may be untrue.
    @Test func theCurrentLinkEndsWithThePlace() throws {
        for place in [VehicleState.Place.offRoad, .noMap, .notCalibrated, .onPath] {
            var bench = try Self.bench(bitRate: 500_000) {
                $0.extent = .currentLink
                $0.timing.positionLifetime = .milliseconds(10_000)
            }
            #expect(try bench.drive("A", "B", 10).contains { $0.kind == .segment })
            // The last one is of a fix that is too old.
            let time = place == .onPath ? bench.time - .milliseconds(10_001) : bench.time
            try bench.provider.update(
                tree: bench.tree, vehicle: VehicleState(place, time: time), at: bench.time)
            #expect(try bench.send(for: 3).allSatisfy { $0.kind == .metaData })
            #expect(try bench.drive("A", "B", 20).contains { $0.kind == .segment })
        }
    }
}
