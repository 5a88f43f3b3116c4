public import Quantities

/// Measures the delay of each fix of a receiver, by the receiver's own time.
///
/// ```swift
/// var clock = ReceiverClock()
/// input.ingest(chunk.span) { output, mark in delay = clock.delay(of: mark.time, arrivedAt: now) … }
/// ```
/// It needs no date: any continuous scale of the receiver's time will do (``SourceMark/time``). A
/// receiver that reports the time of day alone has such a scale from midnight to midnight.
///
/// A fix passes a receiver, a line and buffers in some least time, and now and then in a much
/// longer one. The smallest difference between arrival, by the clock that never steps, and the
/// receiver's time belongs to that least time (Cristian's method of the least delayed message:
/// Cristian 1989, doi:10.1007/BF01784024). The delay of a fix is its difference less the smallest
/// one. The least time itself cannot be measured here: it is set as the receiver's latency.
///
/// The system's clock, which steps and may be missing, is not used. Where the receiver's own clock
/// is set (at a cold start, at a week rollover), the measurement starts again: the receiver's time
/// goes back, or all later fixes are late by the same time. Fixes that a line has held up are
/// different: they arrive together, each less late than the one before. This holds for any delay, as after a halt of the
/// program that reads them.
public struct ReceiverClock: Sendable, Hashable {
    /// The largest drift of the host's clock: twice that of plain crystals (±50 ppm).
    private static let drift: Int64 = 10_000
    /// A fix that is later than this was held up, or the receiver's clock was set.
    static let tolerance = Nanoseconds.seconds(2)
    /// A fix that is later than this is useless for the position of a car, 10 s.
    public static let longestDelay = Nanoseconds.seconds(10)
    /// The least delay is that of the last one or two spans of this length: a longer delay is
    /// permanent.
    private static let span = Nanoseconds.seconds(30)

    /// The least delayed fix of a span.
    private struct Least: Sendable, Hashable {
        let arrival: MonotonicTime
        /// Its arrival less the receiver's time.
        let difference: Int64

        /// The largest difference that as small a delay has now.
        func difference(at now: MonotonicTime) -> Nanoseconds {
            Nanoseconds(difference)
                + Nanoseconds(max((now - arrival).value, 0) / ReceiverClock.drift)
        }
    }

    /// The least delayed fixes of this span and of the one before.
    private var least: Least?
    private var former: Least?
    /// When this span began.
    private var begin = MonotonicTime.zero

    /// The fix before.
    private struct Last: Sendable, Hashable {
        let time: Nanoseconds
        let delay: Nanoseconds
    }
    private var last: Last?

    /// A clock without measurements.
    public init() {}

    /// The delay of a fix of that time, on the source's own scale, against the fastest one; `nil`
    /// if it has no time.
    public mutating func delay(
        of time: Nanoseconds?, arrivedAt now: MonotonicTime
    ) -> Nanoseconds? {
        guard let time else { return nil }
        let (difference, overflows) = now.nanoseconds.subtractingReportingOverflow(
            time.value)
        guard !overflows else { return nil }
        let seen = Least(arrival: now, difference: difference)
        let delay = delay(of: seen, time)
        last = Last(time: time, delay: delay ?? .zero)
        guard let delay else {
            // Starts again.
            (least, former, begin) = (seen, nil, now)
            return .zero
        }
        if now - begin >= Self.span {
            (least, former, begin) = (seen, least, now)
        } else if let known = least, seen.difference(at: now) <= known.difference(at: now) {
            least = seen
        }
        return delay
    }

    /// The delay; `nil` where the measurements of the receiver's clock do not hold for the fix.
    private func delay(of seen: Least, _ time: Nanoseconds) -> Nanoseconds? {
        guard let least, let last, time > last.time else { return nil }
        let now = seen.arrival
        var base = least.difference(at: now)
        if let former { base = min(base, former.difference(at: now)) }
        let delay = max(Nanoseconds(seen.difference) - base, .zero)
        if delay > Self.tolerance, last.delay > Self.tolerance {
            // Fixes that were held up arrive together: each is less late by the difference of their
            // times.
            let gain = last.delay - delay
            guard gain + gain >= time - last.time else { return nil }
        }
        return delay
    }
}
