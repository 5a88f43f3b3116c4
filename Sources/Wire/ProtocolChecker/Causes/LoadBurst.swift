import Quantities

/// The violations of the load of one burst: each of its frames is too much for the second before it.
struct LoadBurst {
    /// The first violation of the burst, and the time of the last one.
    private var burst: (first: Int, last: MonotonicTime)?

    /// The cause of a violation: the first one of its burst, where another one came less than a second before it.
    mutating func cause(of finding: Int, at time: MonotonicTime) -> Cause? {
        guard let (first, last) = burst, time - last < .seconds(1) else {
            burst = (finding, time)
            return nil
        }
        // Not the one before it: a chain of a million frames would be walked for each of them.
        burst = (first, time)
        return Cause(finding: first, reason: .sameBurst)
    }
}
