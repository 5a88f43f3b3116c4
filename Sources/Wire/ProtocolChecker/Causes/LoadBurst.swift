import Quantities

/// The violations of the load of one burst: each of its frames is too much for the second before it.
struct LoadBurst {
    private var last: (finding: Int, time: MonotonicTime)?

    /// The cause of a violation: another one less than a second before it.
    mutating func cause(of finding: Int, at time: MonotonicTime) -> Cause? {
        defer { last = (finding, time) }
        guard let last, time - last.time < .seconds(1) else { return nil }
        return Cause(finding: last.finding, reason: .sameBurst)
    }
}
