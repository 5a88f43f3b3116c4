import RecordSorting
import RoadMap
import RoadMapWriter

/// Finds the roads whose limit is far from the limits of the neighbours that continue them at both
/// ends. It is at most three sevenths of the lower one, as 40 between 100 and 100, or at least
/// three times the higher one. A missing or a doubled digit causes such a difference; consecutive
/// signs hardly ever do.
struct NeighbourDoubt {
    private let space: SortingSpace
    private let ends: RecordSorter

    init(in space: SortingSpace) {
        self.space = space
        ends = RecordSorter(in: space)
    }

    /// A road that is in doubt.
    struct Doubt {
        var way: Int64
        /// Whether it is the higher one.
        var isHigh: Bool
        /// Its limit in km/h.
        var limit: Double
        /// Whether an overlay gave the limit.
        var isOfOverlay: Bool
        /// The roads that continue it at its ends, with their limits in km/h.
        var neighbours: [(way: Int64, limit: Double)]
    }

    /// Adds a road, each once.
    func add(_ way: Int64, _ road: RoadRecord) throws(MapCompileError) {
        guard let first = road.nodes.first, let last = road.nodes.last, first != last,
            let roadClass = road.attributes.first(where: { $0.kind == .functionalRoadClass })
        else { return }
        let limits = road.attributes.filter { $0.kind == .speedLimit }
        var bytes = ByteWriter()
        bytes.varint(limits.count == 1 ? limits[0].value + 1 : 0)
        bytes.u8(limits.count == 1 && limits[0].provenance == .overlay ? 1 : 0)
        bytes.varint(roadClass.value)
        for kind in [AttributeKind.name, .reference] {
            let text = road.texts.first { $0.kind == kind }?.text ?? ""
            bytes.varint(UInt64(text.utf8.count))
            bytes.bytes(Array(text.utf8))
        }
        for node in [first, last] {
            try ends.put(node.sortingKey, way.sortingKey, bytes.bytes)
        }
    }

    /// The roads in doubt, in the order of their ids.
    func roads() throws(MapCompileError) -> [Doubt] {
        let sides = try sides()
        var doubtful: [Doubt] = []
        var last: (way: UInt64, neighbour: Double, other: Int64)?
        while try sides.advance() {
            var bytes = sides.bytes
            guard let limit = kilometresPerHour(bytes.varint()),
                let neighbour = kilometresPerHour(bytes.varint())
            else { continue }
            let other = bytes.zigzag()
            let isOfOverlay = bytes.u8() == 1
            if let last, last.way == sides.key {
                let isLow = limit * 7 <= min(neighbour, last.neighbour) * 3
                let isHigh = limit >= max(neighbour, last.neighbour) * 3
                if isLow || isHigh {
                    doubtful.append(
                        Doubt(
                            way: Int64(sortingKey: sides.key), isHigh: isHigh, limit: limit,
                            isOfOverlay: isOfOverlay,
                            neighbours: [(last.other, last.neighbour), (other, neighbour)]))
                }
            }
            last = (sides.key, neighbour, other)
        }
        return doubtful
    }

    private struct End {
        let way: UInt64
        let limit: UInt64
        let isOfOverlay: Bool
        let roadClass: UInt64
        let name: [UInt8]
        let reference: [UInt8]

        init(_ way: UInt64, _ record: RecordBytes) {
            var record = record
            self.way = way
            limit = record.varint()
            isOfOverlay = record.u8() == 1
            roadClass = record.varint()
            name = Array(record.slice())
            reference = Array(record.slice())
        }

        /// Whether both have one name or one number.
        func isNamed(as other: End) -> Bool {
            !name.isEmpty && name == other.name
                || !reference.isEmpty && reference == other.reference
        }
    }

    /// For each end of a road with a single continuation: its own limit and the limit of the
    /// continuation. The continuation is the one other road of its class with its name or number.
    /// If none has it, it is the one other road of its class.
    private func sides() throws(MapCompileError) -> SortedRecords {
        let ends = try ends.inOrder()
        let sides = RecordSorter(in: space)
        var meeting: [End] = []
        var node: UInt64?
        func finish() throws(MapCompileError) {
            // Each end is compared with each. The writer refuses a node of more roads.
            for road in meeting
            where (2...MapFormat.maximumLinksAtNode).contains(meeting.count) {
                let others = meeting.filter {
                    $0.way != road.way && $0.roadClass == road.roadClass
                }
                let named = others.filter { $0.isNamed(as: road) }
                let following = named.isEmpty ? others : named
                guard let node, following.count == 1 else { continue }
                var bytes = ByteWriter()
                bytes.varint(road.limit)
                bytes.varint(following[0].limit)
                bytes.zigzag(Int64(sortingKey: following[0].way))
                bytes.u8(road.isOfOverlay ? 1 : 0)
                try sides.put(road.way, node, bytes.bytes)
            }
            meeting.removeAll(keepingCapacity: true)
        }
        while try ends.advance() {
            if ends.key != node {
                try finish()
                node = ends.key
            }
            if meeting.count <= MapFormat.maximumLinksAtNode {
                meeting.append(End(ends.second, ends.bytes))
            }
        }
        try finish()
        return try sides.inOrder()
    }

    /// The limit of a record, if it is a number.
    private func kilometresPerHour(_ recorded: UInt64) -> Double? {
        guard recorded > 0, let limit = SpeedLimit(attributeValue: recorded - 1),
            let speed = limit.kilometresPerHour, speed.isFinite
        else { return nil }
        return speed
    }
}
