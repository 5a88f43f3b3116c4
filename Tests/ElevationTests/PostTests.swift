import Geodesy
import GeometryTrials
import Glibc
import Quantities
import Testing

@testable import Elevation

@Suite("Posts that count")
struct PostTests {
    /// A grid of degrees without sources: the height of each post is 0.
    private func virtualGrid(
        of file: String, west: Double, north: Double, step: Double, columns: Int, rows: Int
    ) throws -> String {
        let path = "/tmp/ehorizon-test-\(getpid())-\(file).vrt"
        let text =
            "<VRTDataset rasterXSize=\"\(columns)\" rasterYSize=\"\(rows)\"><SRS>EPSG:4326</SRS>"
            + "<GeoTransform>\(west),\(step),0,\(north),0,-\(step)</GeoTransform>"
            + "<VRTRasterBand dataType=\"Float32\" band=\"1\"/></VRTDataset>"
        let output = try #require(fopen(path, "w"))
        fputs(text, output)
        fclose(output)
        return path
    }

    /// The distance of neighbouring posts, m, and the columns and rows from a post that counts to the next one.
    @Test(arguments: [
        (column: 30.9, row: 30.9, step: [1, 1]), (92.8, 92.8, [1, 1]), (25, 25, [1, 1]),
        // One second at 60° and at 78° of latitude.
        (15.4, 30.9, [1, 1]), (6.4, 30.9, [1, 1]),
        (10, 10, [2, 2]), (5, 5, [4, 4]), (1, 1, [32, 32]), (0.5, 0.5, [64, 64]),
        (0.1, 0.1, [256, 256]), (0.5, 40, [64, 1]),
    ]) func `The work at a place does not grow with the resolution`(
        column: Double, row: Double, step: [Int]
    ) {
        let radius = max(3.5 * max(column, row), 260)
        let found = PostStep(columns: radius / column, rows: radius / row)
        #expect([found.columns, found.rows] == step)
        let columns = 2 * radius / column / Double(found.columns) + 1
        let rows = 2 * radius / row / Double(found.rows) + 1
        #expect((50...1500).contains(columns * rows))
    }

    @Test func `Heights and slopes of a grid of 1 m`() throws {
        let path = "/tmp/ehorizon-test-\(getpid())-1m.tif"
        defer { unlink(path) }
        var random = SeededNoise(seed: 8)
        let terrain = try #require(TerrainTrial(with: &random))
        let isWritten = terrain.write(
            to: path, seconds: 1.0 / 30, noise: 0.2, degrees: 0.012, with: &random)
        #expect(isWritten)
        let corner = try #require(Coordinate(latitude: 42.5, longitude: 1.5))
        let frame = LocalFrame(around: corner)
        let start = try #require(Coordinate(latitude: 42.4935, longitude: 1.4955))
        let end = try #require(Coordinate(latitude: 42.4985, longitude: 1.4962))

        let grid = try ElevationGrid(path: path)
        #expect((0.9...1.1).contains(grid.spacing))
        var posts: [Post] = []
        let found = try grid.posts(around: start, within: 260, into: &posts)
        #expect(found?.voids == 0 && found?.isVoidHere == false)
        #expect((200...810).contains(posts.count))
        for post in posts {
            let place = frame.project(start) + PlanarVector(x: post.east, y: post.north)
            #expect(abs(post.height - terrain.height(place)) < 2)
        }

        let shape = Shape([start, end])
        let profile = try ElevationModel(path: path).profile(along: shape)
        let spots = try #require(profile.stretches.first)
        #expect(spots.count > 15 && profile.stretches.count == 1)
        for spot in spots {
            func height(_ along: Double) -> Double {
                terrain.height(frame.project(shape.place(at: Metres(along))))
            }
            #expect(abs(spot.height - height(spot.along)) < 1)
            let (from, to) = (max(spot.along - 50, 0), min(spot.along + 50, shape.length.value))
            #expect(abs(spot.slope - (height(to) - height(from)) / (to - from)) < 0.01)
        }
    }

    @Test func `A grid finer than any terrain model is refused in one line`() throws {
        // 36 million posts for each degree.
        let path = try virtualGrid(
            of: "fine", west: 8, north: 46, step: 1.0 / 36_000_000, columns: 2_000_000_000,
            rows: 2_000_000_000)
        defer { unlink(path) }
        let error = #expect(throws: ElevationError.self) { try ElevationModel(path: path) }
        let line = "\(try #require(error))"
        #expect(line.hasPrefix("cannot read \(path): its posts are nearer together than 0.1 m; "))
    }

    /// There the columns of a grid of degrees are centimetres apart, and at the pole they meet.
    @Test(arguments: [88.0, 89.9, 89.999, 89.99999, 90])
    func `Near a pole`(latitude: Double) throws {
        let path = try virtualGrid(
            of: "pole\(latitude)", west: -180, north: 90, step: 1.0 / 3600, columns: 1_296_000,
            rows: 108_000)
        defer { unlink(path) }
        let place = try #require(Coordinate(latitude: latitude, longitude: 12))
        let height = try ElevationModel(path: path).height(at: place)
        if latitude < 89.99 { #expect(height?.height == 0) }
    }
}
