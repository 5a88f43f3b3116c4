import Geodesy
import MapSketch
import Quantities
import RoadMap
import Testing

@testable import RoadTiles

/// Vector tiles of drawn maps, read back by a reader of their own.
@Suite struct RoadTilesTests {
    /// Tile numbers that OpenStreetMap's wiki and its servers use.
    @Test(arguments: [
        (0.0, 0.0, 1, 1, 1), (52.52, 13.405, 14, 8802, 5373), (-33.8688, 151.2093, 10, 942, 614),
        (85.1, 179.999, 3, 7, 0),
    ])
    func tilesHaveTheNumbersOfTheWeb(
        _ latitude: Double, _ longitude: Double, _ zoom: Int, _ column: Int, _ row: Int
    ) throws {
        let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
        let tile = TilePlace(holding: place, zoom: zoom)
        #expect(tile == TilePlace(zoom: zoom, column: column, row: row))
        if abs(latitude) < 85 { #expect(tile.bounds.contains(place)) }
    }

    @Test func thereAreNoOtherTiles() {
        #expect(TilePlace(zoom: 2, column: 4, row: 0) == nil)
        #expect(TilePlace(zoom: 2, column: 0, row: -1) == nil)
        #expect(TilePlace(zoom: 23, column: 0, row: 0) == nil)
    }

    private static func sketch() throws -> MapSketch {
        try MapSketch(
            """
            A-------B-------C
                    |
                    D
            """, gridMetres: 100,
            roads: [
                .init(
                    "ABC", class: 2, limit: .limited(80, .kilometresPerHour), name: "Main \"<b>\""),
                .init("BD", oneway: true, class: 6),
            ])
    }

    /// All lines of a map in the tiles around a place of it.
    private static func lines(_ sketch: MapSketch, zoom: Int) throws -> [TileReader.Line] {
        var tiles = RoadTiles(map: sketch.map)
        let middle = TilePlace(holding: try sketch.place("B"), zoom: zoom)
        var lines: [TileReader.Line] = []
        for east in -2...2 {
            for south in -2...2 {
                let place = TilePlace(
                    zoom: zoom, column: middle.column + east, row: middle.row + south)
                guard let place else { continue }
                lines += try TileReader(try tiles.tile(place)).lines
            }
        }
        return lines
    }

    @Test func aRoadHasItsProperties() throws {
        let lines = try Self.lines(try Self.sketch(), zoom: 14)
        let main = try #require(lines.first { $0.properties["class"] == "2" })
        #expect(main.properties["name"] == "Main \"<b>\"")
        #expect(main.properties["limit"] == "80")
        #expect(main.properties["lanes"] == nil)
        let side = try #require(lines.first { $0.properties["class"] == "6" })
        #expect(side.properties["one_way"] == "1")
        #expect(side.properties["limit"] == nil)
    }

    /// Tiles of the Platform Data Extension have heights above the ellipsoid alone.
    @Test(arguments: [(ProfileKind.altitude, "sea"), (.ellipsoidalHeight, "ellipsoid")])
    func aHeightHasItsDatum(kind: ProfileKind, datum: String) throws {
        let sketch = try MapSketch(
            "A---B", gridMetres: 100,
            roads: [.init("AB", class: 2, profiles: [.level(kind, metres: 850, along: 50)])])
        let road = try #require(try Self.lines(sketch, zoom: 14).first)
        #expect(road.properties["height"]?.hasPrefix("850") == true)
        #expect(road.properties["height_above"] == datum)
    }

    @Test(arguments: [(14, true), (13, false), (11, false)])
    func smallRoadsAreOnlyOnLargeScales(_ zoom: Int, _ isThere: Bool) throws {
        let lines = try Self.lines(try Self.sketch(), zoom: zoom)
        #expect(lines.contains { $0.properties["class"] == "2" })
        #expect(lines.contains { $0.properties["class"] == "6" } == isThere)
    }

    @Test func thereIsNothingBeyondTheZoomLevels() throws {
        let sketch = try Self.sketch()
        var tiles = RoadTiles(map: sketch.map)
        for zoom in [RoadTiles.lowestZoom - 1, RoadTiles.highestZoom + 1] {
            #expect(try tiles.tile(TilePlace(holding: try sketch.place("B"), zoom: zoom)).isEmpty)
        }
    }

    /// The length of the roads over all tiles is their length on the map, if margins do not count twice.
    @Test func linesOfNeighbouringTilesJoin() throws {
        let sketch = try Self.sketch()
        let metres = 40_075_016.68 / Double(1 << 14) / 4096
        let (_, parallel) = sineAndCosine(try sketch.place("B").latitude / degreesPerRadian)
        var length = 0.0
        for line in try Self.lines(sketch, zoom: 14) where line.properties["class"] == "2" {
            length += line.lengthWithin(0...4096) * metres * parallel
        }
        #expect(abs(length - 1600) < 10, "\(length)")
    }

    @Test func aLineThatLeavesAndComesBackHasTwoParts() {
        let line = [
            TilePoint(x: 100, y: 100), TilePoint(x: 9000, y: 100), TilePoint(x: 9000, y: 300),
            TilePoint(x: 100, y: 300),
        ]
        let parts = TileLines.parts(of: line, within: 64)
        #expect(parts.count == 2)
        #expect(parts.first?.last == TilePoint(x: 4160, y: 100))
        #expect(parts.last?.first == TilePoint(x: 4160, y: 300))
    }

    @Test func thinningKeepsWhatIsFarFromTheChord() {
        let line = (0...100).map {
            TilePoint(x: Double($0) * 10, y: $0 == 50 ? 40 : Double($0 % 2) * 0.4)
        }
        let thinned = TileLines.thin(line, tolerance: 1)
        #expect(thinned.contains(TilePoint(x: 500, y: 40)))
        #expect(thinned.count < 10)
    }
}
