public import Quantities

/// A recorded drive, read as a whole for replay.
///
/// ```swift
/// let log = FixLog(bytes)
/// for entry in log.entries { engine.ingest(entry.event, at: entry.arrival) }
/// ```
/// A file does not say when its bytes arrived, so an event arrives at its own time, counted from
/// the first one (``/Quantities/MonotonicTime/zero``); an event without a time arrives together
/// with the one before. Arrivals never go back: a fix whose time is not later than that of the fix
/// before is reported and left out. Where the clock of the receiver was set while it drove — the
/// time leaps ahead by more than a day, or stays behind for `rejectionLimit` fixes — the log goes
/// on one second later on the new scale, and says so. What was left out until the new scale was
/// believed has taken its time all the same. (A clock that is set ahead by less than a day cannot be told
/// from a pause.)
public struct FixLog: Sendable {
    /// An event and the moment it arrives in the replay.
    public struct Entry: Sendable, Hashable {
        /// The moment, counted from the first event of the log.
        public var arrival: MonotonicTime
        /// What the receiver said.
        public var event: PositionEvent
    }

    /// The format that the bytes were found to be in, `nil` where it is none that can be read.
    public let format: PositionFormat?
    /// The events in the order of their arrival.
    public private(set) var entries: [Entry] = []
    /// What is wrong with the log, in the order of its lines.
    public private(set) var problems: [InputProblem] = []

    /// What was read and what was dropped, and why; `nil` where the format is none that can be read.
    public let tally: InputTally?

    /// So many fixes in a row behind the last one mean that the clock was set back, not that single
    /// lines are out of order.
    static let rejectionLimit = 5

    /// Reads a log. The format is told from its first bytes.
    public init(_ bytes: [UInt8]) {
        var input = PositionInput(
            format: PositionFormat.detect(
                bytes.span.extracting(0..<min(bytes.count, PositionFormat.headLimit))
            )
        )
        var entries: [Entry] = []
        var problems: [InputProblem] = []
        var timeline = Timeline()
        var left = 0
        var undated = 0
        func take(_ output: PositionOutput, _ mark: SourceMark) {
            switch output {
            case .problem(let problem): problems.append(problem)
            case .event(let event):
                if event.isFix, event.time == nil { undated += 1 }
                let step = timeline.step(to: mark.time, isFix: event.isFix)
                if let kind = step.problem {
                    problems.append(InputProblem(kind, line: mark.line, column: 1))
                }
                if let arrival = step.arrival {
                    entries.append(Entry(arrival: arrival, event: event))
                } else {
                    left += 1
                }
            }
        }
        input.ingest(bytes.span, take)
        input.finish(take)
        format = input.format
        var tally = input.tally
        if undated > 0 { tally?.note("of them without a time", undated) }
        if left > 0 { tally?.drop("fixes with a time that is not later", left) }
        self.tally = tally
        self.entries = entries
        self.problems = problems
    }
}

extension PositionEvent {
    var isFix: Bool {
        switch self {
        case .fix: return true
        case .noFix: return false
        }
    }
}

/// Turns the times of a log into arrivals that never go back.
struct Timeline {
    /// The moment of the last event, and the source's time of it.
    private var arrival = MonotonicTime.zero
    private var time: Nanoseconds?
    private var hasFix = false
    private var rejected = 0
    /// The time of the last fix that was left out since the last event, and how long those took.
    private var lastRejected: Nanoseconds?
    private var leftOut = Nanoseconds.zero

    /// Fixes left out that are farther apart are on no common scale.
    private static let longestPause = Nanoseconds.seconds(60)

    /// When an event of that time arrives, `nil` where it is left out; and what is wrong with it.
    mutating func step(
        to next: Nanoseconds?,
        isFix: Bool
    ) -> (arrival: MonotonicTime?, problem: InputProblem.Kind?) {
        guard let next else { return (arrival, nil) }
        guard let time else {
            self.time = next
            hasFix = isFix
            return (arrival, nil)
        }
        let (gap, overflows) = next.value.subtractingReportingOverflow(time.value)
        if !overflows, gap > 0, gap <= CalendarDate.nanosecondsPerDay {
            return advance(to: next, by: Nanoseconds(gap), isFix: isFix, nil)
        }
        // A receiver without a fix may not know the time: what it says then moves nothing.
        guard isFix else { return (arrival, nil) }
        if !overflows, gap <= 0 {
            if gap == 0, !hasFix { return advance(to: next, by: .zero, isFix: true, nil) }
            rejected += 1
            if let lastRejected, next > lastRejected, next - lastRejected <= Self.longestPause {
                leftOut = leftOut + (next - lastRejected)
            }
            lastRejected = next
            if hasFix, gap == 0 || rejected < FixLog.rejectionLimit { return (nil, .timeNotLater) }
        }
        return advance(
            to: next, by: .milliseconds(1000) + leftOut, isFix: true, .timeLeaps)
    }

    private mutating func advance(
        to next: Nanoseconds,
        by gap: Nanoseconds,
        isFix: Bool,
        _ problem: InputProblem.Kind?
    ) -> (arrival: MonotonicTime?, problem: InputProblem.Kind?) {
        arrival = arrival + gap
        time = next
        hasFix = isFix
        rejected = 0
        lastRejected = nil
        leftOut = .zero
        return (arrival, problem)
    }
}
