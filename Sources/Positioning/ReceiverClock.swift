public import Quantities

/// Finds out how late each fix of a receiver arrives, by the receiver's own time.
///
/// ```swift
/// var clock = ReceiverClock()
/// input.ingest(chunk.span) { output, mark in delay = clock.delay(of: mark.time, arrivedAt: now) … }
/// ```
/// A date is not needed: any scale that the receiver's time goes on along will do (``SourceMark/time``), that of
/// a receiver that tells the time of day alone from midnight to midnight.
///
/// A fix is on its way through a receiver, a line and buffers for a time that is never shorter than
/// some least one, and now and then much longer. The difference between arrival, by the clock that
/// never steps, and the receiver's time has that least time at its bottom (Cristian's method of the
/// least delayed message: Cristian 1989, doi:10.1007/BF01784024); what a fix lies above it is its
/// delay. The least time itself cannot be seen from here: it is set as the receiver's latency.
///
/// The system's clock, which steps and may be missing, plays no part. Where the receiver's own clock is
/// set (at a cold start, at a week rollover), reckoning begins anew: its time goes back, or all that comes
/// is late by as much from then on. What a line has held up comes at once, less and less late.
public struct ReceiverClock: Sendable, Hashable {
    /// How far the host's clock runs from true time at most: twice what plain crystals are sold with
    /// (±50 ppm).
    private static let drift: Int64 = 10_000
    /// What is later than this has been held up, or the receiver's clock was set.
    static let tolerance = Nanoseconds.seconds(2)
    /// What is later than this is no delay of a fix that says where a car is.
    private static let longestDelay = Nanoseconds.seconds(10)
    /// The least delay is that of the last one to two of so long: what is late for longer is so for good.
    private static let span = Nanoseconds.seconds(30)

    /// The least delayed fix of a span.
    private struct Least: Sendable, Hashable {
        let arrival: MonotonicTime
        /// Its arrival less the receiver's time.
        let difference: Int64

        /// The difference that as small a delay has now at most.
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

    /// A clock that knows nothing of its receiver yet.
    public init() {}

    /// How long a fix of that time, on the source's own scale, took longer than the fastest one; `nil` where
    /// it has no time.
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
            // Begins anew.
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

    /// How late it is; `nil` where what is known of the receiver's clock does not hold for it.
    private func delay(of seen: Least, _ time: Nanoseconds) -> Nanoseconds? {
        guard let least, let last, time > last.time else { return nil }
        let now = seen.arrival
        var base = least.difference(at: now)
        if let former { base = min(base, former.difference(at: now)) }
        let delay = max(Nanoseconds(seen.difference) - base, .zero)
        guard delay <= Self.longestDelay else { return nil }
        if delay > Self.tolerance, last.delay > Self.tolerance {
            // Held up together they come together: each is less late by what lies between their times.
            let gain = last.delay - delay
            guard gain + gain >= time - last.time else { return nil }
        }
        return delay
    }
}
