import ADASISv2
import CANFrames
import MapSketch
import Quantities
import RoadMap
import Routing
import Testing

@testable import Horizon
@testable import HorizonProvider

/// Which frame comes next, and when: what has to keep to the budget and what has not.
@Suite struct FrameChoiceTests {
    /// 5,000 bits a second, all of which may go at once.
    private static func bench(
        _ change: (inout ProviderParameters) -> Void = { _ in }
    ) throws -> Bench {
        Bench(try FurnishedRoads.sketch()) {
            $0.pace.busLoadPercent = 1
            $0.pace.packageSize = 100
            $0.pace.packageInterval = .milliseconds(1000)
            $0.timing.positionCandidates = 2
            $0.timing.positionLifetime = .seconds(1000)
            change(&$0)
        }
    }

    /// One that has sent everything by now, 22 seconds after its start.
    private static func settled(
        _ change: (inout ProviderParameters) -> Void = { _ in }
    ) throws -> Bench {
        var bench = try bench(change)
        _ = try bench.drive("A", "C", 5, seconds: 22)
        let isComplete = bench.provider.isComplete
        #expect(isComplete)
        return bench
    }

    private static func next(_ bench: inout Bench) throws -> MessageKind? {
        guard let frame = bench.provider.nextFrame(at: bench.time) else { return nil }
        bench.provider.frameWasSent(at: bench.time)
        return try bench.layout.decode(frame)?.kind
    }

    /// All that goes at this moment.
    private static func all(_ bench: inout Bench) throws -> [MessageKind] {
        var sent: [MessageKind] = []
        while let kind = try next(&bench) { sent.append(kind) }
        return sent
    }

    /// Lets nothing of the budget be left.
    private static func exhaust(_ bench: inout Bench) throws {
        for path in bench.provider.paths.indices { bench.provider.repeatItems(of: path) }
        bench.provider.refresh(at: bench.time)
        #expect(try all(&bench).count == 25)
        for path in bench.provider.paths.indices {
            for item in bench.provider.paths[path].held.indices {
                bench.provider.paths[path].held[item].due = .no
            }
        }
        bench.provider.refresh(at: bench.time)
    }

    /// 25 frames a second are for META-DATA in turn, and for the tree what is left of them: at the start ten META-DATA
    /// are among them.
    @Test(
        arguments: [(5_050_000_000, 15), (5_500_000_000, 20), (6_000_000_000, 25)]
            as [(Int64, Int)])
    func METADATAAtTheStartIsOfTheTree(time: Int64, count: Int) throws {
        var bench = try Self.bench { $0.timing.metaDataStartInterval = .milliseconds(100) }
        for step in 0...50 {
            bench.time = .zero + .milliseconds(Int64(step) * 100)
            #expect(try Self.all(&bench) == [.metaData])
        }
        bench.time = MonotonicTime(nanoseconds: time)
        let place = LinkPlace(try bench.sketch.link("A", "C"), offset: Metres(5))
        try bench.tree.advance(to: place)
        try bench.provider.update(
            tree: bench.tree, vehicle: VehicleState(.onPath, time: bench.time), at: bench.time)
        bench.provider.tick(at: bench.time)
        let sent = try Self.all(&bench)
        #expect(sent.first == .position)
        #expect(sent.dropFirst().count { $0 != .position } == count)
    }

    @Test func theFirstMETADATAIsOfTheTree() throws {
        var bench = try Self.bench()
        _ = try bench.drive("A", "C", 5, seconds: 0)
        bench.provider.tick(at: bench.time)
        let sent = try Self.all(&bench)
        #expect(sent.prefix(2) == [.metaData, .position])
        #expect(sent.count == 1 + 25)
    }

    @Test func whatComesOutOfTurnWaitsForTheBudget() throws {
        var bench = try Self.settled()
        try Self.exhaust(&bench)
        // The best place's POSITION does not wait. META-DATA in turn or on request does, and all behind it.
        let second = bench.time + .seconds(1)
        var inTurn = bench
        inTurn.provider.nextMetaData = bench.time
        var asked = bench
        asked.provider.repeatMessage(.metaData, counter: nil, at: bench.time)
        for var waiting in [inTurn, asked] {
            waiting.provider.repeatMessage(.segment, counter: nil, at: bench.time)
            #expect(try Self.all(&waiting) == [])
            #expect(waiting.provider.nextFrameTime(after: bench.time) == second)
            waiting.provider.tick(at: bench.time)
            #expect(try Self.all(&waiting) == [.position])
            waiting.time = second
            #expect(try Self.next(&waiting) == .metaData)
        }
        // The first announcement has the room that was kept for it, even where META-DATA in turn came just before.
        bench.provider.repeatEverything(at: bench.time)
        #expect(try Self.all(&bench) == [.metaData])
        bench.provider.repeatEverything(at: bench.time)
        #expect(try Self.all(&bench) == [])
        #expect(bench.provider.nextFrameTime(after: bench.time) == second)
        bench.provider.tick(at: bench.time)
        #expect(try Self.all(&bench) == [.position])
        bench.time = second
        #expect(try Self.next(&bench) == .metaData)
    }

    /// META-DATA in turn takes nothing of what is kept for an announcement: here the tree uses all of its bits beside it.
    @Test func anAnnouncementJustAfterMETADATAInTurnDoesNotWait() throws {
        var bench = try Self.settled()
        bench.provider.nextMetaData = bench.time
        for path in bench.provider.paths.indices { bench.provider.repeatItems(of: path) }
        bench.provider.refresh(at: bench.time)
        let sent = try Self.all(&bench)
        #expect(sent.first == .metaData && sent.count == 25)
        bench.provider.repeatEverything(at: bench.time)
        #expect(try Self.all(&bench) == [.metaData])
    }

    /// For five seconds after an announcement it comes fast. Then as later it waits for the bits of the tree, and the
    /// next announcement for nothing.
    @Test(arguments: [4_999_999_999, 5_000_000_000] as [Int64])
    func METADATAAfterAnAnnouncementWaitsForTheBudget(after: Int64) throws {
        var bench = try Self.settled()
        bench.provider.repeatEverything(at: bench.time)
        let start = bench.time
        #expect(try Self.next(&bench) == .metaData)
        bench.time = start + .seconds(4.5)
        bench.provider.nextMetaData = start + Nanoseconds(after)
        try Self.exhaust(&bench)
        bench.time = start + Nanoseconds(after)
        #expect(
            bench.provider.nextFrameTime(after: start + .seconds(4.6)) == start + .seconds(5.5))
        #expect(try Self.all(&bench) == [])
        var announced = bench
        announced.provider.repeatEverything(at: bench.time)
        #expect(try Self.next(&announced) == .metaData)
        bench.time = start + .seconds(5.5)
        #expect(try Self.next(&bench) == .metaData)
    }

    @Test func METADATAOutOfTurnIsCounted() throws {
        var bench = try Self.settled { $0.extent = .currentLink }
        var sent: [MessageKind] = []
        for _ in 0..<40 {
            bench.provider.repeatEverything(at: bench.time)
            sent += try Self.all(&bench)
        }
        // Both keep to the budget, of which one second has room for 37: there is no POSITION. One went just before. One more
        // META-DATA has the room of the one in turn.
        #expect(sent.count { $0 == .metaData } == 19)
        // The current link waits for META-DATA, unless there is none.
        #expect(sent.count { $0 == .segment } == 17)
        var mask = bench.provider.mask
        mask.set(.metaData, to: false)
        try bench.provider.setMask(mask, extent: .currentLink, tree: bench.tree, at: bench.time)
        #expect(try Self.all(&bench) == [])
        let later = try #require(bench.provider.nextFrameTime(after: bench.time))
        #expect(later > bench.time)
        bench.time = later
        #expect(try Self.all(&bench) == [.segment])
    }

    @Test func theCurrentLinkKeepsToTheBudget() throws {
        var bench = try Self.settled { $0.extent = .currentLink }
        bench.provider.nextMetaData = bench.time + .seconds(5)
        var sent = 0
        for _ in 0..<40 {
            bench.provider.repeatMessage(.segment, counter: nil, at: bench.time)
            sent += try Self.all(&bench).count
        }
        // 5,000 bits less one META-DATA, in frames of 135, and one went just before. There is no POSITION.
        #expect(sent == 35)
        let later = try #require(bench.provider.nextFrameTime(after: bench.time))
        #expect(later > bench.time)
    }

    @Test func anotherCandidateWaitsForTheBudget() throws {
        var bench = try Self.settled()
        bench.provider.paths[1].known = true
        bench.provider.vehicle.alternatives = [
            VehicleState.Alternative(
                path: bench.provider.paths[1].id, offset: Metres(1), relativeHeading: nil,
                probability: 0.2)
        ]
        bench.provider.vehicle.time = bench.time
        try Self.exhaust(&bench)
        bench.provider.tick(at: bench.time)
        #expect(try Self.all(&bench) == [.position])
        let second = bench.time + .seconds(1)
        #expect(bench.provider.nextFrameTime(after: bench.time) == second)
        #expect(bench.provider.isPositionDue && !bench.provider.isComplete)
        bench.time = second
        bench.provider.nextMetaData = bench.time + .seconds(5)
        #expect(try Self.all(&bench) == [.position])
        #expect(!bench.provider.isPositionDue && bench.provider.isComplete)
    }

    @Test func whatTheMaskHoldsBackIsNotWaitedFor() throws {
        var bench = try Self.settled()
        #expect(bench.provider.nextFrameTime(after: bench.time) == bench.provider.nextMetaData)
        var mask = bench.provider.mask
        bench.provider.tick(at: bench.time)
        #expect(bench.provider.isPositionDue && !bench.provider.isComplete)
        #expect(bench.provider.nextFrameTime(after: bench.time) == bench.time)
        mask.set(.position, to: false)
        try bench.provider.setMask(mask, extent: .fullTree, tree: bench.tree, at: bench.time)
        #expect(!bench.provider.isPositionDue && bench.provider.isComplete)
        #expect(bench.provider.nextFrameTime(after: bench.time) == bench.provider.nextMetaData)
        #expect(try Self.all(&bench) == [])
        mask.set(.metaData, to: false)
        try bench.provider.setMask(mask, extent: .fullTree, tree: bench.tree, at: bench.time)
        #expect(bench.provider.nextFrameTime(after: bench.time) == nil)
        // Nor META-DATA that is asked for.
        bench.provider.repeatEverything(at: bench.time)
        for path in bench.provider.paths.indices { bench.provider.paths[path].held = [] }
        bench.provider.refresh(at: bench.time)
        #expect(bench.provider.nextFrameTime(after: bench.time) == nil)
        var link = try Self.bench {
            $0.extent = .currentLink
            $0.mask.set(.segment, to: false)
        }
        let sent = try link.drive("A", "C", 5, seconds: 0.2)
        #expect(sent.map(\.kind) == [.metaData])
        #expect(link.provider.currentLink.nextTime != nil)
        #expect(link.provider.nextFrameTime(after: link.time) == link.provider.nextMetaData)
        link.provider.nextMetaData = link.time + .seconds(1)
        #expect(try Self.all(&link) == [])
    }

    @Test func aFrameCountsOnceAndOnlyIfItWasTheLast() throws {
        var bench = try Self.bench()
        _ = try bench.drive("A", "C", 5, seconds: 0)
        bench.provider.tick(at: bench.time)
        _ = bench.provider.nextFrame(at: bench.time)
        bench.provider.frameWasSent(at: bench.time)
        bench.provider.frameWasSent(at: bench.time)
        _ = try Self.all(&bench)
        // The bits of the tree are for META-DATA too.
        bench.time = bench.time + .seconds(1)
        var counters: [Int] = []
        for _ in 0..<3 {
            bench.provider.nextMetaData = bench.time
            let frame = bench.provider.nextFrame(at: bench.time)
            let message = try frame.flatMap { try bench.layout.decode($0) }
            counters.append(Int(try #require(message).cyclicCounter.raw))
            bench.provider.frameWasSent(at: bench.time)
        }
        #expect(counters == [1, 2, 3])
        _ = try Self.all(&bench)
        // What was chosen for the bus and is not any more.
        bench.provider.tick(at: bench.time)
        _ = bench.provider.nextFrame(at: bench.time)
        #expect(bench.provider.picked != nil)
        bench.provider.dueCandidate = nil
        let nothing = bench.provider.nextFrame(at: bench.time)
        #expect(nothing == nil && bench.provider.picked == nil)
    }

    @Test func whatHoldsNoMoreIsNotSent() throws {
        var bench = try Self.settled()
        var message = ProfileShortMessage(
            profileType: .slopeLinear, pathIndex: .first,
            offset: OffsetCode(metresFromPathStart: 10))
        message.value0 = ProfileValueCode(slopePercent: 1)
        message.value1 = ProfileValueCode(slopePercent: 2)
        message.distance1 = try #require(ProfileDistanceCode(metres: 40))
        bench.provider.paths[0].held = [
            HeldItem(
                message: .profileShort(message), metres: 10,
                series: Series(ShortProfileType.slopeLinear))
        ]
        bench.provider.paths[0].at.startDistance = Centimetres(-30_000)
        bench.provider.refresh(at: bench.time)
        #expect(!bench.provider.isComplete)
        #expect(try Self.all(&bench) == [])
        #expect(bench.provider.paths[0].held[0].due == .no && bench.provider.isComplete)
    }
}
