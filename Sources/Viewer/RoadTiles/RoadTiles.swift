import Geodesy
import Quantities
public import RoadMap

/// The roads of a map as vector tiles, for a map on a page.
///
/// ```swift
/// var tiles = RoadTiles(map: map)
/// let bytes = try tiles.tile(place)
/// ```
/// A tile has one layer, `roads`. Its lines have these properties, each only where the map knows it:
///
/// | property | value |
/// |---|---|
/// | `way` | the OpenStreetMap number, as text |
/// | `link` | `way/start node/end node`, as in the other commands |
/// | `class` | the functional road class, 1...6 |
/// | `form` | the form of way |
/// | `name`, `number` | texts |
/// | `limit` | a number in `limit_unit`, or `unlimited`, `walking pace`, `variable` |
/// | `lanes` | in the forward direction, else in the other one |
/// | `slope` | the mean of its amounts, per cent |
/// | `height` | the mean, m |
/// | `tunnel`, `bridge` | true |
/// | `one_way` | 1 forward alone, -1 backward alone |
///
/// At low zoom levels only the more important roads are there: below 12 up to class 3, below 14 up to class 5.
public struct RoadTiles {
    /// The lowest zoom level with roads.
    public static var lowestZoom: Int { 8 }
    /// The highest zoom level: a unit of its tiles is 0.6 m at the equator. Pages enlarge its tiles further.
    public static var highestZoom: Int { 14 }

    private let map: RoadMap
    private var shape = Shape()

    /// Tiles of a map.
    public init(map: RoadMap) { self.map = map }

    /// A tile; empty if it has no road.
    public mutating func tile(_ place: TilePlace) throws(MapError) -> [UInt8] {
        guard (Self.lowestZoom...Self.highestZoom).contains(place.zoom) else { return [] }
        var links: [Link] = []
        try map.forEachLink(in: place.bounds) { (link) throws(MapError) in links.append(link) }
        var layer = TileLayer(name: "roads")
        for link in links {
            let description = try RoadProperties(of: link, in: map)
            guard description.isShown(at: place.zoom) else { continue }
            shape.removeAll()
            try map.appendShape(of: link, to: &shape)
            let line = shape.points.map { place.point(of: $0) }
            let parts = TileLines.parts(of: line, within: TilePlace.margin)
            if !parts.isEmpty { layer.add(parts, description.list) }
        }
        return layer.count == 0 ? [] : layer.tile()
    }
}
