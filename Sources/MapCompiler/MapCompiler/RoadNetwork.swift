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
    private let report: ((TagRemark) -> Void)?
    private var judgements: WayJudgements
    /// Whether roads may also be in other countries or regions with other laws.
    private var hasNeighbours = false
    /// The number of roads.
    private(set) var roadCount = 0

    /// The overlays, with their results.
    private(set) var overlay: PlacedOverlay
    private let space: SortingSpace
    private let found: RecordSorter
    private var foundCount: UInt64 = 0
    /// The content of relations.
    private var stated: [StatedRestriction] = []
    private var closed: [ClosedRoads.Road] = []

    /// A network without roads, under a law, with overlays.
    init(
        under law: Jurisdiction, correctedBy overlay: PlacedOverlay = PlacedOverlay(),
        in space: SortingSpace, report: ((TagRemark) -> Void)? = nil
    ) {
        self.report = report
        judgements = WayJudgements(under: law)
        self.overlay = overlay
        self.space = space
        found = RecordSorter(in: space)
    }

    /// Keeps the tags of roads from now on, because roads may be in other countries or regions with
    /// other laws.
    func expectNeighbours() { hasNeighbours = true }

    /// The ways whose tags are kept, to explain their values.
    var explained: Set<Int64> = []
    /// The tags of these ways.
    private(set) var keptTags: [Int64: WayReasoning.Kept] = [:]
    /// The roads whose limit is in doubt because of their neighbours.
    private(set) var doubts: [NeighbourDoubt.Doubt] = []

    /// Adds a way of the input, or counts it as dropped.
    func add(
        _ id: Int64,
        edited: Int64,
        nodes: UnsafeBufferPointer<Int64>,
        tags: ReadTags
    ) throws(MapCompileError) {
        judgements.judge(tags, noting: &remarks)
        if let noted = judgements.lastRemarks { report(noted, "way", id, judgements.tags) }
        var line: [Int64] = []
        var correction = PlacedOverlay.CorrectedWay(sections: [])
        if overlay.corrects(id) {
            for node in nodes where line.last != node { line.append(node) }
            correction = overlay.correct(
                id, nodeCount: line.count, judgements.tags, judgements.last,
                under: judgements.law)
        }
        if explained.contains(id), keptTags[id] == nil {
            keptTags[id] = WayReasoning.Kept(judgements.tags, correction)
        }
        switch correction.whole?.judged(under: judgements.law) ?? judgements.last {
        case .dropped(let reason): drop(reason)
        case .road(let traits):
            if line.isEmpty { for node in nodes where line.last != node { line.append(node) } }
            guard line.count >= 2 else {
                drop(.noLine)
                return
            }
            // Of a way that occurs twice, the first stays.
            foundCount += 1
            let record = RoadRecord(
                nodes: line, traits, names: judgements.names, edited: edited,
                tags: hasNeighbours ? judgements.key : [], correction: correction.whole,
                sections: correction.sections)
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

    /// Settles the results of the overlays, after the last way.
    func finishOverlay() { overlay.finish() }

    /// Adds a relation of the input.
    func add(_ id: Int64, _ members: [RelationMember], tags: Tags) {
        var noted = TagRemarks()
        stated += restrictions(members, tags, noting: &noted)
        if let value = tags[.enforcement], value != "maxspeed" {
            noted.note("enforcement: not of a speed limit", value)
        }
        guard !noted.isEmpty else { return }
        remarks.note(noted)
        report(noted, "relation", id, tags)
    }

    /// Reports each remark about an object.
    private func report(_ noted: TagRemarks, _ object: String, _ id: Int64, _ tags: Tags) {
        guard let report else { return }
        for detail in noted.details {
            report(
                TagRemark(
                    object: object, id: id, key: detail.key,
                    value: tags.value(of: detail.key) ?? detail.clause, clause: detail.clause,
                    reason: detail.reason, isDoubt: detail.isDoubt))
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
        doubts = roads.doubtful.filter { explained.contains($0.way) }
        for doubt in roads.doubtful {
            let reason =
                "speed limit\(doubt.isOfOverlay ? " of an overlay" : "") beside its neighbours"
            remarks.doubt(reason, "way \(doubt.way)")
            report?(
                TagRemark(
                    object: "way", id: doubt.way, key: "maxspeed", value: nil,
                    clause: "\(Int(doubt.limit.rounded())) km/h", reason: reason, isDoubt: true))
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
