import ADASISv2
import CANDatabase
import CANFrames
import Horizon
import MapSketch
import Quantities
import RoadMap
import Testing

@testable import HorizonProvider

/// What is said again at once, without a tick in between, and what it does to what was chosen.
@Suite struct RepetitionTests {
    private static func bench(
        _ change: (inout ProviderParameters) -> Void = { _ in }
    ) throws -> Bench {
        var bench = Bench(try ProviderTests.sketch()) {
            $0.timing.positionLifetime = .seconds(1000)
            change(&$0)
        }
        _ = try bench.drive("A", "B", 10, seconds: 12)
        let isComplete = bench.provider.isComplete
        #expect(isComplete)
        return bench
    }

    /// What goes without another tick.
    private static func all(_ bench: inout Bench) throws -> [Message] {
        var sent: [Message] = []
        for _ in 0..<20_000 where sent.count < 500 {
            if let frame = bench.provider.nextFrame(at: bench.time) {
                bench.provider.frameWasSent(at: bench.time)
                sent.append(try #require(try bench.layout.decode(frame)))
            }
            bench.time = bench.time + Nanoseconds(100_000)
        }
        return sent
    }

    private static let changes: [@Sendable (inout Bench) throws -> Void] = [
        { $0.provider.repeatEverything(at: $0.time) },
        { $0.provider.repeatMessage(.metaData, counter: nil, at: $0.time) },
        {
            try $0.provider.update(
                tree: $0.tree, vehicle: VehicleState(.onPath, time: $0.time), at: $0.time)
        },
    ]

    @Test(arguments: changes.indices)
    func whatWasChosenBeforeDoesNotCount(number: Int) throws {
        var bench = try Self.bench()
        bench.provider.tick(at: bench.time)
        let frame = bench.provider.nextFrame(at: bench.time)
        let chosen = try #require(frame)
        try Self.changes[number](&bench)
        #expect(bench.provider.picked == nil)
        bench.provider.frameWasSent(at: bench.time)
        let sent = try Self.all(&bench)
        let first = try #require(try bench.layout.decode(chosen))
        #expect(first.kind == .position)
        #expect(
            sent.first { $0.kind == .position }?.cyclicCounter == first.cyclicCounter)
    }

    @Test func everythingAtOnce() throws {
        var bench = try Self.bench()
        let mask = bench.provider.mask
        let count = bench.provider.paths.reduce(0) { count, path in
            count + path.held.count { mask.allows($0.message) }
        }
        bench.provider.repeatEverything(at: bench.time)
        let sent = try Self.all(&bench)
        #expect(sent.first?.kind == .metaData)
        #expect(sent.count { $0.kind != .metaData } == count)
        #expect(count > 20)
        // META-DATA as fast as at the start, although it was only asked for before.
        bench = try Self.bench()
        bench.provider.repeatMessage(.metaData, counter: nil, at: bench.time)
        bench.provider.repeatEverything(at: bench.time)
        let start = bench.time
        let first = try Self.all(&bench)
        #expect(first.first?.kind == .metaData)
        let last = try #require(bench.provider.nextMetaData)
        #expect(last - start < .seconds(2.6))
    }

    @Test func METADATAThatIsAskedForComesAtOnceAndOnce() throws {
        var bench = try Self.bench()
        bench.provider.repeatMessage(.metaData, counter: nil, at: bench.time)
        let start = bench.time
        #expect(try Self.all(&bench).map(\.kind) == [.metaData])
        #expect(bench.provider.nextMetaData == start + .seconds(5))
    }

    @Test func theCurrentLinkAtOnce() throws {
        var bench = try Self.bench { $0.extent = .currentLink }
        func next() -> MonotonicTime? { bench.provider.currentLink.nextTime }
        let usual = try #require(next())
        #expect(usual > bench.time)
        for kind in [MessageKind.stub, .profileShort, .profileLong] {
            bench.provider.repeatMessage(kind, counter: nil, at: bench.time)
            #expect(next() == usual)
        }
        bench.provider.repeatMessage(.segment, counter: nil, at: bench.time)
        #expect(next() == bench.time)
        bench = try Self.bench { $0.extent = .currentLink }
        bench.provider.repeatEverything(at: bench.time)
        #expect(next() == bench.time)
    }

    @Test func aRequestIsServedAtOnce() throws {
        var bench = try Self.bench()
        let stubs = bench.provider.paths.reduce(0) { count, path in
            count + path.held.count { $0.series == .stub }
        }
        bench.provider.repeatMessage(.stub, counter: nil, at: bench.time)
        let sent = try Self.all(&bench)
        #expect(sent.count { $0.kind == .stub } == stubs && stubs > 2)
        #expect(sent.allSatisfy { $0.kind == .stub || $0.kind == .metaData })
    }

    @Test func theLastOneOfACounterAmongThoseThatWereSent() throws {
        var bench = try Self.bench()
        func item(_ metres: Int, _ time: Int64?) -> HeldItem {
            var item = HeldItem(
                message: .segment(SegmentMessage()), metres: metres, series: .segment)
            item.due = .no
            item.sent = time == nil ? nil : item.message
            item.sentTime = .zero + Nanoseconds(time ?? 0)
            return item
        }
        func asked(_ items: [HeldItem], _ counter: UInt8?) -> [Int] {
            bench.provider.paths[0].held = items
            for path in bench.provider.paths.indices.dropFirst() {
                bench.provider.paths[path].held = []
            }
            bench.provider.repeatMessage(
                .segment, counter: counter.map { CyclicCounter(raw: $0) }, at: bench.time)
            return bench.provider.paths[0].held.filter { $0.due == .now }.map(\.metres)
        }
        #expect(asked([item(1, nil), item(2, 0)], 0) == [2])
        #expect(asked([item(1, nil), item(2, 0), item(3, 0)], nil) == [2, 3])
        #expect(asked([item(1, 5), item(2, 7), item(3, 6)], 0) == [2])
        // Of one time the first.
        #expect(asked([item(1, 5), item(2, 5)], 0) == [1])
        #expect(asked([item(1, 5), item(2, 5)], 1) == [])
    }

    @Test func whatTheMaskLetsThroughAgainIsSaidAgain() throws {
        var bench = try Self.bench()
        let all = bench.provider.mask
        var few = all
        few.set(LongProfileType.linkIdentifier, to: false)
        func set(_ mask: MessageMask) throws -> [Message] {
            try bench.provider.setMask(mask, extent: .fullTree, tree: bench.tree, at: bench.time)
            return try Self.all(&bench).filter { $0.kind != .metaData }
        }
        #expect(try set(few).isEmpty)
        let again = try set(all)
        #expect(again.count == bench.tree.paths.reduce(0) { $0 + $1.links.count })
        #expect(again.allSatisfy { $0.retransmission })
        #expect(try set(all).isEmpty)
    }

    @Test func POSITIONMentionsTheMainPath() throws {
        // For twelve seconds nothing but POSITION spoke of it.
        var bench = try Self.bench()
        _ = try bench.send(for: 12)
        let main = bench.provider.paths[0].index
        let item = try #require(bench.provider.paths[0].held.first { $0.series == .segment })
        bench.provider.repeatMessage(.segment, counter: item.sentCounter, at: bench.time)
        // Side paths are named again every eight seconds, by their STUBs.
        let sent = try bench.send(for: 1).filter {
            ![.metaData, .position, .stub].contains($0.kind)
        }
        #expect(sent.map(\.kind) == [.segment])
        if case .segment(let segment)? = sent.first { #expect(segment.pathIndex == main) }
        // Other paths are mentioned by what is said of them.
        let before = try #require(bench.provider.paths[1].mentioned)
        bench.provider.repeatItems(of: 1)
        bench.provider.refresh(at: bench.time)
        let start = bench.time
        _ = try Self.all(&bench)
        #expect(try before < start && #require(bench.provider.paths[1].mentioned) >= start)
    }

    @Test func whatIsSaidAgainForAPlaceIsARetransmissionOnlyOfThat() throws {
        var bench = Bench(try RequestTests.sketch()) { $0.mask = MessagePreset.default.mask }
        for metres in [0.0, 150, 350] { _ = try bench.drive("A", "B", metres) }
        for isAgain in [false, true, true] {
            bench.provider.repeatMessage(.segment, counter: nil, at: bench.time)
            let segments = try Self.all(&bench).compactMap { message -> SegmentMessage? in
                if case .segment(let segment) = message { segment } else { nil }
            }
            // The one that holds where the trailing length ends began 50 m before.
            #expect(segments.first?.offset.raw == 250)
            #expect(segments.map(\.retransmission) == [isAgain] + Array(repeating: true, count: 4))
        }
    }

    @Test func aPathIsKnownOnceASTUBHasNamedItsIndex() throws {
        var bench = Bench(try ProviderTests.sketch())
        _ = try bench.drive("A", "B", 10, seconds: 0)
        let side = try #require(bench.provider.paths.last)
        let item = try #require(
            bench.provider.paths[0].held.firstIndex { $0.branch == side.id })
        if case .stub(var stub) = bench.provider.paths[0].held[item].message {
            stub.subPathIndex = .noFurtherData
            bench.provider.paths[0].held[item].message = .stub(stub)
        }
        _ = try bench.send(for: 1)
        #expect(bench.provider.paths.map(\.isAnnounced) == [true, true, true, false])
    }

    @Test func trailersCount() throws {
        let counter = SignalBits(startBit: 64, width: 4, byteOrder: .intel)
        let messages = try Layout(.adasis).messages.filter { $0.kind == .position }.map {
            try MessageLayout(
                kind: $0.kind, identifier: $0.identifier, frameLength: 12, isFD: true,
                signals: $0.signals, profileTypes: $0.profileTypes,
                trailer: Trailer(
                    counter: counter,
                    checksum: SignalBits(startBit: 72, width: 8, byteOrder: .intel),
                    algorithm: .crc8H2F))
        }
        let layout = try Layout(messages: messages)
        var bench = Bench(try ProviderTests.sketch()) { $0.layout = layout }
        _ = try bench.drive("A", "B", 10, seconds: 0)
        var counters: [UInt64?] = []
        for _ in 0..<3 {
            bench.provider.tick(at: bench.time)
            let frame = bench.provider.nextFrame(at: bench.time)
            counters.append(frame.flatMap { layout.aliveCounter(of: $0) })
            // One that the bus did not take is not counted.
            let again = bench.provider.nextFrame(at: bench.time)
            #expect(again == frame)
            bench.provider.frameWasSent(at: bench.time)
        }
        #expect(counters == [0, 1, 2])
    }
}
