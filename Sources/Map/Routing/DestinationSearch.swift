import Geodesy
import Quantities
public import RoadMap

/// Finds the fastest routes from the end of a link to all places within some minutes, in small portions, and
/// for each link the amount of road that is reached fastest over it: the weight of the possible destinations
/// of a driver who takes the link.
///
/// ```swift
/// var search = DestinationSearch(reserved: 4096)
/// try search.begin(after: link, on: map)
/// while try !search.advance(links: 64, on: map) {}
/// search.found(by: exit)
/// ```
/// Dijkstra's algorithm (doi:10.1007/BF01386390) over directed links. The speed on a link is the lower one of
/// its limit and the usual speed of its road class, and each junction takes some seconds. Up to `reserved`
/// links nothing is allocated. A search of n links takes O(n log n).
public struct DestinationSearch {
    /// The range of the search, seconds.
    public static var reach: Double { 250 }
    /// The time of a junction, seconds: routes with fewer junctions are faster.
    public static var junctionSeconds: Double { 4 }
    /// The time, seconds, after which the weight of a destination falls to 1/e.
    private static let fading = 150.0
    /// The factors on time and weight of roads that are open to residents or customers alone.
    private static let restrictedFactor = 3.0
    private static let restrictedWeight = 0.1

    /// The result for a link.
    public struct Found: Sendable, Hashable {
        /// The time to the end of the link, seconds.
        public let seconds: Double
        /// The time over the link itself, seconds: that of ``DestinationSearch/seconds(of:_:on:)``.
        public let linkSeconds: Double
        /// The length of all road that is reached fastest over the link, the link included, metres; it fades
        /// with the time.
        public let weight: Double
    }

    private var table: LinkTable
    private var heap: LinkHeap
    private var exits = ExitCache()
    private var rules = TurnRules()
    private let reserved: Int
    /// The links in the order in which they were settled, and the weight of each.
    private var settled: [Int32] = []
    private var weights: [Double] = []
    /// Whether a link is open to residents or customers alone, record by record.
    private var restricted: [Bool] = []
    /// The link where the search began; `nil` before the first search.
    public private(set) var start: DirectedLink?
    /// Whether the search is complete.
    public private(set) var isComplete = false

    /// A search of at most `reserved` links.
    public init(reserved: Int) {
        self.reserved = reserved
        table = LinkTable(reserved: reserved, capacity: reserved)
        heap = LinkHeap(reserved: reserved)
        settled.reserveCapacity(reserved)
        weights.reserveCapacity(reserved)
        restricted.reserveCapacity(reserved)
    }

    /// Removes all results.
    public mutating func clear() {
        table.removeAll()
        heap.removeAll()
        settled.removeAll(keepingCapacity: true)
        weights.removeAll(keepingCapacity: true)
        restricted.removeAll(keepingCapacity: true)
        start = nil
        isComplete = false
    }

    /// Begins a search at the end of a link.
    public mutating func begin(after link: DirectedLink, on map: RoadMap) throws(MapError) {
        clear()
        start = link
        try expand(NodeExit(try map.link(link.link), link.direction), at: 0, from: -1, on: map)
    }

    /// Settles at most `links` more links, and returns whether the search is complete.
    public mutating func advance(links: Int, on map: RoadMap) throws(MapError) -> Bool {
        guard !isComplete, start != nil else { return true }
        for _ in 0..<links {
            guard settled.count < reserved, let record = heap.removeFirst(in: &table) else {
                weigh()
                return true
            }
            table.settle(record)
            settled.append(Int32(record))
            let entered = table.records[record].entered
            try expand(entered, at: seconds(record), from: Int32(record), on: map)
        }
        return false
    }

    /// The result for a link; `nil` beyond the range, or before the search is complete.
    public func found(by link: DirectedLink) -> Found? {
        guard isComplete, let record = table.find(link.packed),
            table.records[record].isSettled
        else { return nil }
        let link = table.records[record]
        return Found(
            seconds: seconds(record), linkSeconds: link.entered.length * link.costPerMetre,
            weight: weights[record])
    }

    /// The time of a link, seconds.
    public static func seconds(
        of link: Link, _ direction: Direction, on map: RoadMap
    ) throws(MapError) -> Double {
        link.length.metres.value * (try pace(of: link, direction, on: map).seconds)
    }

    /// The time of one metre of a link, and whether the link is open to residents or customers alone.
    private static func pace(
        of link: Link, _ direction: Direction, on map: RoadMap
    ) throws(MapError) -> (seconds: Double, isRestricted: Bool) {
        // Not the average speed of cars: beside roads without one a road that has it would count as slow, because
        // limits are seldom reached.
        let speed = try TravelCost.permittedSpeed(of: link, direction, on: map)
        var rank = 5
        var isRestricted = false
        try map.forEachAttribute(of: link) { (attribute) throws(MapError) in
            guard attribute.directions.contains(direction) else { return }
            if attribute.kind == .functionalRoadClass { rank = Int(min(attribute.value, 6)) }
            if attribute.kind == .restrictedAccess { isRestricted = attribute.value == 1 }
        }
        let usual = min(speed.value, TravelCost.usualSpeed(ofClass: rank).value)
        return ((isRestricted ? restrictedFactor : 1) / max(usual, 0.1), isRestricted)
    }

    /// The time to the end of the link of a record.
    private func seconds(_ record: Int) -> Double {
        let found = table.records[record]
        return found.cost + found.entered.length * found.costPerMetre
    }

    /// Offers all exits at the end of a link.
    private mutating func expand(
        _ over: NodeExit, at seconds: Double, from parent: Int32, on map: RoadMap
    ) throws(MapError) {
        guard seconds < Self.reach else { return }
        let back = over.reversed.link
        var hasRules = false
        if over.restrictedExits.contains(over.link.direction) {
            try rules.read(
                leaving: try map.link(over.link.link), over.link.direction, on: map,
                vehicle: .cars, at: nil, cameBy: WayTrail())
            hasRules = true
        }
        let range = try exits.exits(of: over.end, on: map).numbers
        try map.charge(range.count * (4 + (hasRules ? rules.count / 4 : 0)))
        var count = 0
        for index in range where exits[index].link != back {
            if !hasRules || rules.allows(exits[index].way) { count += 1 }
        }
        let entry = seconds + (count > 1 ? Self.junctionSeconds : 0)
        for index in range where exits[index].link != back {
            let exit = exits[index]
            guard !hasRules || rules.allows(exit.way), exit.link != start else { continue }
            // All is read before a record is added: the map may fail, and half a record is none.
            let pace =
                table.find(exit.link.packed) == nil
                ? try Self.pace(of: try map.link(exit.link.link), exit.link.direction, on: map)
                : nil
            guard let record = table.findOrAdd(exit.link.packed),
                !table.records[record].isSettled, entry < table.records[record].cost
            else { continue }
            if let pace {
                table.meet(record, exit, costPerMetre: pace.seconds)
                restricted.append(pace.isRestricted)
            }
            table.reach(record, cost: entry, parent: parent)
            heap.update(record, in: &table)
        }
    }

    /// Adds up the road that is reached over each link, the farthest first.
    private mutating func weigh() {
        isComplete = true
        for _ in table.records.indices { weights.append(0) }
        for record in settled.reversed() {
            let record = Int(record)
            let found = table.records[record]
            weights[record] +=
                found.entered.length * (restricted[record] ? Self.restrictedWeight : 1)
                * exponential(-seconds(record) / Self.fading)
            if found.parent >= 0 { weights[Int(found.parent)] += weights[record] }
        }
    }
}
