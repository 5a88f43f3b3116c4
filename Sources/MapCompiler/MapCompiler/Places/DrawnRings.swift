import Geodesy
import RecordSorting
import RoadMap

/// The closed ways around residential areas, car parks and squares, during the reading of ways and
/// nodes. They are as many as the streets of a country, so they wait in a sorter, like roads.
struct DrawnRings {
    /// The kind of area.
    enum Kind {
        case residential, parking, square
    }

    private let uses: RecordSorter
    /// The kind of each ring and its number of nodes.
    private var rings: [(kind: Kind, count: Int)] = []
    private var places: NodePlaces?

    init(in space: SortingSpace) { uses = RecordSorter(in: space) }

    /// Adds a way of the input if it is one. Adding it twice changes nothing.
    mutating func take(
        _ nodes: UnsafeBufferPointer<Int64>, _ tags: ReadTags
    ) throws(MapCompileError) {
        guard nodes.count > 3, nodes.first == nodes.last, let kind = tags.ringKind else { return }
        for (position, node) in nodes.dropLast().enumerated() {
            try uses.put(node.sortingKey, UInt64(rings.count) << 32 | UInt64(position))
        }
        rings.append((kind, nodes.count - 1))
    }

    /// Ends the reading of ways.
    mutating func beginPlaces(in space: SortingSpace) throws(MapCompileError) {
        if !rings.isEmpty { places = NodePlaces(of: try uses.inOrder(), in: space) }
    }

    /// Begins the nodes of a file.
    mutating func beginFile() throws(MapCompileError) { try places?.beginFile() }

    /// Whether to keep the next node of the file. The caller asks for each node, in the order of
    /// the file.
    mutating func wants(_ id: Int64) throws(MapCompileError) -> Bool {
        try places?.wants(id) ?? false
    }

    /// Takes a node.
    mutating func take(_ id: Int64, at place: Coordinate) throws(MapCompileError) {
        try places?.take(id, at: place, [])
    }

    /// Adds the areas whose whole line is in the input. The others have no known place.
    func add(
        to builtUp: inout BuiltUpAreas, _ access: inout AccessAreas, in space: SortingSpace
    ) throws(MapCompileError) {
        guard let points = try places?.points(in: space) else { return }
        for (kind, count) in rings {
            guard let ring = try points.nextPlaces(count) else { continue }
            switch kind {
            case .residential: builtUp.add([ring])
            case .parking: access.add([ring], .carParkAccess)
            case .square: access.add([ring], .trafficSquare)
            }
        }
    }
}

extension ReadTags {
    /// The kind of area that a closed way with these tags surrounds; `nil` if it is not relevant to
    /// roads.
    fileprivate var ringKind: DrawnRings.Kind? {
        var kind: DrawnRings.Kind?
        forEach { number, value in
            switch TagKey.all[number] {
            case .landuse where value.elementsEqual("residential".utf8): kind = .residential
            case .amenity where value.elementsEqual("parking".utf8): kind = kind ?? .parking
            case .place where value.elementsEqual("square".utf8): kind = kind ?? .square
            default: break
            }
        }
        return kind
    }
}
