import Geodesy
import Quantities
public import RoadMap

/// The quickest ways from the end of a link to all places within some minutes, found a little at a time, and
/// how much road is reached quickest by way of each link: how many places one may be driving to, who takes
/// it.
///
/// ```swift
/// var search = DestinationSearch(reserved: 4096)
/// try search.begin(after: link, on: map)
/// while try !search.advance(links: 64, on: map) {}
/// search.found(by: exit)
/// ```
/// Dijkstra's algorithm (doi:10.1007/BF01386390) over directed links. Links are driven at the lower of their
/// limit and what is usual on roads of their class, and each junction takes some seconds. Within `reserved`
/// links nothing is allocated. A search of n links takes O(n log n).
public struct DestinationSearch {
    /// How far from its beginning it goes, s.
    public static var reach: Double { 250 }
    /// What each junction takes, s. With it, fewer turns are quicker.
    public static var junctionSeconds: Double { 4 }
    /// What lies so many seconds farther counts less by a factor of e.
    private static let fading = 150.0
    /// Where one may only drive with a reason the way takes so many times as long, and few drive to.
    private static let restrictedFactor = 3.0
    private static let restrictedWeight = 0.1

    /// What is known of a link by which a place is reached.
    public struct Found: Sendable, Hashable {
        /// How long it takes to its end, s.
        public let seconds: Double
        /// The road that is reached quickest by way of it, itself among that, in metres that fade with the
        /// time.
        public let weight: Double
    }

    private var table: LinkTable
    private var heap: LinkHeap
    private var exits = ExitCache()
    private var rules = TurnRules()
    private let reserved: Int
    /// The links in the order in which they were settled, and the road by way of each.
    private var settled: [Int32] = []
    private var weights: [Double] = []
    /// Whether one may drive with a reason alone, record by record.
    private var restricted: [Bool] = []
    /// Where it began; `nil` before it has.
    public private(set) var start: DirectedLink?
    /// Whether it has found all.
    public private(set) var isComplete = false

    /// A search that finds so many links at most.
    public init(reserved: Int) {
        self.reserved = reserved
        table = LinkTable(reserved: reserved, capacity: reserved)
        heap = LinkHeap(reserved: reserved)
        settled.reserveCapacity(reserved)
        weights.reserveCapacity(reserved)
        restricted.reserveCapacity(reserved)
    }

    /// Forgets all.
    public mutating func clear() {
        table.removeAll()
        heap.removeAll()
        settled.removeAll(keepingCapacity: true)
        weights.removeAll(keepingCapacity: true)
        restricted.removeAll(keepingCapacity: true)
        start = nil
        isComplete = false
    }

    /// Begins at the end of a link.
    public mutating func begin(after link: DirectedLink, on map: RoadMap) throws(MapError) {
        clear()
        start = link
        try expand(NodeExit(try map.link(link.link), link.direction), at: 0, from: -1, on: map)
    }

    /// Goes on by so many links at most. Says whether it has found all.
    public mutating func advance(links: Int, on map: RoadMap) throws(MapError) -> Bool {
        guard !isComplete, start != nil else { return true }
        for _ in 0..<links {
            guard settled.count < reserved, let record = heap.removeFirst(in: &table) else {
                weigh()
                return true
            }
            table.records[record].heapIndex = LinkRecord.settled
            settled.append(Int32(record))
            let entered = table.records[record].entered
            try expand(entered, at: seconds(record), from: Int32(record), on: map)
        }
        return false
    }

    /// What is known of a link; `nil` where it is not reached in time, or the search is not complete.
    public func found(by link: DirectedLink) -> Found? {
        guard isComplete, let record = table.find(link.packed),
            table.records[record].heapIndex == LinkRecord.settled
        else { return nil }
        return Found(seconds: seconds(record), weight: weights[record])
    }

    /// How long a link takes, s.
    public static func seconds(
        of link: Link, _ direction: Direction, on map: RoadMap
    ) throws(MapError) -> Double {
        link.length.metres.value * (try pace(of: link, direction, on: map).seconds)
    }

    /// How long a metre of a link takes, and whether one may only drive there with a reason.
    private static func pace(
        of link: Link, _ direction: Direction, on map: RoadMap
    ) throws(MapError) -> (seconds: Double, isRestricted: Bool) {
        let speed = try TravelCost.speed(of: link, direction, on: map)
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

    /// To the end of the link of a record.
    private func seconds(_ record: Int) -> Double {
        let found = table.records[record]
        return found.cost + found.entered.length * found.costPerMetre
    }

    /// Offers every link that may be driven on from the end of one.
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
        var count = 0
        for index in range where exits[index].link != back {
            if !hasRules || rules.allows(exits[index].way) { count += 1 }
        }
        let entry = seconds + (count > 1 ? Self.junctionSeconds : 0)
        for index in range where exits[index].link != back {
            let exit = exits[index]
            guard !hasRules || rules.allows(exit.way), exit.link != start,
                let record = table.findOrAdd(exit.link.packed),
                table.records[record].heapIndex != LinkRecord.settled,
                entry < table.records[record].cost
            else { continue }
            if table.records[record].cost == .infinity {
                table.records[record].entered = exit
                let pace = try Self.pace(
                    of: try map.link(exit.link.link), exit.link.direction, on: map)
                table.records[record].costPerMetre = pace.seconds
                restricted.append(pace.isRestricted)
            }
            table.records[record].cost = entry
            table.records[record].parent = parent
            heap.update(record, in: &table)
        }
    }

    /// Adds up what is reached by way of each link, the farthest first.
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
