import Quantities
import Testing

@testable import Positioning

/// Where the reckoning stood, for fixes that come late.
@Suite struct TravelLogTests {
    private func time(_ milliseconds: Int) -> MonotonicTime {
        MonotonicTime(nanoseconds: Int64(milliseconds) * 1_000_000)
    }

    /// A car at 10 m/s, noted every so many milliseconds for so long.
    private func log(every step: Int, until end: Int) -> TravelLog {
        var log = TravelLog()
        for milliseconds in stride(from: 0, through: end, by: step) {
            log.note(entry(at: milliseconds))
        }
        return log
    }

    private func entry(at milliseconds: Int) -> TravelLog.Entry {
        let seconds = Double(milliseconds) / 1000
        return TravelLog.Entry(
            time: time(milliseconds), distance: 10 * seconds, speed: 10, counted: 11 * seconds,
            heading: 3 * seconds)
    }

    /// The longest latency that can be set and the longest delay beside it, 12 s, whatever the rate.
    @Test(arguments: [1, 10, 20, 50, 100, 1000]) func itReachesBackTwelveSeconds(step: Int) {
        let log = log(every: step, until: 60_000)
        let found = log.entry(at: time(48_000), now: entry(at: 60_000))
        #expect(abs(found.distance - 480) < 1e-6)
        #expect(abs(found.counted - 528) < 1e-6)
        #expect(abs(found.heading - 144) < 1e-6)
        #expect(found.speed == 10)
    }

    @Test func betweenTwoEntriesItIsInterpolated() {
        let log = log(every: 100, until: 2000)
        let found = log.entry(at: time(1234), now: entry(at: 2000))
        #expect(found.time == time(1234))
        #expect(abs(found.distance - 12.34) < 1e-9)
        // Between the last entry and now too.
        #expect(abs(log.entry(at: time(2040), now: entry(at: 2080)).distance - 20.4) < 1e-9)
    }

    @Test func beforeTheOldestItIsTheOldest() {
        let log = log(every: 50, until: 60_000)
        // 256 entries, the last one at 60 s.
        let found = log.entry(at: time(1000), now: entry(at: 60_000))
        #expect(found.time == time(60_000 - 255 * 50))
        #expect(TravelLog().entry(at: time(5), now: entry(at: 70)).time == time(70))
    }

    @Test func afterNowItIsNow() {
        let log = log(every: 50, until: 500)
        #expect(log.entry(at: time(900), now: entry(at: 520)).time == time(520))
    }
}
