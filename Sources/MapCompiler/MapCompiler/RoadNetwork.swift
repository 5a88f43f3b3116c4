import Geodesy
import RecordSorting
import RoadMap
import RoadMapWriter

/// The ways that are roads for cars, and the places of their nodes, collected from the files before
/// links are cut. Memory does not grow with the network: roads, nodes and their places wait in
/// sorters and are joined by their ids.
final class RoadNetwork {
    /// Whether any road has tags besides its class and its direction. In a network without such
    /// tags, a missing tag has no meaning.
    private(set) var isDescribed = false
    /// The number of dropped ways, in the order of ``DroppedWay/allCases``.
    private(set) var dropped = [Int](repeating: 0, count: DroppedWay.allCases.count)
    /// Tags of roads that were not understood or may be mistakes.
    private(set) var remarks = TagRemarks()
    private var judgements: WayJudgements
    /// Whether roads may also be in other countries or regions with other laws.
    private var hasNeighbours = false
    /// The number of roads.
    private(set) var roadCount = 0

    private let space: SortingSpace
    private let found: RecordSorter
    private var foundCount: UInt64 = 0
    /// The content of relations.
    private var stated: [StatedRestriction] = []
    private var closed: [ClosedRoads.Road] = []

    /// A network without roads, under a law.
    init(under law: Jurisdiction, in space: SortingSpace) {
        judgements = WayJudgements(under: law)
        self.space = space
        found = RecordSorter(in: space)
    }

    /// Keeps the tags of roads from now on, because roads may be in other countries or regions with
    /// other laws.
    func expectNeighbours() { hasNeighbours = true }

    /// Adds a way of the input, or counts it as dropped.
    func add(
        _ id: Int64,
        edited: Int64,
        nodes: UnsafeBufferPointer<Int64>,
        tags: ReadTags
    ) throws(MapCompileError) {
        judgements.judge(tags, noting: &remarks)
        switch judgements.last {
        case .dropped(let reason): drop(reason)
        case .road(let traits):
            var line: [Int64] = []
            for node in nodes where line.last != node { line.append(node) }
            guard line.count >= 2 else {
                drop(.noLine)
                return
            }
            // Of a way that occurs twice, the first stays.
            foundCount += 1
            let record = RoadRecord(
                nodes: line, traits, names: judgements.names, edited: edited,
                tags: hasNeighbours ? judgements.key : [])
            try found.put(id.sortingKey, foundCount, record.bytes)
            if !traits.closures.isEmpty {
                closed.append(
                    ClosedRoads.Road(
                        way: id, nodes: line, directions: traits.directions,
                        closures: traits.closures))
            }
            if !isDescribed {
                tags.forEach { number, _ in
                    let key = TagKey.all[number]
                    if key != .highway, key != .oneway { isDescribed = true }
                }
            }
        }
    }

    /// Adds a relation of the input.
    func add(_ members: [RelationMember], tags: Tags) {
        stated += restrictions(members, tags, noting: &remarks)
        if let value = tags[.enforcement], value != "maxspeed" {
            remarks.note("enforcement: not of a speed limit", value)
        }
    }

    /// The roads in the order of their ids, independent of the input's order; the positions of
    /// their nodes in them, by the nodes' ids; and the access restrictions.
    func finish() throws(MapCompileError) -> (
        roads: Roads, uses: SortedRecords, restrictions: RestrictionTable
    ) {
        let roads = Roads(try found.inOrder())
        let uses = RecordSorter(in: space)
        var ends = WayEnds(of: stated)
        let doubt = NeighbourDoubt(in: space)
        while let road = try roads.next() {
            ends.add(road.id, road.record.nodes)
            try doubt.add(road.id, road.record)
            for (position, node) in road.record.nodes.enumerated() {
                try uses.put(node.sortingKey, UInt64(road.number) << 32 | UInt64(position))
            }
        }
        roadCount = roads.count
        for _ in 0..<roads.duplicates { drop(.duplicate) }
        try roads.rewind()
        roads.doubtful = try doubt.roads()
        for doubt in roads.doubtful {
            remarks.doubt("speed limit beside its neighbours", "way \(doubt.way)")
        }
        let restrictions = RestrictionTable(stated, ends, ClosedRoads(closed))
        stated = []
        closed = []
        return (roads, try uses.inOrder(), restrictions)
    }

    /// Counts a way as dropped.
    func drop(_ reason: DroppedWay) {
        dropped[reason.number] += 1
    }
}

/// The roads of the input in the order of their ids, each once.
final class Roads {
    /// The number of roads so far.
    private(set) var count = 0
    /// The number of roads that occurred twice.
    private(set) var duplicates = 0
    /// Roads whose limit contradicts the roads before and after them, in ascending order.
    fileprivate(set) var doubtful: [NeighbourDoubt.Doubt] = []
    private var nextDoubtful = 0
    private var divided: [Int64] = []
    private var nextDivided = 0
    private let records: SortedRecords
    private var last: UInt64?

    init(_ records: SortedRecords) { self.records = records }

    /// Marks the roads that are carriageways of divided roads by their position, in ascending
    /// order.
    func divide(_ ways: [Int64]) { divided = ways }

    /// The next road; roads are numbered in their order.
    func next() throws(MapCompileError) -> (id: Int64, number: Int, record: RoadRecord)? {
        while try records.advance() {
            if records.key == last {
                duplicates += 1
                continue
            }
            last = records.key
            count += 1
            let id = Int64(sortingKey: records.key)
            var road = RoadRecord(records.bytes)
            if nextDoubtful < doubtful.count, doubtful[nextDoubtful].way == id {
                road.doubtLimit(rejecting: doubtful[nextDoubtful].isHigh)
                nextDoubtful += 1
            }
            if nextDivided < divided.count, divided[nextDivided] == id {
                nextDivided += 1
                road.divide()
            }
            return (id, count - 1, road)
        }
        return nil
    }

    func rewind() throws(MapCompileError) {
        try records.restart()
        last = nil
        count = 0
        duplicates = 0
        nextDoubtful = 0
        nextDivided = 0
    }
}
