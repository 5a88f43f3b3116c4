/// A rectangle in degrees for a plan. If its west is greater than its east, it crosses the 180th
/// meridian.
public struct PlanArea: Sendable, Hashable {
    /// Degrees east of Greenwich, -180...180.
    public let west: Double
    /// Degrees north of the equator, -90...90.
    public let south: Double
    /// Degrees east of Greenwich, -180...180.
    public let east: Double
    /// Degrees north of the equator, never less than ``south``.
    public let north: Double

    /// A rectangle of its borders; `nil` if they are none on Earth.
    public init?(west: Double, south: Double, east: Double, north: Double) {
        guard west.magnitude <= 180, east.magnitude <= 180, south >= -90, north <= 90,
            south <= north
        else { return nil }
        self.west = west
        self.south = south
        self.east = east
        self.north = north
    }
}

/// One tile of a level: so many from the 180th meridian eastwards and from the south pole northwards.
public struct TilePlace: Sendable, Hashable {
    /// 0 ..< 2 · 2^level.
    public let x: Int
    /// 0 ..< 2^level.
    public let y: Int

    /// A tile by its column and row.
    public init(x: Int, y: Int) {
        self.x = x
        self.y = y
    }
}

/// A request for tiles of one layer.
public struct TileRequest: Sendable, Hashable {
    /// The layer.
    public let layer: LayerName
    /// The level of the tiles.
    public let level: Int
    /// The tiles, 1...15.
    public let tiles: [TilePlace]

    /// The most tiles that a request may ask for.
    public static let mostTiles = 15
}

/// The squares that a level divides the Earth into: 180° / 2^level wide and high.
public struct TileGrid: Sendable, Hashable {
    /// 1...20.
    public let level: Int

    /// The grid of a level, `nil` outside 1...20.
    public init?(level: Int) {
        guard (1...20).contains(level) else { return nil }
        self.level = level
    }

    /// Width and height of a tile in degrees.
    public var tileSize: Double { 180 / Double(rowCount) }

    private var rowCount: Int { 1 << level }

    /// The tile that contains a place. The outermost tiles include the edges of the world.
    public func tile(longitude: Double, latitude: Double) -> TilePlace {
        TilePlace(
            x: min(max(Int(((longitude + 180) / tileSize).rounded(.down)), 0), 2 * rowCount - 1),
            y: min(max(Int(((latitude + 90) / tileSize).rounded(.down)), 0), rowCount - 1)
        )
    }

    /// Visits the tiles of a rectangle, from south to north and in each row from west to east.
    public func forEachTile<Failure: Error>(
        in area: PlanArea,
        _ visit: (TilePlace) throws(Failure) -> Void
    ) throws(Failure) {
        let low = tile(longitude: area.west, latitude: area.south)
        let high = tile(longitude: area.east, latitude: area.north)
        for y in low.y...high.y {
            if area.west <= area.east {
                for x in low.x...high.x { try visit(TilePlace(x: x, y: y)) }
            } else {
                // The parts on both sides of the meridian may be in the same wide tile.
                for x in low.x..<2 * rowCount { try visit(TilePlace(x: x, y: y)) }
                for x in 0..<min(high.x + 1, low.x) { try visit(TilePlace(x: x, y: y)) }
            }
        }
    }

    /// Visits the requests for a layer's tiles in a rectangle.
    public func forEachRequest<Failure: Error>(
        for layer: LayerName,
        in area: PlanArea,
        _ visit: (TileRequest) throws(Failure) -> Void
    ) throws(Failure) {
        var tiles: [TilePlace] = []
        try forEachTile(in: area) { (tile) throws(Failure) in
            tiles.append(tile)
            guard tiles.count == TileRequest.mostTiles else { return }
            try visit(TileRequest(layer: layer, level: level, tiles: tiles))
            tiles.removeAll(keepingCapacity: true)
        }
        guard !tiles.isEmpty else { return }
        try visit(TileRequest(layer: layer, level: level, tiles: tiles))
    }
}
