import RecordSorting
import RoadMap
import RoadMapWriter

/// Finds the roads whose limit is at most a third or at least three times that of the roads by which
/// the same road goes on at both ends, which agree with each other: so far apart are a missing or a
/// doubled digit, and no signs that follow each other.
struct NeighbourDoubt {
    private let space: SortingSpace
    private let ends: RecordSorter

    init(in space: SortingSpace) {
        self.space = space
        ends = RecordSorter(in: space)
    }

    /// Takes a road, each once. Only by its name is a road known to go on.
    func add(_ way: Int64, _ road: RoadRecord) throws(MapCompileError) {
        guard let first = road.nodes.first, let last = road.nodes.last, first != last,
            let name = road.texts.first(where: { $0.kind == .name || $0.kind == .reference }),
            let roadClass = road.attributes.first(where: { $0.kind == .functionalRoadClass })
        else { return }
        let limits = road.attributes.filter { $0.kind == .speedLimit }
        var bytes = ByteWriter()
        bytes.varint(limits.count == 1 ? limits[0].value + 1 : 0)
        bytes.varint(roadClass.value)
        bytes.bytes(Array(name.text.utf8))
        for node in [first, last] {
            try ends.put(node.sortingKey, way.sortingKey, bytes.bytes)
        }
    }

    /// The roads in doubt, in the order of their ids.
    func roads() throws(MapCompileError) -> [Int64] {
        let sides = try sides()
        var doubtful: [Int64] = []
        var last: (way: UInt64, neighbour: Double)?
        while try sides.advance() {
            var bytes = sides.bytes
            guard let limit = kilometresPerHour(bytes.varint()),
                let neighbour = kilometresPerHour(bytes.varint())
            else { continue }
            let isThird = limit * 3 <= neighbour || limit >= neighbour * 3
            if let last, last == (sides.key, neighbour), isThird {
                doubtful.append(Int64(sortingKey: sides.key))
            }
            last = (sides.key, neighbour)
        }
        return doubtful
    }

    /// For each end of a road by which it goes on in one other alone: its own limit and that one's.
    private func sides() throws(MapCompileError) -> SortedRecords {
        let ends = try ends.inOrder()
        let sides = RecordSorter(in: space)
        var meeting: [(way: UInt64, limit: UInt64, identity: [UInt8])] = []
        var node: UInt64?
        func finish() throws(MapCompileError) {
            for road in meeting {
                let others = meeting.filter {
                    $0.way != road.way && $0.identity == road.identity
                }
                guard let node, others.count == 1 else { continue }
                var bytes = ByteWriter()
                bytes.varint(road.limit)
                bytes.varint(others[0].limit)
                try sides.put(road.way, node, bytes.bytes)
            }
            meeting.removeAll(keepingCapacity: true)
        }
        while try ends.advance() {
            if ends.key != node {
                try finish()
                node = ends.key
            }
            var bytes = ends.bytes
            let limit = bytes.varint()
            meeting.append((ends.second, limit, Array(bytes.rest)))
        }
        try finish()
        return try sides.inOrder()
    }

    /// The limit of a record, where there is one and it is a number.
    private func kilometresPerHour(_ recorded: UInt64) -> Double? {
        guard recorded > 0, let limit = SpeedLimit(attributeValue: recorded - 1),
            let speed = limit.kilometresPerHour, speed.isFinite
        else { return nil }
        return speed
    }
}
