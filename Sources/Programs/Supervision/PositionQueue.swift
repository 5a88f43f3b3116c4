import Positioning
import Quantities

/// The position events that wait for the engine. It takes one in each round of the loop, so that a tick never waits
/// for more than one fix.
///
/// If fixes come faster than the engine uses them, all but the newest one are discarded: when a fix has waited longer
/// than ``longestWait``, or when ``capacity`` events wait. The newest report without a fix stays too, in its order.
struct PositionQueue: Sendable {
    /// The largest number of waiting events.
    static let capacity = 256
    /// A fix that waits longer is old: POSITION has been sent in between.
    static let longestWait = Nanoseconds.milliseconds(100)

    private struct Entry {
        let event: PositionEvent
        let arrival: MonotonicTime
    }

    private var entries: [Entry] = []
    private var head = 0
    private var flood = FloodWatch()

    /// A queue without events.
    init() { entries.reserveCapacity(Self.capacity) }

    /// The number of discarded fixes so far.
    var thinned: Int { flood.total }

    /// Whether no event waits.
    var isEmpty: Bool { head == entries.count }

    /// Appends an event that has arrived. Returns the line about fixes that come too fast, once in each flood.
    mutating func add(_ event: PositionEvent, at now: MonotonicTime) -> String? {
        var line: String?
        if entries.count - head == Self.capacity { line = thin(at: now) }
        if entries.count == Self.capacity {
            entries.removeSubrange(..<head)
            head = 0
        }
        entries.append(Entry(event: event, arrival: now))
        return line
    }

    /// Discards all but the newest events if one has waited too long. Returns the line about it, once in each flood, or the line about
    /// its end.
    mutating func look(at now: MonotonicTime) -> String? {
        if !isEmpty, now - entries[head].arrival > Self.longestWait { return thin(at: now) }
        return flood.takeEnd(at: now).map {
            "position: fixes no longer come too fast; \($0) were discarded"
        }
    }

    /// Takes the next event for the engine. The time for which a fix has waited is part of its delay.
    mutating func next(at now: MonotonicTime) -> PositionEvent? {
        guard !isEmpty else { return nil }
        var event = entries[head].event
        if case .fix(var fix) = event, now > entries[head].arrival {
            fix.delay = (fix.delay ?? .zero) + (now - entries[head].arrival)
            event = .fix(fix)
        }
        head += 1
        if isEmpty {
            entries.removeAll(keepingCapacity: true)
            head = 0
        }
        return event
    }

    /// Keeps the newest fix and the newest report that there is none.
    private mutating func thin(at now: MonotonicTime) -> String? {
        var fix: Int?
        var noFix: Int?
        for index in head..<entries.count {
            if case .fix = entries[index].event { fix = index } else { noFix = index }
        }
        var thinned = 0
        for index in head..<entries.count where index != fix {
            if case .fix = entries[index].event { thinned += 1 }
        }
        // In place, so that nothing is allocated.
        let first = min(fix ?? .max, noFix ?? .max)
        let last = max(fix ?? .min, noFix ?? .min)
        let kept = (entries[first], entries[last])
        entries.removeAll(keepingCapacity: true)
        head = 0
        entries.append(kept.0)
        if last != first { entries.append(kept.1) }
        return flood.note(thinned, at: now)
            ? "position: fixes come faster than they can be used; only the newest is used" : nil
    }
}
