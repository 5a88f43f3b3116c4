import Positioning
import Quantities

/// Assigns numbers and times to fixes.
struct FixSequence {
    /// The number of fixes so far.
    private(set) var count = 0
    private var clock = MatchClock()
    /// The time of the last fix that was not rejected, whether it was used or not.
    private var lastAccepted = MonotonicTime.zero

    /// The next fix, with its number and time.
    mutating func next(_ fix: Fix, at arrival: MonotonicTime) -> DatedFix {
        let number = count
        count += 1
        return DatedFix(fix, number: number, time: clock.advance(to: fix.time, arrival))
    }

    /// The time since the last fix that was not rejected.
    func silence(before fix: DatedFix) -> Nanoseconds { fix.time - lastAccepted }

    /// Counts a fix as not rejected, and returns the time since the one before.
    mutating func accept(_ fix: DatedFix) -> Nanoseconds {
        defer { lastAccepted = fix.time }
        return silence(before: fix)
    }
}
