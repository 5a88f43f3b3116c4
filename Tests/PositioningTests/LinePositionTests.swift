import Quantities
import Testing

@testable import Positioning

/// What a fix does to the position on the line. By default errors of fixes last 2 s.
@Suite struct LinePositionTests {
    private static func time(_ seconds: Double) -> MonotonicTime {
        MonotonicTime.zero + .seconds(seconds)
    }

    private static func line() -> LinePosition {
        var line = LinePosition(DeadReckoningParameters())
        line.begin(at: time(0))
        line.setAnchor(0, variance: 75)
        return line
    }

    private static func fix(off miss: Double, late: Double = 0) -> LinePosition.FixComparison {
        LinePosition.FixComparison(miss: miss, deviation: 5, variance: 75, late: late)
    }

    /// 75 m² of dead reckoning against 25 m² of the fix.
    @Test func aFixCorrectsByItsShareOfTheVariance() {
        var line = Self.line()
        #expect(
            line.judge(Self.fix(off: 10), at: Self.time(2)) == .taken(gain: 0.75, variance: 100))
        #expect(line.common == 0)
    }

    /// One second after the last one a fix counts half: 50 m², of which it shares 12.5 m² with the last.
    @Test func fixesThatFollowEachOtherFastRepeatOneError() {
        var line = Self.line()
        #expect(
            line.judge(Self.fix(off: 10), at: Self.time(1)) == .taken(gain: 0.6, variance: 125))
        #expect(line.common == 12.5)
    }

    /// 31 m are more than three deviations of 10 m; the second fix is within 3 × 5 m of the first.
    @Test func aDoubtedFixIsConfirmedByTheNextOne() {
        var line = Self.line()
        #expect(line.judge(Self.fix(off: 31), at: Self.time(2)) == .doubted)
        #expect(line.judge(Self.fix(off: 40), at: Self.time(4)) == .moved)
    }

    @Test func twoFixesThatDisagreeAreBothDoubted() {
        var line = Self.line()
        for (miss, second) in [(31.0, 2.0), (47, 4)] {
            #expect(line.judge(Self.fix(off: miss), at: Self.time(second)) == .doubted)
        }
    }

    /// After 3 s without a fix there is no next one to wait for.
    @Test func afterAGapNoFixIsDoubted() {
        var line = Self.line()
        #expect(line.judge(Self.fix(off: 31), at: Self.time(3)) == .moved)
    }

    /// 75 m² of dead reckoning against 25 m² of the fix and 50 m² of its delay.
    @Test func aLateFixCountsLess() {
        var line = Self.line()
        let fix = Self.fix(off: 10, late: 50)
        #expect(line.judge(fix, at: Self.time(2)) == .taken(gain: 0.5, variance: 150))
    }
}
