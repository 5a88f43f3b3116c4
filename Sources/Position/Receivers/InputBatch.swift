import Positioning
import Quantities

/// What one round of reading has brought.
struct InputBatch {
    /// The events, in order.
    private var events: [PositionEvent] = []
    /// What is wrong with the input.
    private(set) var problems: [InputProblem] = []
    /// The weeks that were added to the first date that lacked some; 0 where none did.
    private(set) var addedWeeks = 0

    /// Exchanges the events with the caller's array, which is taken and given back so that it does not grow
    /// anew.
    mutating func exchange(_ other: inout [PositionEvent]) { swap(&events, &other) }

    /// Appends what a reader found, with its delay and the date that is meant.
    mutating func append(
        _ output: PositionOutput, _ mark: SourceMark, at now: MonotonicTime,
        _ clock: inout ReceiverClock, _ calendar: inout WeekRollover
    ) {
        switch output {
        case .event(.fix(var fix)):
            fix.delay = clock.delay(of: mark.time, arrivedAt: now)
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
