import Geodesy
import GeometryTrials
import RoadShape
import Testing

@Suite("The curvature of a road that goes on in another")
struct RoadCurvatureTests {
    /// Roads drawn with a scatter and laid on the Earth.
    private func lines(_ kind: CurvatureTrial.RoadKind, seed: UInt64) throws -> [Coordinate] {
        var random = SeededNoise(seed: seed)
        let road = CurvatureTrial.road(kind, with: &random)
        let drawn = DrawnRoad(road, scatter: 1, tolerance: 0.8, with: &random)
        let origin = try #require(Coordinate(latitude: 42.5, longitude: 1.5))
        let frame = LocalFrame(around: origin)
        return drawn.points.compactMap { frame.unproject($0) }
    }

    @Test(arguments: CurvatureTrial.RoadKind.allCases)
    func `No step where a road is cut, wherever that is and whichever way it is drawn`(
        _ kind: CurvatureTrial.RoadKind
    ) throws {
        var compared = 0
        for seed in 1...20 as ClosedRange<UInt64> {
            let line = try lines(kind, seed: seed)
            guard line.count >= 4 else { continue }
            let cut = 1 + Int(seed) % (line.count - 2)
            let first = Array(line[...cut])
            let second = Array(line[cut...])
            var curvature = RoadCurvature()
            let met = curvature.junction(first, second)
            let junction = try #require(met)
            let beginning = curvature.profile(of: first, after: .init(second, junction))
            let ending = curvature.profile(of: second, before: .init(first, junction))
            let before = try #require(beginning.spots.last)
            let after = try #require(ending.spots.first)
            #expect(abs(before.curvature - after.curvature) < 1e-9)
            // The second half drawn the other way is the same road.
            let metBack = curvature.junction(second.reversed(), first.reversed())
            let back = try #require(metBack)
            #expect(back.curvature == -junction.curvature && back.error == junction.error)
            let turned = curvature.profile(
                of: second.reversed(), after: .init(first.reversed(), back))
            let last = try #require(turned.spots.last)
            #expect(abs(before.curvature + last.curvature) < 1e-9)
            compared += 1
        }
        #expect(compared > 0)
    }

    @Test func `A part counts from its start, and turned over it bends the other way`() throws {
        let profile = CurvatureProfile(spots: [
            .init(along: 0, curvature: 0, error: 0.001),
            .init(along: 100, curvature: 0.02, error: 0.003),
        ])
        let part = profile.part(from: 25, to: 75)
        #expect(part.spots.map(\.along) == [0, 50])
        #expect(part.spots.map(\.curvature) == [0.005, 0.015])
        let turned = profile.part(from: 75, to: 25)
        #expect(turned.spots.map(\.curvature) == [-0.015, -0.005])
    }
}
