import ADASISv2
import Glibc
import Quantities
import RandomNumbers
import Testing

@testable import Horizon
@testable import HorizonProvider

/// The work of an update grows with the number of items, and not with its square. Processor time of this thread
/// is compared with itself, so the speed of the machine does not count.
@Suite("Growth of the provider's work", .serialized)
struct WorkGrowthTests {
    private static func seconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// The shortest of three times.
    private static func time(_ work: () -> Void) -> Double {
        (0..<3).map { _ in
            let start = seconds()
            work()
            return seconds() - start
        }.min() ?? 0
    }

    /// How many times as long the work takes for four times as many: 4 where it is linear, 16 where it is
    /// quadratic.
    private static func growth(from count: Int, _ work: (Int) -> () -> Void) -> Double {
        let (small, large) = (work(count), work(4 * count))
        return time(large) / time(small)
    }

    private static let path = PathID(number: 1)
    private static let limit = Series(LongProfileType.speedLimitAndRecommendedSpeed)

    private static func item(
        _ metres: Int, _ series: Series = .segment, value: Int = 0, branch: UInt64? = nil
    ) -> HeldItem {
        let message: Message
        if series == .stub {
            message = .stub(StubMessage())
        } else if series == .segment {
            message = .segment(SegmentMessage())
        } else {
            var profile = ProfileLongMessage()
            profile.profileType = .trafficSign
            profile.value = LongValueCode(raw: UInt32(value))
            message = .profileLong(profile)
        }
        return HeldItem(
            message: message, metres: metres, series: series,
            branch: branch.map { PathID(number: $0) })
    }

    private static func wirePath(_ items: [HeldItem]) -> WirePath {
        var path = WirePath(id: path, index: .first)
        path.known = true
        path.held = items
        return path
    }

    @Test func `Profiles that are thinned out behind the items of many links`() {
        let growth = Self.growth(from: 1000) { count in
            {
                var items = PathItems()
                for metres in 0..<count { items.add(Self.item(metres).item) }
                for metres in 0..<count { items.add(Self.item(metres, Self.limit).item) }
                items.settle()
                #expect(items.count == 2 * count)
            }
        }
        #expect(growth < 9)
    }

    @Test func `The STUBs of many roads are found again`() {
        let growth = Self.growth(from: 500) { count in
            let path = Self.wirePath(
                (0..<count).map { Self.item($0, .stub, branch: UInt64($0 + 2)) })
            let items = path.items
            return {
                for number in 0..<count {
                    let found = items.firstIndex(
                        opening: PathID(number: UInt64(number + 2)), at: number)
                    #expect(found == number)
                }
            }
        }
        #expect(growth < 9)
    }

    @Test func `Many items that the vehicle has passed`() {
        // Points are never in force, and each other item is looked for behind them.
        let growth = Self.growth(from: 500) { count in
            var sent = Self.item(0)
            sent.sent = sent.message
            sent.due = .no
            let path = Self.wirePath(
                (0..<count).map {
                    var item = sent
                    item.metres = $0
                    item.series = $0 < 2 ? .segment : Series(ShortProfileType.curvature)
                    return item
                })
            return {
                var items = path.items
                items.refresh(
                    at: .zero, odometer: .zero, vehicle: count, passed: 0,
                    LevelParameters(reach: Metres(1)), cyclicInterval: .zero)
                #expect(items.waiting.isEmpty)
            }
        }
        #expect(growth < 9)
    }

    @Test func `Many values that are compared with new ones`() {
        let growth = Self.growth(from: 400) { count in
            let old = Self.wirePath(
                (0..<count).map { Self.item($0 * 2, value: 1) }
                    + (0..<count).map { Self.item(2 * count + $0, Self.limit) })
            let draft = Self.wirePath((0..<count).map { Self.item($0 * 2, value: 2) })
            return {
                var path = old
                let isInOrder = path.takeRoads(of: draft, from: 0, vehicle: 0)
                #expect(isInOrder)
            }
        }
        #expect(growth < 9)
    }

    @Test func `A few of many waiting items are taken`() {
        let count = 20_000
        let paths = [Self.wirePath((0..<count).map { Self.item($0) })]
        var parameters = ProviderParameters()
        parameters.levels = [LevelParameters(reach: Metres(100_000))]
        let filter = ItemFilter(
            TransmissionScope(MessagePreset.all.mask, .fullTree, layout: parameters.layout),
            paths[0], parameters)
        func take(_ number: Int) {
            var paths = paths
            var queue = SendQueue()
            queue.gather(from: paths, roadsWithin: 0) { _ in filter }
            for item in 0..<number {
                let next = queue.first(in: paths)?.item
                #expect(next == item)
                paths[0].setDue(.no, item)
            }
        }
        take(20)
        take(2000)
    }

    /// The order and the content are those of items that are put in their places one by one.
    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `Items that are added together stand as if they were inserted`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let series: [Series] = [
            .stub, .segment, Self.limit, Series(LongProfileType.trafficSign),
            Series(ShortProfileType.curvature),
        ]
        var together = PathItems()
        var one: [HeldItem] = []
        for round in 0..<6 {
            for number in 0..<Int.random(in: 0...40, using: &random) {
                let series = series.randomElement(using: &random) ?? .segment
                let item = Self.item(
                    Int.random(in: -5...25, using: &random), series,
                    value: Int.random(in: 0...2, using: &random),
                    branch: series == .stub ? UInt64(round * 100 + number + 2) : nil)
                together.add(item.item)
                Self.insert(item, into: &one)
            }
            together.settle()
            #expect(together.map(\.message) == one.map(\.message))
            #expect(together.map(\.metres) == one.map(\.metres))
            #expect(together.map(\.series) == one.map(\.series))
            #expect(together.map(\.branch) == one.map(\.branch))
        }
    }

    /// As an item was inserted before: it goes behind those of its place and series, and replaces the last one.
    private static func insert(_ item: HeldItem, into items: inout [HeldItem]) {
        var place = items.count
        while place > 0,
            (item.metres, item.series) < (items[place - 1].metres, items[place - 1].series)
        {
            place -= 1
        }
        if place > 0, item.branch == nil, items[place - 1].metres == item.metres,
            items[place - 1].series == item.series, !areOtherSigns(item, items[place - 1])
        {
            items[place - 1].message = item.message
        } else {
            items.insert(item, at: place)
        }
    }

    private static func areOtherSigns(_ item: HeldItem, _ other: HeldItem) -> Bool {
        guard case .profileLong(let one) = item.message, one.profileType == .trafficSign,
            case .profileLong(let two) = other.message
        else { return false }
        return one.value != two.value
    }

    @Test func `The comparisons of an update are limited for all profiles together`() {
        var chooser = SpotChooser()
        var comparisons = 0
        func choose() {
            chooser.choose(count: 80) { start, end in
                comparisons += end - start
                return true
            }
        }
        chooser.beginUpdate()
        for _ in 0..<500 { choose() }
        // Short pieces are tried beyond the limit: 20 comparisons from each point.
        #expect(comparisons < 160_000 + 500 * 80 * 21)
        let one = comparisons
        choose()
        let later = comparisons - one
        chooser.beginUpdate()
        comparisons = 0
        choose()
        #expect(comparisons > 5 * later)
    }
}
