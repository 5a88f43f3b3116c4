import Quantities

/// Notices that the machine was suspended, by the time for which it was since boot (``/LinuxLoop/suspendedTime()``).
struct SuspensionWatch: Sendable, Hashable {
    /// More than the error of the time, less than any suspension.
    static let shortest = Nanoseconds.milliseconds(50)
    private var known: Nanoseconds?

    /// Takes note of the time; `nil` if it is unknown. Returns for how long the machine was suspended since the last call;
    /// `nil` if it was not.
    mutating func note(_ time: Nanoseconds?) -> Nanoseconds? {
        guard let time else { return nil }
        defer { known = time }
        guard let known, time - known > Self.shortest else { return nil }
        return time - known
    }
}
