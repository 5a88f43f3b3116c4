public import Quantities

/// The times at which to restart a controller that is bus-off. The first restart comes after 100
/// ms. Each failed restart doubles the wait, up to 10 s, so that a faulty node does not disturb the
/// others. Pure: the caller supplies the time.
///
/// ISO 11898-1 lets a controller back after 128 × 11 recessive bits. Any longer wait is the node's
/// own choice.
public struct RestartSchedule: Sendable, Hashable {
    /// The first wait.
    public static let shortestWait = Nanoseconds.milliseconds(100)
    /// The longest wait. After the bus has worked for the same time, the waits are short again.
    public static let longestWait = Nanoseconds.seconds(10)

    /// The time of the next restart; `nil` while the controller is on the bus.
    public private(set) var deadline: MonotonicTime?
    private var wait = RestartSchedule.shortestWait
    private var lastOn: MonotonicTime?

    /// The schedule of a controller that is on the bus.
    public init() {}

    /// Processes the report that the controller is bus-off.
    public mutating func noteBusOff(at now: MonotonicTime) {
        guard deadline == nil else { return }
        if let lastOn, now - lastOn >= Self.longestWait { wait = Self.shortestWait }
        deadline = now + wait
    }

    /// Processes a restart. Another one follows if it fails.
    public mutating func noteAttempt(at now: MonotonicTime) {
        wait = min(wait * 2, Self.longestWait)
        deadline = now + wait
    }

    /// Processes the removal of the interface: no restart is due.
    public mutating func noteGone() { deadline = nil }

    /// Processes the report that the controller is on the bus again.
    public mutating func noteBusOn(at now: MonotonicTime) {
        deadline = nil
        lastOn = now
    }
}
