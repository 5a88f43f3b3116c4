import Elevation
import Geodesy
import GeometryTrials
import Glibc
import Quantities
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

    @Test func `The slope is led over to a bridge's at the end, however long the road`() throws {
        let path = "/tmp/ehorizon-test-\(getpid())-end.tif"
        defer { unlink(path) }
        var random = SeededNoise(seed: 6)
        let terrain = try #require(TerrainTrial(with: &random))
        #expect(terrain.write(to: path, seconds: 3, noise: 0, with: &random))
        let model = try ElevationModel(path: path)
        let bridge = StructureSlope(slope: 0.2, error: 0.01)
        // Of some lengths three times the third is not the whole, in floating point.
        for step in 0..<40 as Range<Int32> {
            let start = try #require(
                Coordinate(latitudeE7: 425_100_000, longitudeE7: 15_100_000))
            let end = try #require(
                Coordinate(latitudeE7: 425_100_000 + 30_000 + 77 * step, longitudeE7: 15_100_000))
            let shape = Shape([start, end])
            var profile = try model.profile(along: shape)
            profile.leadSlope(to: bridge, atEnd: true, length: shape.length.value)
            let last = try #require(profile.stretches.last?.last)
            #expect(last.along == shape.length.value)
            #expect(abs(last.slope - bridge.slope) < 1e-12)
        }
    }
}
