import Positioning
import Quantities

/// The result of one round of reading.
struct InputBatch {
    /// The events, in order.
    private var events: [PositionEvent] = []
    /// The errors of the input.
    private(set) var problems: [InputProblem] = []
    /// The weeks that were added to the first corrected date; 0 without a corrected date.
    private(set) var addedWeeks = 0
    private var late = 0

    /// Takes the number of fixes that were discarded because they came too late
    /// (``/Positioning/ReceiverClock/longestDelay``).
    mutating func takeLate() -> Int {
        defer { late = 0 }
        return late
    }

    /// Exchanges the events with the caller's array, so that both arrays keep their memory.
    mutating func exchange(_ other: inout [PositionEvent]) { swap(&events, &other) }

    /// Appends the events of a reader, with their delay and corrected date.
    mutating func append(
        _ output: PositionOutput, _ mark: SourceMark, at now: MonotonicTime,
        _ clock: inout ReceiverClock, _ calendar: inout WeekRollover
    ) {
        switch output {
        case .event(.fix(var fix)):
            fix.delay = clock.delay(of: mark.time, arrivedAt: now)
            if let delay = fix.delay, delay > ReceiverClock.longestDelay {
                late += 1
                return
            }
            if let time = fix.time {
                fix.time = calendar.correct(time)
                if addedWeeks == 0 { addedWeeks = calendar.weeks }
            }
            events.append(.fix(fix))
        case .event(let event): events.append(event)
        case .problem(let problem): problems.append(problem)
        }
    }
}
