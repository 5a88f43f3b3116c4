import Quantities

/// Notices that more input arrives than is used: the begin, the end, and the number of discarded inputs.
struct FloodWatch: Sendable {
    /// A flood is over after this time without another loss.
    static let quiet = Nanoseconds.seconds(10)

    /// The number of discarded inputs so far.
    private(set) var total = 0
    private var present: (count: Int, last: MonotonicTime)?

    /// When the flood may be over; `nil` without one.
    var deadline: MonotonicTime? { present.map { $0.last + Self.quiet } }

    /// Takes note of a number of discarded inputs. Returns whether a flood begins.
    mutating func note(_ count: Int, at now: MonotonicTime) -> Bool {
        guard count > 0 else { return false }
        total += count
        defer { present = ((present?.count ?? 0) + count, now) }
        return present == nil
    }

    /// The number of inputs discarded by a flood, once it is over.
    mutating func takeEnd(at now: MonotonicTime) -> Int? {
        guard let flood = present, now - flood.last >= Self.quiet else { return nil }
        present = nil
        return flood.count
    }
}
