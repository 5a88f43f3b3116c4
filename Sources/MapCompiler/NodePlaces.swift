import Geodesy
import RecordSorting
import RoadMap

/// Finds the places of the roads' nodes.
///
/// The nodes of nearly every file ascend: then each is compared with the next one wanted, and only
/// wanted ones are kept. From where they do not, all are kept and told apart at the end.
struct NodePlaces {
    private let uses: SortedRecords
    private let places: RecordSorter
    private var taken: UInt64 = 0
    private var last: UInt64 = 0
    private var isAscending = true
    private var isWanting = false

    /// For the uses of nodes in roads, by the nodes' ids.
    init(of uses: SortedRecords, in space: SortingSpace) {
        self.uses = uses
        places = RecordSorter(in: space)
    }

    /// Says that the nodes of a file follow.
    mutating func beginFile() throws(MapCompileError) {
        try uses.restart()
        isWanting = try uses.advance()
        isAscending = true
        last = 0
    }

    /// Takes a node in the order of the file. Of several with one id the first counts.
    mutating func take(_ id: Int64, at place: Coordinate) throws(MapCompileError) {
        let key = id.sortingKey
        if key < last { isAscending = false }
        last = key
        if isAscending {
            while isWanting, uses.key < key { isWanting = try uses.advance() }
            guard isWanting, uses.key == key else { return }
        }
        var bytes = ByteWriter()
        bytes.u32(UInt32(bitPattern: place.latitudeE7))
        bytes.u32(UInt32(bitPattern: place.longitudeE7))
        taken += 1
        try places.put(key, taken, bytes.bytes)
    }

    /// The points of all roads, in the order of the roads.
    func points(in space: SortingSpace) throws(MapCompileError) -> RoadPoints {
        let places = try places.inOrder()
        let points = RecordSorter(in: space)
        var hasPlace = try places.advance()
        try uses.restart()
        var hasUse = try uses.advance()
        var before: UInt64?
        while hasUse {
            let node = uses.key
            let road = uses.second
            hasUse = try uses.advance()
            // A node that more than one road, or one road twice, runs over.
            let isShared = node == before || (hasUse && uses.key == node)
            before = node
            while hasPlace, places.key < node { hasPlace = try places.advance() }
            var bytes = ByteWriter()
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
    /// `nil` where the input does not hold the node.
    let place: Coordinate?
    /// Whether roads meet here.
    let isJunction: Bool
}

/// The points of roads, in the order of the roads.
struct RoadPoints {
    private let records: SortedRecords

    init(_ records: SortedRecords) { self.records = records }

    /// The points of the next road.
    func next(_ nodes: [Int64]) throws(MapCompileError) -> [RoadPoint] {
        var points: [RoadPoint] = []
        points.reserveCapacity(nodes.count)
        for node in nodes {
            guard try records.advance() else {
                preconditionFailure("each node of each road has a record")
            }
            var bytes = records.bytes
            let isJunction = bytes.u8() != 0
            var place: Coordinate?
            if bytes.count > 0 {
                let latitude = bytes.i32()
                place = Coordinate(latitudeE7: latitude, longitudeE7: bytes.i32())
            }
            points.append(RoadPoint(id: node, place: place, isJunction: isJunction))
        }
        return points
    }
}
