public import Quantities

/// Finds out how late each fix of a receiver arrives, by the receiver's own time.
///
/// ```swift
/// var clock = ReceiverClock()
/// fix.delay = clock.delay(of: fix.time, arrivedAt: now)
/// ```
/// A fix is on its way through a receiver, a line and buffers for a time that is never shorter than
/// some least one, and now and then much longer. The difference between arrival, by the clock that
/// never steps, and the receiver's time has that least time at its bottom (Cristian's method of the
/// least delayed message: Cristian 1989, doi:10.1007/BF01784024); what a fix lies above it is its
/// delay. The least time itself cannot be seen from here: it is set as the receiver's latency.
///
/// The system's clock, which steps and may be missing, plays no part. Where the receiver's own clock is
/// set (at a cold start, at a week rollover), reckoning begins anew.
public struct ReceiverClock: Sendable, Hashable {
    /// How far the host's clock runs from true time at most: twice what plain crystals are sold with
    /// (±50 ppm).
    private static let drift: Int64 = 10_000
    /// What is later or earlier than this is no delay: the receiver's clock was set, or a recorded
    /// drive is played at another pace.
    static let tolerance = Nanoseconds.seconds(2)

    /// The least delayed fix.
    private struct Least: Sendable, Hashable {
        var arrival: MonotonicTime
        /// Its arrival less the receiver's time.
        var difference: Int64
    }
    private var least: Least?

    /// A clock that knows nothing of its receiver yet.
    public init() {}

    /// How long a fix of that time took longer than the fastest one; `nil` where it is not dated.
    public mutating func delay(
        of time: UTCTime?, arrivedAt now: MonotonicTime
    ) -> Nanoseconds? {
        guard let time else { return nil }
        let (difference, overflows) = now.nanoseconds.subtractingReportingOverflow(
            time.nanoseconds)
        guard !overflows else { return nil }
        guard let least else {
            self.least = Least(arrival: now, difference: difference)
            return .zero
        }
        let drifted = max((now - least.arrival).value, 0) / Self.drift
        let delay = Nanoseconds(difference) - Nanoseconds(least.difference) - Nanoseconds(drifted)
        if delay <= .zero || delay > Self.tolerance {
            self.least = Least(arrival: now, difference: difference)
            return .zero
        }
        return delay
    }
}
