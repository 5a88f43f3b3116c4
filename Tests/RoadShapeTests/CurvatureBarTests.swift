import GeometryTrials
import RoadShape
import Testing

@Suite("Curvature against roads that are known")
struct CurvatureBarTests {
    @Test func `The bars hold on a seeded sample of all kinds of road`() {
        var fitter = CurvatureFitter()
        var fitted = CurvatureTrial.Score()
        var plain = CurvatureTrial.Score()
        for kind in CurvatureTrial.RoadKind.allCases {
            for scatter in [0.5, 1, 2] {
                var random = SeededNoise(seed: UInt64(scatter * 1000))
                for _ in 0..<40 {
                    let scores = CurvatureTrial.run(kind, scatter: scatter, with: &random, &fitter)
                    fitted += scores.fitted
                    plain += scores.threePoint
                }
            }
        }
        #expect(fitted.clear > 100_000)
        #expect(fitted.right / fitted.clear >= 0.95)
        #expect(fitted.covered / fitted.unclear >= 0.9)
        #expect((fitted.unclear - fitted.boasted) / fitted.unclear >= 0.95)
        #expect(fitted.calledStraight / fitted.straight >= 0.95)
        #expect(plain.right / plain.clear < 0.5)
    }

    @Test func `Equal lines give equal profiles, whatever came before`() {
        var random = SeededNoise(seed: 7)
        let road = CurvatureTrial.road(.sCurve, with: &random)
        let drawn = DrawnRoad(road, scatter: 1, tolerance: 1, with: &random)
        var fresh = CurvatureFitter()
        var used = CurvatureFitter()
        _ = used.fit(DrawnRoad(road, scatter: 2, tolerance: 0.5, with: &random).points)
        #expect(fresh.fit(drawn.points) == used.fit(drawn.points))
    }
}
