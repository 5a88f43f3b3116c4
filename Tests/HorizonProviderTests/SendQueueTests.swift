import ADASISv2
import Quantities
import Testing

@testable import Horizon
@testable import HorizonProvider

/// The order in which waiting items go.
@Suite struct SendQueueTests {
    private static func item(
        _ metres: Int, _ series: Series = .segment, _ due: Urgency = .now
    ) -> HeldItem {
        var item = HeldItem(message: .segment(SegmentMessage()), metres: metres, series: series)
        item.due = due
        return item
    }

    /// The vehicle is 100 m along the main path; a side path leaves it 60 m ahead, another one leaves
    /// that at once.
    private static func paths() -> [WirePath] {
        [(0, -100), (1, 60), (2, 60)].map { level, start in
            var path = WirePath(id: PathID(number: UInt64(level + 1)), index: .first)
            path.at.level = level
            path.at.parent = level > 0 ? PathID(number: 1) : nil
            path.at.startDistance = Centimetres(start * 100)
            path.known = true
            return path
        }
    }

    /// What of a path is sent, however far.
    private static func filter(
        _ path: WirePath, _ extent: ProviderParameters.Extent
    ) -> ItemFilter {
        var parameters = ProviderParameters()
        parameters.levels = [LevelParameters(reach: Metres(100_000))]
        let scope = TransmissionScope(
            MessagePreset.all.mask, extent, layout: parameters.layout)
        return ItemFilter(scope, path, parameters)
    }

    private static func all(_ path: WirePath) -> ItemFilter { filter(path, .fullTree) }

    /// The next one, as path/item.
    private static func next(_ queue: inout SendQueue, _ paths: [WirePath]) -> String? {
        queue.first(in: paths).map { "\($0.path)/\($0.item)" }
    }

    /// Each item that is sent, as path/item.
    private static func order(_ paths: [WirePath], roads: Int = 0) -> [String] {
        var paths = paths
        var queue = SendQueue()
        queue.gather(from: paths, roadsWithin: roads, Self.all)
        var order: [String] = []
        while let next = queue.first(in: paths) {
            order.append("\(next.path)/\(next.item)")
            paths[next.path].held[next.item].due = .no
        }
        #expect(!queue.hasMore(in: paths))
        return order
    }

    @Test func nearBeforeFarAndParentsFirst() {
        var paths = Self.paths()
        paths[0].held = [Self.item(40), Self.item(100), Self.item(160), Self.item(161)]
        paths[1].held = [Self.item(0), Self.item(1)]
        paths[2].held = [Self.item(0)]
        // What lies behind is as near as what is right here.
        #expect(Self.order(paths) == ["0/0", "0/1", "0/2", "1/0", "2/0", "0/3", "1/1"])
    }

    /// Otherwise the far end would never be sent where the bus has no room for repetitions.
    @Test func whatClientsLackComesBeforeRepetitions() {
        var paths = Self.paths()
        paths[0].held = [
            Self.item(100, .segment, .spare), Self.item(110, .segment, .no),
            Self.item(120, .segment, .again), Self.item(130, .stub, .again), Self.item(900),
        ]
        paths[1].held = [Self.item(0, .segment, .spare), Self.item(1, .segment, .again)]
        #expect(Self.order(paths, roads: 500) == ["0/4", "0/3", "0/2", "1/1", "0/0", "1/0"])
    }

    /// An item that is sent is no part of a repetition any more, and one that was built since never was.
    @Test func aRepetitionIsOverWhenAllOfItIsSent() {
        var paths = Self.paths()
        paths[0].held = [Self.item(100), Self.item(200), Self.item(300)]
        var queue = SendQueue()
        queue.gather(from: paths, roadsWithin: 0, Self.all)
        func repeats() -> Bool { queue.hasDue(in: paths, isRepetition: true) }
        #expect(!repeats() && queue.hasDue(in: paths))
        for item in 0..<2 { paths[0].setToRepeat(item, within: Self.all(paths[0])) }
        #expect(repeats())
        paths[0].setDue(.no, 0)
        #expect(repeats())
        paths[0].noteSent(
            1, at: .zero, odometer: .zero, counter: .zero, trailing: Centimetres(10_000))
        #expect(!repeats() && queue.hasDue(in: paths))
        // What is not sent at present is not waited for.
        paths[0].setToRepeat(0, within: Self.filter(paths[0], .currentLink))
        queue.gather(from: paths, roadsWithin: 0, Self.all)
        #expect(queue.hasDue(in: paths))
    }

    @Test func theRoadsThatLeaveTheMainPathAreRightAhead() {
        var paths = Self.paths()
        paths[0].held = [
            Self.item(101), Self.item(400, .stub), Self.item(401, .stub),
        ]
        paths[1].held = [Self.item(5, .stub)]
        #expect(Self.order(paths, roads: 300) == ["0/1", "0/0", "1/0", "0/2"])
        #expect(Self.order(paths, roads: 301) == ["0/1", "0/2", "0/0", "1/0"])
    }

    @Test func levelsDecideAtOneDistance() {
        var paths = Self.paths()
        // The course turns into the last one.
        paths[1].at.level = 1
        paths[2].at.level = 0
        paths[0].held = [Self.item(160)]
        paths[1].held = [Self.item(0)]
        paths[2].held = [Self.item(0)]
        #expect(Self.order(paths) == ["0/0", "2/0", "1/0"])
    }

    @Test func nothingWaitsAtFirst() {
        var queue = SendQueue()
        #expect(!queue.hasMore(in: []) && !queue.hasDue(in: []))
        #expect(Self.next(&queue, []) == nil)
    }

    @Test func onlyWhatIsWantedWaits() {
        var paths = Self.paths()
        paths[0].held = [Self.item(100, .stub), Self.item(120)]
        var queue = SendQueue()
        // Without side paths there are no STUBs.
        queue.gather(from: paths, roadsWithin: 0) { Self.filter($0, .mainPath) }
        #expect(Self.next(&queue, paths) == "0/1")
        // Gathered anew, nothing of the last time is left.
        paths[0].held = []
        queue.gather(from: paths, roadsWithin: 0, Self.all)
        #expect(Self.next(&queue, paths) == nil)
        #expect(!queue.hasDue(in: paths))
    }

    @Test func aPathThatClientsDoNotKnowWaitsForItsSTUB() {
        var paths = Self.paths()
        paths[1].known = false
        paths[1].held = [Self.item(0)]
        paths[2].held = [Self.item(10), Self.item(20, .segment, .spare)]
        var queue = SendQueue()
        queue.gather(from: paths, roadsWithin: 0, Self.all)
        #expect(Self.next(&queue, paths) == "2/0")
        paths[2].held[0].due = .no
        // What fills spare room is more, and not due.
        #expect(Self.next(&queue, paths) == "2/1")
        #expect(queue.hasMore(in: paths))
        paths[2].held[1].due = .no
        #expect(Self.next(&queue, paths) == nil)
        #expect(!queue.hasMore(in: paths))
        // As long as clients are not to know the path, nothing is missing.
        #expect(!queue.hasDue(in: paths))
        paths[1].known = true
        #expect(Self.next(&queue, paths) == "1/0")
        paths[1].held[0].due = .spare
        #expect(queue.hasMore(in: paths) && !queue.hasDue(in: paths))
        // Of what was passed over nothing is due again until it is gathered.
        paths[1].held[0].due = .no
        #expect(Self.next(&queue, paths) == nil)
    }
}
