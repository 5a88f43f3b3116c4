import Quantities

/// Limits the lines about a bus whose state changes all the time. A few lines are written at once; the others are
/// counted and reported in one line.
struct ReportLimit: Sendable {
    /// So many lines in a row are written.
    static let burst = 6
    /// After this time one more is written.
    static let refill = Nanoseconds.seconds(10)
    /// Suppressed changes are reported in one line after this time without another change.
    static let quiet = Nanoseconds.seconds(5)
    /// Where the state does not come to rest, they are reported after this time all the same.
    static let longest = Nanoseconds.seconds(60)

    private var tokens = burst
    private var refilled: MonotonicTime?
    private var skipped = 0
    private var first: MonotonicTime?
    private var last: (report: BusReport, time: MonotonicTime)?

    /// The suppressed changes.
    struct Summary: Sendable, Equatable {
        /// Their number.
        let count: Int
        /// The time from the first to the last one.
        let duration: Nanoseconds
        /// The last one: the state of the bus now.
        let last: BusReport
    }

    /// When suppressed changes are reported in one line; `nil` if there are none.
    var deadline: MonotonicTime? {
        guard skipped > 0, let first, let last else { return nil }
        return min(last.time + Self.quiet, first + Self.longest)
    }

    /// Whether the line of a change is written; otherwise it is counted.
    mutating func admits(_ report: BusReport, at now: MonotonicTime) -> Bool {
        if let refilled {
            let count = Int((now - refilled).value / Self.refill.value)
            tokens = min(tokens + count, Self.burst)
            let used = Nanoseconds(Self.refill.value * Int64(count))
            self.refilled = tokens == Self.burst ? nil : refilled + used
        }
        last = (report, now)
        guard tokens > 0, skipped == 0 else {
            skipped += 1
            first = first ?? now
            return false
        }
        tokens -= 1
        refilled = refilled ?? now
        return true
    }

    /// The summary of the suppressed changes, when it is time.
    mutating func takeSummary(at now: MonotonicTime) -> Summary? {
        guard let deadline, now >= deadline, let first, let last else { return nil }
        defer {
            skipped = 0
            self.first = nil
        }
        return Summary(count: skipped, duration: last.time - first, last: last.report)
    }
}
