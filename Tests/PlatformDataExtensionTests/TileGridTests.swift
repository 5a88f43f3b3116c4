import PlatformDataExtension
import Testing

@Suite("Tile grids")
struct TileGridTests {
    /// Worked out by hand: 180° / 2^11 = 0.087890625°.
    @Test func tilesOfPlaces() throws {
        let grid = try #require(TileGrid(level: 11))
        #expect(grid.tileSize == 0.087890625)
        #expect(grid.tile(longitude: 9.99, latitude: 50) == TilePlace(x: 2161, y: 1592))
        #expect(grid.tile(longitude: 10.01953125, latitude: 50) == TilePlace(x: 2162, y: 1592))
        #expect(grid.tile(longitude: -180, latitude: -90) == TilePlace(x: 0, y: 0))
        #expect(grid.tile(longitude: 180, latitude: 90) == TilePlace(x: 4095, y: 2047))
    }

    @Test func levelsOfClasses() {
        #expect((1...5).map(LayerName.level) == [9, 10, 11, 12, 13])
    }

    @Test func requestsHoldFifteenTiles() throws {
        let grid = try #require(TileGrid(level: 13))
        let area = try #require(PlanArea(west: 10, south: 50, east: 10.2, north: 50.09))
        var requests: [TileRequest] = []
        grid.forEachRequest(for: LayerName("LINK", functionalClass: 5), in: area) {
            requests.append($0)
        }
        // 10 columns and 5 rows.
        #expect(requests.map(\.tiles.count) == [15, 15, 15, 5])
        let all = requests.flatMap(\.tiles)
        #expect(Set(all).count == 50)
        #expect(all.first == TilePlace(x: 8647, y: 6371))
        #expect(all.last == TilePlace(x: 8656, y: 6375))
    }

    @Test func acrossTheHundredAndEightiethMeridian() throws {
        let grid = try #require(TileGrid(level: 9))
        let area = try #require(PlanArea(west: 179.9, south: 0, east: -179.9, north: 0.1))
        var tiles: [TilePlace] = []
        grid.forEachTile(in: area) { tiles.append($0) }
        #expect(tiles == [TilePlace(x: 1023, y: 256), TilePlace(x: 0, y: 256)])
    }

    /// From the first tile eastwards around the Earth into the same tile.
    @Test func allAroundTheEarth() throws {
        let grid = try #require(TileGrid(level: 3))
        let area = try #require(PlanArea(west: -179.9, south: 0, east: -179.95, north: 0.1))
        var tiles: [TilePlace] = []
        grid.forEachTile(in: area) { tiles.append($0) }
        #expect(tiles == (0..<16).map { TilePlace(x: $0, y: 4) })
    }

    @Test func areasThatAreNone() {
        #expect(PlanArea(west: -181, south: 0, east: 0, north: 1) == nil)
        #expect(PlanArea(west: 0, south: 2, east: 1, north: 1) == nil)
        #expect(PlanArea(west: .nan, south: 0, east: 1, north: 1) == nil)
    }
}
