import Geodesy
import Horizon
import MapSketch
import Quantities
import RoadAhead
import RoadMap
import RoadMapWriter
import Routing
import Testing

/// A sketch with the vehicle somewhere in it, and what lies ahead of it in words.
struct AheadScene {
    let sketch: MapSketch
    var tree: PathTree
    var parameters = AheadParameters()

    init(_ sketch: MapSketch, at way: (Character, Character), _ metres: Double) throws {
        self.sketch = sketch
        tree = PathTree(map: sketch.map)
        try tree.advance(to: LinkPlace(try sketch.link(way.0, way.1), offset: Metres(metres)))
    }

    /// The items of all kinds that are asked for.
    func items(along path: PathID? = nil) throws -> [AheadItem] {
        var ahead = RoadAhead(map: sketch.map, parameters: parameters)
        return try ahead.items(of: tree, along: path)
    }

    /// The items of a kind.
    mutating func items(_ kind: AheadKind, along path: PathID? = nil) throws -> [AheadItem] {
        parameters.kinds = [kind]
        let items = try items(along: path)
        for item in items {
            #expect(item.kind == kind)
            #expect(item.end >= item.distance)
            // What is said of path and offset is the place that the distance leads to.
            let owner = try #require(tree.path(item.path))
            let start =
                owner.branch == nil
                ? Metres.zero - tree.vehicleOffset : owner.startDistance.metres
            #expect(abs((start + item.offset.metres - item.distance).value) < 1e-6)
        }
        return items
    }

    /// Where items of a kind begin and end, whole metres from the vehicle.
    mutating func stretches(_ kind: AheadKind) throws -> [[Int]] {
        try items(kind).map { [Self.whole($0.distance), Self.whole($0.end)] }
    }

    static func whole(_ distance: Metres) -> Int { Int(distance.value.rounded()) }

    /// An attribute over a stretch of its link, in metres.
    static func range(
        _ kind: AttributeKind, _ value: UInt64, _ from: Int, _ to: Int,
        _ directions: DirectionSet = .both
    ) -> Attribute {
        Attribute(
            kind, value, directions: directions, provenance: .tagged,
            from: Centimetres(from * 100), to: Centimetres(to * 100))
    }

    /// A profile of spots at metres.
    static func profile(_ kind: ProfileKind, _ spots: [(Int, Int32)]) -> NewProfile {
        NewProfile(
            kind, provenance: .derived,
            spots: spots.map { ProfileSpot(offset: Centimetres($0.0 * 100), value: $0.1) })
    }
}
