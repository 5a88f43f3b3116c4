import Elevation
import GeometryTrials
import Glibc
import Testing

@Suite("Slopes over hills that are known")
struct SlopeBarTests {
    @Test(arguments: [1.0, 3])
    func `Within one per cent over a hundred metres, and the stated error covers it`(
        _ seconds: Double
    ) throws {
        let path = "/tmp/ehorizon-test-\(getpid())-\(Int(seconds)).tif"
        defer { unlink(path) }
        for seed in 1...3 as ClosedRange<UInt64> {
            var random = SeededNoise(seed: seed)
            let terrain = try #require(TerrainTrial(with: &random))
            #expect(terrain.write(to: path, seconds: seconds, noise: 1, with: &random))
            let score = try terrain.score(
                try ElevationModel(path: path), roads: 10, with: &random)
            #expect(score.places > 500)
            #expect(score.unknown == 0)
            #expect(score.slopeError <= 0.01)
            #expect(score.slopeCoverage >= 0.9)
            #expect(score.heightCoverage >= 0.9)
        }
    }

    @Test func `Nothing is known in voids, outside of the grid and where there is no file`() throws
    {
        let path = "/tmp/ehorizon-test-\(getpid())-voids.tif"
        defer { unlink(path) }
        var random = SeededNoise(seed: 5)
        let terrain = try #require(TerrainTrial(with: &random))
        #expect(terrain.write(to: path, seconds: 3, noise: 1, voids: 1, with: &random))
        let model = try ElevationModel(path: path)
        let score = try terrain.score(model, roads: 2, with: &random)
        #expect(score.unknown == score.places)
        #expect(throws: ElevationError.self) { try ElevationModel(path: "/nowhere.tif") }
        #expect(throws: ElevationError.self) { try ElevationModel(path: "/dev") }
    }
}
