import Quantities

/// Notices that the machine was suspended, by the time for which it was since boot (``/LinuxLoop/suspendedTime()``).
struct SuspensionWatch: Sendable, Hashable {
    /// More than the error of the time, less than any suspension.
    static let shortest = Nanoseconds.milliseconds(50)
    private var known: Nanoseconds?

    /// Takes note of the time; `nil` if it is unknown. Returns whether the machine was suspended since the last call.
    mutating func note(_ time: Nanoseconds?) -> Bool {
        guard let time else { return false }
        defer { known = time }
        return known.map { time - $0 > Self.shortest } ?? false
    }
}
