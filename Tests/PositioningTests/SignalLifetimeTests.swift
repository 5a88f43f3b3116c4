import Testing

@testable import Positioning

/// How long the last value of a signal holds.
@Suite struct SignalLifetimeTests {
    /// A signal with values in these intervals.
    private static func signal(_ intervals: [Double]) -> SignalLifetime {
        var lifetime = SignalLifetime()
        lifetime.renew()
        for interval in intervals {
            lifetime.advance(interval)
            lifetime.renew()
        }
        return lifetime
    }

    /// Whether a value still holds after so many seconds.
    private static func holds(_ intervals: [Double], after seconds: Double) -> Bool {
        var lifetime = signal(intervals)
        lifetime.advance(seconds)
        return lifetime.isCurrent
    }

    @Test func aSignalThatNeverCameDoesNotHold() {
        var lifetime = SignalLifetime()
        #expect(!lifetime.isCurrent)
        lifetime.advance(0.1)
        #expect(!lifetime.isCurrent)
    }

    @Test func itHoldsForThreeIntervals() {
        let twiceASecond = [Double](repeating: 0.5, count: 4)
        #expect(Self.holds(twiceASecond, after: 1.4))
        #expect(!Self.holds(twiceASecond, after: 1.6))
    }

    @Test func aFastSignalHoldsForHalfASecond() {
        let fast = [Double](repeating: 0.02, count: 4)
        #expect(Self.holds(fast, after: 0.5))
        #expect(!Self.holds(fast, after: 0.6))
    }

    @Test func aSlowSignalHoldsForTwoSeconds() {
        let slow = [Double](repeating: 1.5, count: 4)
        #expect(Self.holds(slow, after: 1.9))
        #expect(!Self.holds(slow, after: 2.1))
    }

    @Test func neitherASilenceNorABurstIsARate() {
        #expect(!Self.holds([0.1, 0.1, 30], after: 0.6))
        #expect(Self.holds([0.5, 0.5, 0.01], after: 1.4))
        // A rate that stays counts.
        #expect(Self.holds([0.1, 0.1, 0.5, 0.5], after: 1.4))
    }
}
