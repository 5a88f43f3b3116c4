import Quantities

/// Notices a bus that takes no frame: dominant, without a node that acknowledges, or behind an adapter that
/// nobody reads.
struct StallWatch: Sendable {
    /// Whether the stall was reported.
    private(set) var isReported = false
    private var frames = 0

    /// A stall is reported after this time.
    static let delay = Nanoseconds.milliseconds(1000)

    /// Looks at the time since which the bus takes nothing, `nil` where it does not stall, and at the number of
    /// frames that it has taken. Returns what to report.
    mutating func look(
        since start: MonotonicTime?, framesSent: Int, at now: MonotonicTime
    ) -> BusReport? {
        if let start, now - start >= Self.delay {
            guard !isReported else { return nil }
            isReported = true
            frames = framesSent
            return .blocked
        }
        // Some frames go into the kernel even while the bus is blocked.
        guard isReported, start == nil, framesSent > frames else { return nil }
        isReported = false
        return .unblocked
    }

    /// Takes note that the interface went away: that is reported instead.
    mutating func reset() { isReported = false }
}
