import Positioning
import Quantities

/// A recorded drive during playback: its events at their times, at the pace of the drive multiplied by a rate.
struct RecordedDrive {
    private let entries: [FixLog.Entry]
    private let rate: Double
    private var start = MonotonicTime.zero
    private var next = 0

    /// A drive; a rate of 2 plays it back twice as fast.
    init(_ entries: [FixLog.Entry] = [], rate: Double = 1) {
        self.entries = entries
        self.rate = rate
    }

    /// Whether there is a drive at all.
    var isThere: Bool { !entries.isEmpty }

    /// Whether all events were taken.
    var isOver: Bool { next == entries.count }

    /// The time of the next event; `nil` after the last one.
    var deadline: MonotonicTime? { isOver ? nil : time(of: entries[next]) }

    /// The drive begins at a time.
    mutating func begin(at time: MonotonicTime) { start = time }

    /// Appends the events that are due.
    mutating func take(at now: MonotonicTime, into events: inout [PositionEvent]) {
        while let deadline, deadline <= now {
            events.append(event(of: entries[next]))
            next += 1
        }
    }

    private func time(of entry: FixLog.Entry) -> MonotonicTime {
        start + .seconds((entry.arrival - .zero).seconds / rate)
    }

    /// The event with its speed: at twice the pace the car is twice as fast.
    private func event(of entry: FixLog.Entry) -> PositionEvent {
        guard case .fix(var fix) = entry.event, let speed = fix.speed else { return entry.event }
        fix.speed = speed * rate
        return .fix(fix)
    }
}
