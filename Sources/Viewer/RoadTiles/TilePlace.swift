public import Geodesy

/// A tile of the web's Mercator pyramid (EPSG:3857), as maps on web pages number them.
///
/// ## Source
/// OpenStreetMap's wiki, "Slippy map tilenames"; Mapbox Vector Tile Specification 2.1.
public struct TilePlace: Sendable, Hashable {
    /// The zoom level, 0...22.
    public let zoom: Int
    /// The column, from west, 0 ..< 2^zoom.
    public let column: Int
    /// The row, from north, 0 ..< 2^zoom.
    public let row: Int

    /// The side of a tile in its own units.
    public static var extent: Int { 4096 }
    /// The units beyond the edges that lines have too, so that they join those of the next tile.
    static var margin: Int { 64 }

    /// A tile; `nil` if there is none of these numbers.
    public init?(zoom: Int, column: Int, row: Int) {
        guard (0...22).contains(zoom), (0..<(1 << zoom)).contains(column),
            (0..<(1 << zoom)).contains(row)
        else { return nil }
        self.zoom = zoom
        self.column = column
        self.row = row
    }

    /// The tile that holds a place; latitudes beyond those of the projection count as its edge.
    public init(holding place: Coordinate, zoom: Int) {
        let zoom = min(max(zoom, 0), 22)
        let (x, y) = Self.world(place)
        let count = Double(1 << zoom)
        self.zoom = zoom
        column = min(max(Int(x * count), 0), (1 << zoom) - 1)
        row = min(max(Int(y * count), 0), (1 << zoom) - 1)
    }

    /// The rectangle of the tile with its margin.
    public var bounds: BoundingBox {
        let margin = Double(Self.margin) / Double(Self.extent)
        let count = Double(1 << zoom)
        func degrees(_ x: Double) -> Double { min(max(x / count * 360 - 180, -180), 180) }
        func latitude(_ y: Double) -> Double {
            let north = exponential(.pi * (1 - 2 * y / count))
            return (2 * arcTangent(north, 1) - .pi / 2) * degreesPerRadian
        }
        var box = BoundingBox.empty
        let corners = [
            Coordinate(
                latitude: latitude(Double(row) - margin),
                longitude: degrees(Double(column) - margin)),
            Coordinate(
                latitude: latitude(Double(row + 1) + margin),
                longitude: degrees(Double(column + 1) + margin)),
        ]
        for corner in corners.compactMap({ $0 }) { box.grow(toHold: corner) }
        return box
    }

    /// A place in units of the tile, from its north-western corner; it may lie outside.
    func point(of place: Coordinate) -> TilePoint {
        let (x, y) = Self.world(place)
        let count = Double(1 << zoom)
        let side = Double(Self.extent)
        return TilePoint(
            x: ((x * count - Double(column)) * side), y: ((y * count - Double(row)) * side))
    }

    /// A place on the square of the world, 0...1 from west and from north.
    private static func world(_ place: Coordinate) -> (x: Double, y: Double) {
        // The latitude at which the projection is a square.
        let latitude = min(max(place.latitude, -85.051_128_78), 85.051_128_78) / degreesPerRadian
        let (sine, _) = sineAndCosine(latitude)
        let y = 0.5 - logarithm((1 + sine) / (1 - sine)) / (4 * .pi)
        return ((place.longitude + 180) / 360, y)
    }
}

/// A place in units of a tile.
struct TilePoint: Sendable, Hashable {
    var x: Double
    var y: Double
}
