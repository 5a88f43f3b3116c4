public import Quantities

/// How long the end of the daemon waits for disks. A service manager kills a daemon that takes longer than its own
/// time (`TimeoutStopSec` of the unit), and a disk that hangs is no reason to lose what another one would take.
public enum ClosingTime {
    /// For the last place, and again for the learned turns.
    public static let state = Nanoseconds.milliseconds(1_500)
    /// For ring buffer, log of speed limits and recording together.
    public static let recorders = Nanoseconds.milliseconds(5_000)
    /// All of it.
    public static let longest = state + state + recorders
}
