import MatchingTrials
import Testing

@Suite struct ProbabilityScoreTests {
    private func score(_ answers: [(Double, Bool)]) -> ProbabilityScore {
        var score = ProbabilityScore()
        for (probability, isRight) in answers {
            let isTaken = score.add(probability: probability, isRight: isRight)
            #expect(isTaken)
        }
        return score
    }

    @Test func ofNothingNothingIsKnown() {
        let score = ProbabilityScore()
        #expect(score.baseRate == nil && score.brierScore == nil && score.calibrationError == nil)
        #expect(score.areaUnderCurve == nil && score.logLoss() == nil)
        #expect(!score.holdsBars)
        #expect(score.report() == "no answers\n")
    }

    @Test(arguments: [-0.001, 1.001, .nan, .infinity]) func whatIsNoProbabilityIsRefused(
        _ probability: Double
    ) {
        var score = ProbabilityScore()
        let isTaken = score.add(probability: probability, isRight: true)
        #expect(!isTaken)
        #expect(score.count == 0)
    }

    /// By hand: two bins, 0.25 stated of a third right, 0.875 of two thirds.
    @Test func theFiguresAreThoseByHand() throws {
        let score = score([
            (0.25, false), (0.25, true), (0.25, false),
            (0.875, true), (0.875, true), (0.875, false),
        ])
        #expect(score.baseRate == 0.5)
        let low: Double = 1.0 / 3 - 0.25
        let high: Double = 0.875 - 2.0 / 3
        let error = (low + high) / 2
        #expect(abs(try #require(score.calibrationError) - error) < 1e-12)
        let squares: [Double] = [0.0625, 0.0625, 0.5625, 0.015625, 0.015625, 0.765625]
        let brier = squares.reduce(0, +) / 6
        #expect(abs(try #require(score.brierScore) - brier) < 1e-12)
        #expect(score.brierScoreOfBaseRate == 0.25)
        // Of nine pairs of right and wrong four are in order and four are ties, which count half.
        let area: Double = 6.0 / 9
        #expect(abs(try #require(score.areaUnderCurve) - area) < 1e-12)
    }

    @Test func whoKnowsAllHoldsTheBars() {
        let sure = score([(1, true), (1, true), (0, false), (1, true)])
        #expect(sure.calibrationError == 0)
        #expect(sure.brierScore == 0)
        #expect(sure.areaUnderCurve == 1)
        #expect(sure.holdsBars)
        // The other way round nothing holds.
        let misled = score([(0, true), (0, true), (1, false), (0, true)])
        #expect(misled.calibrationError == 1)
        #expect(misled.areaUnderCurve == 0)
        #expect(!misled.holdsBars)
    }

    @Test func theConstantBaseRateDetectsNothing() throws {
        let constant = score([(0.75, true), (0.75, true), (0.75, true), (0.75, false)])
        #expect(constant.areaUnderCurve == 0.5)
        #expect(constant.brierScore == constant.brierScoreOfBaseRate)
        #expect(constant.calibrationError == 0)
        #expect(!constant.holdsBars)
        #expect(score([(0.4, true)]).areaUnderCurve == nil)
    }

    @Test func theLossOfOneAnswerIsBounded() throws {
        #expect(score([(0, true)]).logLoss() == 9)
        let loss = try #require(score([(0.5, true), (0.5, false)]).logLoss())
        #expect(abs(loss - 0.693147) < 1e-6)
    }

    @Test func oneBelongsToTheLastBin() {
        let bins = score([(1, true), (0.9, true), (0, false)]).bins()
        #expect(bins.map(\.count) == [1, 0, 0, 0, 0, 0, 0, 0, 0, 2])
        #expect(bins[9].rightCount == 2)
        #expect(bins[1].shareRight == nil)
    }

    @Test func theReportNamesEveryBar() {
        let text = score([(0.9, true), (0.9, false), (0.3, false)]).report()
        #expect(text.contains("0.9 to 1.0"))
        #expect(text.contains("0.900    0.500  ####################\n"))
        #expect(text.contains("answers 3, right 33.33 %"))
        #expect(
            text.contains("(bar 0.05)") && text.contains("area under the curve 0.750 (bar 0.8)"))
    }

    @Test func theImageHasAPointForEachBin() {
        let image = score([(0.95, true), (0.95, false), (0.3, false)]).svg
        #expect(image.hasPrefix("<svg ") && image.hasSuffix("</svg>\n"))
        #expect(image.contains("<circle cx=\"380.0\" cy=\"200.0\""))
        #expect(image.split(separator: "\n").filter { $0.hasPrefix("<circle") }.count == 2)
    }
}
