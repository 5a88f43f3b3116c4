import Quantities

/// Whether more comes in than is used: its begin, its end, and how much was left out.
struct FloodWatch: Sendable {
    /// A flood is over after this time without another loss.
    static let quiet = Nanoseconds.seconds(10)

    /// All that was left out so far.
    private(set) var total = 0
    private var present: (count: Int, last: MonotonicTime)?

    /// When the flood may be over; `nil` without one.
    var deadline: MonotonicTime? { present.map { $0.last + Self.quiet } }

    /// Takes note that so many were left out. Returns whether a flood begins.
    mutating func note(_ count: Int, at now: MonotonicTime) -> Bool {
        guard count > 0 else { return false }
        total += count
        defer { present = ((present?.count ?? 0) + count, now) }
        return present == nil
    }

    /// The number that a flood has left out, once it is over.
    mutating func takeEnd(at now: MonotonicTime) -> Int? {
        guard let flood = present, now - flood.last >= Self.quiet else { return nil }
        present = nil
        return flood.count
    }
}
