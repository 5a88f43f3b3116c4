import Geodesy
import Quantities
import Testing

@testable import MapMatching

/// The likelihood of the error of a fix after the error of the fix before, against the closed form of a
/// first-order autoregressive process.
@Suite struct ErrorCorrelationTests {
    private let parameters = {
        var parameters = MatchingParameters()
        parameters.accuracy.huberDeviations = 2
        parameters.errors.errorCorrelationTime = 22
        parameters.errors.minimumErrorChange = Metres(1.5)
        parameters.errors.errorJumpLog = -5
        return parameters
    }()
    private let deviation = 6.5

    private func model(
        after seconds: Double, before: Double = 6.5, share: Double = 1
    ) -> ErrorCorrelation {
        ErrorCorrelation(
            deviation: deviation, before: before, correlation: share * left(after: seconds),
            parameters)
    }

    /// The share of an error that remains after some seconds.
    private func left(after seconds: Double) -> Double { exponential(-seconds / 22) }

    /// The standard deviation of the change of a partly known error.
    private func spread(known: Double, after seconds: Double) -> Double {
        let kept = left(after: seconds)
        return ((1 - kept * kept * known) * deviation * deviation + 1.5 * 1.5).squareRoot()
    }

    /// A fix some metres north of a road to the east.
    private func north(_ metres: Double) throws -> Candidate {
        try .handMade(PlanarVector(x: 0, y: metres))
    }

    @Test(arguments: [(2.0, 5.0), (5, 5), (-1, 3), (0, 0.5)])
    func theChangeCountsByItsDeviation(before: Double, now: Double) throws {
        let change = (now - before * left(after: 1)) / spread(known: 1, after: 1)
        let found = model(after: 1).logLikelihood(of: try north(now), after: try north(before))
        #expect(abs(found + change * change / 2) < 1e-9)
    }

    @Test func aConstantErrorIsMoreLikelyThanAChangingOne() throws {
        let stays = model(after: 1).logLikelihood(of: try north(8), after: try north(8))
        let goes = model(after: 1).logLikelihood(of: try north(0), after: try north(8))
        #expect(stays > -0.02)
        #expect(goes < -3)
    }

    @Test func noChangeIsLessLikelyThanAJump() throws {
        for now in [12.0, 40, 4000] {
            let found = model(after: 1).logLikelihood(of: try north(now), after: try north(-now))
            #expect(found == parameters.errors.errorJumpLog)
        }
    }

    @Test func afterALongTimeTheErrorsAreIndependent() throws {
        let model = model(after: 1000)
        let found = try [-20.0, 0, 20].map {
            model.logLikelihood(of: try north(4), after: try north($0))
        }
        #expect(abs(found[0] - found[1]) < 1e-6 && abs(found[2] - found[1]) < 1e-6)
    }

    /// A worse fix has the same error in proportion.
    @Test func theErrorScalesWithTheAccuracy() throws {
        let now = try north(2 * 3 * left(after: 1))
        let before = try north(3)
        #expect(
            abs(model(after: 1, before: deviation / 2).logLikelihood(of: now, after: before)) < 1e-9
        )
    }

    /// After a turn, the error along the road before is unknown.
    @Test func afterACornerTheErrorIsIndependent() throws {
        let before = try Candidate.handMade(
            PlanarVector(x: 9, y: 0), along: PlanarVector(x: 0, y: 1))
        let now = try north(5)
        let wide = spread(known: 0, after: 1)
        let expected = -(5 / wide) * (5 / wide) / 2 - logarithm(wide / spread(known: 1, after: 1))
        let found = model(after: 1).logLikelihood(of: now, after: before)
        #expect(abs(found - expected) < 1e-9)
    }

    /// Beyond the end of a road both components of the error are known.
    @Test func beyondTheEndBothAxesAreKnown() throws {
        let before = try Candidate.handMade(PlanarVector(x: 6, y: 3), isBeyondEnd: true)
        let same = try Candidate.handMade(
            PlanarVector(x: 6, y: 3) * left(after: 1), isBeyondEnd: true)
        let further = try Candidate.handMade(PlanarVector(x: 14, y: 3), isBeyondEnd: true)
        let model = model(after: 1)
        #expect(abs(model.logLikelihood(of: same, after: before)) < 1e-9)
        #expect(model.logLikelihood(of: further, after: before) < -3)
    }
}
