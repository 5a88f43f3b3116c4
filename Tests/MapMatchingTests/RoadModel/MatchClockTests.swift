import Positioning
import Quantities
import Testing

@testable import MapMatching

/// The time between fixes, by the clock of the receiver and by their arrival.
@Suite struct MatchClockTests {
    /// The steps of a clock, in milliseconds, from times of the receiver (`nil` for none) and arrivals.
    private func steps(_ fixes: [(receiver: Int64?, arrival: Int64)]) -> [Int64] {
        var clock = MatchClock()
        let times = fixes.map { fix in
            clock.advance(
                to: fix.receiver.map { UTCTime(nanoseconds: $0 * 1_000_000) },
                MonotonicTime(nanoseconds: fix.arrival * 1_000_000))
        }
        return zip(times, times.dropFirst()).map { ($1 - $0).value / 1_000_000 }
    }

    @Test func theReceiversDifferencesAreExact() {
        // The line held the second one up.
        #expect(steps([(0, 100), (1000, 1400), (2000, 2120)]) == [1000, 1000])
    }

    @Test func withoutReceiversTimeTheArrivalCounts() {
        #expect(steps([(nil, 100), (nil, 1400), (nil, 2120)]) == [1300, 720])
        #expect(steps([(0, 100), (nil, 1400), (2000, 2120)]) == [1300, 720])
    }

    @Test func aStepOfTheReceiversClockIsIgnored() {
        #expect(steps([(0, 0), (3_600_000, 1000), (3_601_000, 2000)]) == [1000, 1000])
        #expect(steps([(0, 0), (-2000, 1000), (-1000, 2000)]) == [1000, 1000])
    }

    @Test func itNeverGoesBack() {
        #expect(steps([(1000, 1000), (1000, 500), (nil, 400)]) == [0, 0])
    }

    /// Lines and sockets delay fixes by five seconds at most.
    @Test func aLongDelayIsAStep() {
        #expect(steps([(0, 0), (5900, 1000)]) == [5900])
        #expect(steps([(0, 0), (6000, 1000)]) == [1000])
    }
}
