import Positioning
import Quantities

/// The daemon's reading of the receiver: the delay of each fix by the receiver's own time, as `PositionFeed` has it.
struct SimulatedFeed {
    private var clock = ReceiverClock()
    private var last: Fix?

    /// The event as it arrives; `nil` for a fix that is too late to be of use.
    mutating func event(_ event: PositionEvent, at now: MonotonicTime) -> PositionEvent? {
        guard case .fix(var fix) = event else { return event }
        if let last, last.time == fix.time {
            // The readers know a moment that comes again.
            fix.delay = last.delay
        } else {
            let time = fix.time.map { Nanoseconds($0.nanoseconds) }
            fix.delay = clock.delay(of: time, arrivedAt: now)
        }
        last = fix
        if let delay = fix.delay, delay > ReceiverClock.longestDelay { return nil }
        return .fix(fix)
    }
}
