import Geodesy
import RecordSorting
import RoadMap

/// The closed ways around residential areas, while ways and nodes are read. There are as many as streets
/// of a country, so they wait in a sorter, as roads do.
struct ResidentialRings {
    private let uses: RecordSorter
    /// How many nodes each ring has.
    private var counts: [Int] = []
    private var places: NodePlaces?

    init(in space: SortingSpace) { uses = RecordSorter(in: space) }

    /// Takes a way of the input, if it is one. The same one twice makes no difference.
    mutating func take(
        _ nodes: UnsafeBufferPointer<Int64>, _ tags: ReadTags
    ) throws(MapCompileError) {
        guard nodes.count > 3, nodes.first == nodes.last, tags.have(.landuse, "residential") else {
            return
        }
        for (position, node) in nodes.dropLast().enumerated() {
            try uses.put(node.sortingKey, UInt64(counts.count) << 32 | UInt64(position))
        }
        counts.append(nodes.count - 1)
    }

    /// Says that all ways have been read.
    mutating func beginPlaces(in space: SortingSpace) throws(MapCompileError) {
        if !counts.isEmpty { places = NodePlaces(of: try uses.inOrder(), in: space) }
    }

    /// Says that the nodes of a file follow.
    mutating func beginFile() throws(MapCompileError) { try places?.beginFile() }

    /// Whether the next node of the file is to be taken. It is asked of each, in the order of the file.
    mutating func wants(_ id: Int64) throws(MapCompileError) -> Bool {
        try places?.wants(id) ?? false
    }

    /// Takes a node.
    mutating func take(_ id: Int64, at place: Coordinate) throws(MapCompileError) {
        try places?.take(id, at: place, [])
    }

    /// Adds the areas whose whole line the input holds: of the others nobody can say where they are.
    func add(to areas: inout BuiltUpAreas, in space: SortingSpace) throws(MapCompileError) {
        guard let points = try places?.points(in: space) else { return }
        for count in counts {
            if let ring = try points.nextPlaces(count) { areas.add([ring]) }
        }
    }
}
