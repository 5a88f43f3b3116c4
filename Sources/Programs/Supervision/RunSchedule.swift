public import Quantities

/// The times of a run: ticks at nominal times, the drain after the end of the
/// position source, and the end.
public struct RunSchedule: Sendable, Hashable {
    /// The start of the run.
    public let start: MonotonicTime
    /// The nominal time of the next tick.
    public private(set) var nextTick: MonotonicTime
    /// When the run ends although frames may wait; `nil` while positions may come.
    public private(set) var drainDeadline: MonotonicTime?
    /// Whether the run is over.
    public private(set) var isOver = false
    private var hadPositions = false
    private var suspension = SuspensionWatch()

    /// The time for the transmission of waiting frames after the end of the position source.
    public static let drainTime = Nanoseconds.milliseconds(500)
    /// The schedule of a run that begins with a tick.
    public init(start: MonotonicTime) {
        nextTick = start
        self.start = start
    }

    /// Whether positions are still read.
    public var readsPositions: Bool { drainDeadline == nil }

    /// Takes note of a tick. The next tick is whole intervals later, so that ticks do not drift. Missed ticks are
    /// omitted.
    public mutating func noteTick(at now: MonotonicTime, every interval: Nanoseconds) {
        let missed = max((now - nextTick).value / interval.value, 0)
        nextTick = nextTick + interval * (missed + 1)
    }

    /// Takes note of a report of the position source.
    public mutating func notePosition() { hadPositions = true }

    /// Whether the position source has ended and was none: there was no report in it.
    public var hasEndedWithoutPositions: Bool { !readsPositions && !hadPositions }

    /// Takes note that the position source has ended for good: the run ends after ``drainTime``.
    public mutating func noteEndOfPositions(at now: MonotonicTime) {
        drainDeadline = drainDeadline ?? now + Self.drainTime
    }

    /// For how long the machine was suspended since the last call, by the time for which it was since boot; `nil` if it was
    /// not, or if that time is unknown.
    public mutating func takeSuspension(_ time: Nanoseconds?) -> Nanoseconds? {
        suspension.note(time)
    }

    /// Takes note that the run is to end at once.
    public mutating func noteStop() { isOver = true }

    /// Takes note of the time at the end of a round of the loop.
    public mutating func noteRound(at now: MonotonicTime) {
        if let drainDeadline, now >= drainDeadline { isOver = true }
    }
}

/// The earliest of some deadlines.
public struct EarliestDeadline: Sendable, Hashable {
    /// The earliest so far; `nil` without one.
    public private(set) var time: MonotonicTime?

    /// No deadline.
    public init() {}

    /// Adds a deadline.
    public mutating func add(_ deadline: MonotonicTime?) {
        guard let deadline else { return }
        time = min(time ?? deadline, deadline)
    }
}
