public import Quantities

/// When a controller that is off the bus is to be restarted: after 100 ms, and after twice as long each
/// time that it did not help, up to 10 s, so that a node with a fault of its own leaves the others in
/// peace. Pure: it is told the time.
///
/// ISO 11898-1 lets a controller back after 128 × 11 recessive bits; all beyond that is the node's own
/// patience.
public struct RestartSchedule: Sendable, Hashable {
    /// The first wait.
    public static let shortestWait = Nanoseconds.milliseconds(100)
    /// The longest wait, and for how long the bus has to be in order before the waits are short again.
    public static let longestWait = Nanoseconds.seconds(10)

    /// When to restart, `nil` while the controller is on the bus.
    public private(set) var deadline: MonotonicTime?
    private var wait = RestartSchedule.shortestWait
    private var lastOn: MonotonicTime?

    /// The schedule of a controller that is on the bus.
    public init() {}

    /// Takes note that the controller is off the bus.
    public mutating func noteBusOff(at now: MonotonicTime) {
        guard deadline == nil else { return }
        if let lastOn, now - lastOn >= Self.longestWait { wait = Self.shortestWait }
        deadline = now + wait
    }

    /// Takes note that a restart is tried; another follows if nothing comes of it.
    public mutating func noteAttempt(at now: MonotonicTime) {
        wait = min(wait * 2, Self.longestWait)
        deadline = now + wait
    }

    /// Takes note that the interface is gone: there is nothing to restart any more.
    public mutating func noteGone() { deadline = nil }

    /// Takes note that the controller is on the bus again.
    public mutating func noteBusOn(at now: MonotonicTime) {
        deadline = nil
        lastOn = now
    }
}
