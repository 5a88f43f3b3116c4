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
    /// When each way was last edited, in days since 1970; 0 where the file does not say.
    private var wayDays: [UInt16] = []
    private var refStarts: [Int] = [0]
    private var refs: [Int64] = []
    private var numbers: [RoadTraits: Int32] = [:]

    /// The ids of all nodes of the roads, ascending.
    private(set) var nodeIDs: [Int64] = []
    /// Whether more than one road, or one road twice, runs over each node.
    private var isShared: [Bool] = []
    private var places: [Coordinate?] = []
    /// What stands at nodes; looked up by node, never gone through.
    private var objects: [Int: [NodeObject]] = [:]
    /// Nodes of one road alone where a barrier lets no car pass.
    private var closedNodes: Set<Int> = []
    /// The turn restrictions that relations state.
    private(set) var restrictions: [StatedRestriction] = []

    /// No roads yet, under a law.
    init(under law: Jurisdiction) { self.law = law }

    /// The number of roads.
    var wayCount: Int { wayIDs.count }

    /// Takes a way of the input, or counts it as dropped.
    mutating func add(
        _ id: Int64,
        edited: Int64,
        nodes: UnsafeBufferPointer<Int64>,
        tags: Tags
    ) {
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
            wayDays.append(UInt16(clamping: edited / 86400))
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
        var days: [UInt16] = []
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
            days.append(wayDays[way])
            sorted.append(contentsOf: refs[refStarts[way]..<refStarts[way + 1]])
            starts.append(sorted.count)
        }
        wayIDs = ids
        wayTraits = ownTraits
        wayDays = days
        refStarts = starts
        refs = sorted
        doubtLimits()
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

    /// Marks limits that contradict those of the roads before and behind.
    private mutating func doubtLimits() {
        let roads = wayIDs.indices.map { way in
            LimitedRoad(
                traits[Int(wayTraits[way])],
                ends: (refs[refStarts[way]], refs[refStarts[way + 1] - 1])
            )
        }
        for way in doubtfulBesideNeighbours(roads) {
            wayTraits[way] = number(of: traits[Int(wayTraits[way])].withDoubtfulLimit)
            remarks.doubt("speed limit beside its neighbours", "way \(wayIDs[way])")
        }
    }

    /// Sets where a node lies and what stands there; the first word counts.
    mutating func place(_ node: Int, at place: Coordinate, tags: Tags) {
        guard places[node] == nil else { return }
        places[node] = place
        let found = roadObjects(tags)
        guard !found.isEmpty else { return }
        objects[node] = found
        // Beyond such a barrier the road is another one, and the link ends. At a junction it cannot be
        // said between which of the roads it stands.
        if !isShared[node], found.contains(where: { $0.object.isClosed }) {
            isShared[node] = true
            closedNodes.insert(node)
        }
    }

    /// What stands at a node.
    func objects(at node: Int) -> [NodeObject] { objects[node] ?? [] }

    /// Whether a barrier at a node, which is no junction, lets no car pass.
    func isClosed(_ node: Int) -> Bool { closedNodes.contains(node) }

    /// Takes a relation of the input.
    mutating func add(_ members: [RelationMember], tags: Tags) {
        restrictions += MapCompiler.restrictions(members, tags, noting: &remarks)
    }

    /// The nodes where a road of the map begins and ends, `nil` where the map does not have it.
    func endNodes(ofWay id: Int64) -> Set<Int64>? {
        var low = 0
        var high = wayIDs.count
        while low < high {
            let middle = (low + high) / 2
            if wayIDs[middle] < id { low = middle + 1 } else { high = middle }
        }
        guard low < wayIDs.count, wayIDs[low] == id else { return nil }
        return [refs[refStarts[low]], refs[refStarts[low + 1] - 1]]
    }

    /// When a road was last edited, in days since 1970; `nil` where the file does not say.
    func lastEdit(ofWay index: Int) -> UInt16? { wayDays[index] == 0 ? nil : wayDays[index] }

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

extension RoadObject {
    /// Whether it is a barrier that no car passes.
    fileprivate var isClosed: Bool { carAccess == .closed }
}
