import Geodesy
import RecordSorting
import RoadMap

/// Finds the places of the roads' nodes.
///
/// The nodes of nearly every file ascend. Then each is compared with the next wanted node, and only
/// wanted nodes are kept. After the first node out of order, all are kept and selected at the end.
struct NodePlaces {
    private let uses: SortedRecords
    private let places: RecordSorter
    /// The record of the last node taken.
    private var bytes = ByteWriter()
    private var taken: UInt64 = 0
    private var last: UInt64 = 0
    private var isAscending = true
    /// The next wanted node; `nil` if there is none.
    private var wanted: UInt64?

    /// For the uses of nodes in roads, by the nodes' ids.
    init(of uses: SortedRecords, in space: SortingSpace) {
        self.uses = uses
        places = RecordSorter(in: space)
    }

    /// Begins the nodes of a file.
    mutating func beginFile() throws(MapCompileError) {
        try uses.restart()
        wanted = try uses.advance() ? uses.key : nil
        isAscending = true
        last = 0
    }

    /// Whether to keep the next node of the file. The caller asks for each node, in the order of
    /// the file.
    mutating func wants(_ id: Int64) throws(MapCompileError) -> Bool {
        let key = id.sortingKey
        if key < last { isAscending = false }
        last = key
        guard isAscending else { return true }
        while let node = wanted, node < key { wanted = try uses.advance() ? uses.key : nil }
        return wanted == key
    }

    /// Adds a node with its objects. Of several nodes with one id, the first counts.
    mutating func take(
        _ id: Int64,
        at place: Coordinate,
        _ objects: [NodeObject]
    ) throws(MapCompileError) {
        bytes.removeAll()
        bytes.u32(UInt32(bitPattern: place.latitudeE7))
        bytes.u32(UInt32(bitPattern: place.longitudeE7))
        if !objects.isEmpty { bytes.objects(objects) }
        taken += 1
        try places.put(id.sortingKey, taken, bytes.bytes)
    }

    /// The points of all roads, in the order of the roads.
    func points(in space: SortingSpace) throws(MapCompileError) -> RoadPoints {
        let places = try places.inOrder()
        let points = RecordSorter(in: space)
        var hasPlace = try places.advance()
        try uses.restart()
        var hasUse = try uses.advance()
        var before: UInt64?
        var bytes = ByteWriter()
        while hasUse {
            let node = uses.key
            let road = uses.second
            hasUse = try uses.advance()
            // A node that several roads have, or that one road has twice.
            let isShared = node == before || (hasUse && uses.key == node)
            before = node
            while hasPlace, places.key < node { hasPlace = try places.advance() }
            bytes.removeAll()
            bytes.u8(isShared ? 1 : 0)
            if hasPlace, places.key == node { bytes.bytes(places.bytes.rest) }
            try points.put(road >> 32, road & 0xFFFF_FFFF, bytes.bytes)
        }
        return RoadPoints(try points.inOrder())
    }
}

/// A node on a road.
struct RoadPoint {
    let id: Int64
    /// `nil` if the input does not have the node.
    let place: Coordinate?
    /// Whether links end here: roads meet, or there is a barrier that no car passes.
    let isJunction: Bool
    /// Whether there is such a barrier. The road beyond it is another road. At a node of several
    /// roads, the data do not state which of them the barrier separates.
    let isClosed: Bool
    /// The objects at this node.
    let objects: [NodeObject]
}

/// The points of roads, in the order of the roads.
struct RoadPoints {
    private let records: SortedRecords

    init(_ records: SortedRecords) { self.records = records }

    /// Returns to the start, before the first road.
    func rewind() throws(MapCompileError) { try records.restart() }

    /// The places of the next points, in the given number; `nil` if the input does not have all of
    /// them.
    func nextPlaces(_ count: Int) throws(MapCompileError) -> [Coordinate]? {
        let places = try next([Int64](repeating: 0, count: count)).compactMap(\.place)
        return places.count == count ? places : nil
    }

    /// The points of the next road.
    func next(_ nodes: [Int64]) throws(MapCompileError) -> [RoadPoint] {
        var points: [RoadPoint] = []
        points.reserveCapacity(nodes.count)
        for node in nodes {
            guard try records.advance() else {
                preconditionFailure("each node of each road has a record")
            }
            var bytes = records.bytes
            let isShared = bytes.u8() != 0
            var place: Coordinate?
            if bytes.count > 0 {
                let latitude = bytes.i32()
                place = Coordinate(latitudeE7: latitude, longitudeE7: bytes.i32())
            }
            let objects = bytes.count > 0 ? bytes.objects() : []
            let isClosed = !isShared && objects.contains { $0.object.carAccess == .closed }
            points.append(
                RoadPoint(
                    id: node,
                    place: place,
                    isJunction: isShared || isClosed,
                    isClosed: isClosed,
                    objects: objects
                )
            )
        }
        return points
    }
}
