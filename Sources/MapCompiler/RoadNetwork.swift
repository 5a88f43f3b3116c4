import Geodesy
import RoadMap

/// The ways that are roads for cars, with their nodes, in flat arrays: what is gathered from the files
/// before links are cut.
struct RoadNetwork {
    /// What the tags say; each distinct combination once.
    private(set) var traits: [RoadTraits] = []
    /// Whether any road is tagged with more than its class and its direction. In a network that has
    /// nothing but those, a missing tag says nothing.
    private(set) var isDescribed = false
    /// How many ways were dropped, in the order of ``DroppedWay/allCases``.
    private(set) var dropped = [Int](repeating: 0, count: DroppedWay.allCases.count)

    /// What of the roads' tags was not understood, or may be a mistake.
    private(set) var remarks = TagRemarks()
    private let law: Jurisdiction

    private var wayIDs: [Int64] = []
    private var wayTraits: [Int32] = []
    private var refStarts: [Int] = [0]
    private var refs: [Int64] = []
    private var numbers: [RoadTraits: Int32] = [:]

    /// The ids of all nodes of the roads, ascending.
    private(set) var nodeIDs: [Int64] = []
    /// Whether more than one road, or one road twice, runs over each node.
    private var isShared: [Bool] = []
    private var places: [Coordinate?] = []

    /// No roads yet, under a law.
    init(under law: Jurisdiction) { self.law = law }

    /// The number of roads.
    var wayCount: Int { wayIDs.count }

    /// Takes a way of the input, or counts it as dropped.
    mutating func add(_ id: Int64, nodes: UnsafeBufferPointer<Int64>, tags: Tags) {
        switch judge(tags, under: law, noting: &remarks) {
        case .dropped(let reason): drop(reason)
        case .road(let road):
            let first = refs.count
            for node in nodes where refs.count == first || refs[refs.count - 1] != node {
                refs.append(node)
            }
            guard refs.count - first >= 2 else {
                refs.removeSubrange(first...)
                drop(.noLine)
                return
            }
            wayIDs.append(id)
            wayTraits.append(number(of: road))
            refStarts.append(refs.count)
            if !isDescribed {
                isDescribed = tags.pairs.contains { $0.key != .highway && $0.key != .oneway }
            }
        }
    }

    /// Puts the roads in the order of their ids, so that the order of the input does not matter, and
    /// drops those that are there twice; the first stays. Then lists their nodes.
    mutating func finishWays() {
        let order = wayIDs.indices.sorted { (wayIDs[$0], $0) < (wayIDs[$1], $1) }
        var ids: [Int64] = []
        var ownTraits: [Int32] = []
        var starts = [0]
        var sorted: [Int64] = []
        ids.reserveCapacity(order.count)
        ownTraits.reserveCapacity(order.count)
        starts.reserveCapacity(order.count + 1)
        sorted.reserveCapacity(refs.count)
        for way in order {
            if ids.last == wayIDs[way] {
                drop(.duplicate)
                continue
            }
            ids.append(wayIDs[way])
            ownTraits.append(wayTraits[way])
            sorted.append(contentsOf: refs[refStarts[way]..<refStarts[way + 1]])
            starts.append(sorted.count)
        }
        wayIDs = ids
        wayTraits = ownTraits
        refStarts = starts
        refs = sorted
        numbers = [:]

        sorted.sort()
        for ref in sorted {
            if ref == nodeIDs.last {
                isShared[isShared.count - 1] = true
            } else {
                nodeIDs.append(ref)
                isShared.append(false)
            }
        }
        places = Array(repeating: nil, count: nodeIDs.count)
    }

    /// Sets where a node lies; the first word counts.
    mutating func place(_ node: Int, at place: Coordinate) {
        if places[node] == nil { places[node] = place }
    }

    /// Counts a way as dropped.
    mutating func drop(_ reason: DroppedWay) {
        for (index, other) in DroppedWay.allCases.enumerated() where other == reason {
            dropped[index] += 1
        }
    }

    /// A road with the index of what its tags say in ``traits`` and those of its nodes in ``nodeIDs``.
    func way(_ index: Int) -> (id: Int64, traits: Int, nodes: [Int]) {
        let nodes = refs[refStarts[index]..<refStarts[index + 1]].map(index(ofNode:))
        return (wayIDs[index], Int(wayTraits[index]), nodes)
    }

    /// Where a node lies, `nil` where the input does not hold it.
    func place(of node: Int) -> Coordinate? { places[node] }

    /// Whether roads meet at a node.
    func isJunction(_ node: Int) -> Bool { isShared[node] }

    /// Where the roads end and what they go on in there, once all nodes are placed.
    func ends() -> RoadEnds {
        var ends = RoadEnds()
        for index in 0..<wayCount {
            let (_, traits, nodes) = way(index)
            var line: [Coordinate] = []
            for node in nodes {
                if let place = place(of: node), place != line.last { line.append(place) }
            }
            ends.add(
                refs[refStarts[index]], refs[refStarts[index + 1] - 1], line,
                self.traits[traits].directions)
        }
        ends.join()
        return ends
    }

    private func index(ofNode id: Int64) -> Int {
        var low = 0
        var high = nodeIDs.count - 1
        while low < high {
            let middle = (low + high) / 2
            if nodeIDs[middle] < id { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private mutating func number(of road: RoadTraits) -> Int32 {
        if let number = numbers[road] { return number }
        let number = Int32(traits.count)
        traits.append(road)
        numbers[road] = number
        return number
    }
}
