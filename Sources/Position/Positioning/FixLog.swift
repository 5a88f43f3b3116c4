public import Quantities

/// A recorded drive, read as a whole for replay.
///
/// ```swift
/// let log = FixLog(bytes)
/// for entry in log.entries { engine.ingest(entry.event, at: entry.arrival) }
/// ```
/// A file has no arrival times, so an event arrives at its own time, counted from the first one
/// (``/Quantities/MonotonicTime/zero``). An event without a time arrives together with the one
/// before.
///
/// Arrivals never go back: a fix whose time is not later than that of the fix before is rejected
/// and reported. The clock of the receiver was set during the drive where the time leaps ahead by
/// more than a day, or stays behind for `rejectionLimit` fixes. Then the log continues one second
/// later on the new scale, and reports it. The rejected fixes before have taken their time all the
/// same. (A clock that is set ahead by less than a day looks like a pause.)
public struct FixLog: Sendable {
    /// An event and the moment it arrives in the replay.
    public struct Entry: Sendable, Hashable {
        /// The arrival, counted from the first event of the log.
        public var arrival: MonotonicTime
        /// The report of the receiver.
        public var event: PositionEvent
    }

    /// The detected format; `nil` where it is none that can be read.
    public let format: PositionFormat?
    /// The events in the order of their arrival.
    public private(set) var entries: [Entry] = []
    /// The problems of the log, in the order of its lines.
    public private(set) var problems: [InputProblem] = []

    /// The numbers of used and rejected input; `nil` where the format is none that can be read.
    public let tally: InputTally?

    /// After so many earlier fixes in a row the clock was set back; fewer are lines out of order.
    static let rejectionLimit = 5

    /// Reads a log. Its first bytes show its format.
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
        if left > 0 { tally?.drop(left, as: "fixes with a time that is not later") }
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

/// Converts the times of a log into arrivals that never go back.
struct Timeline {
    /// The arrival of the last event, and its time by the source.
    private var arrival = MonotonicTime.zero
    private var time: Nanoseconds?
    private var hasFix = false
    private var rejected = 0
    /// The time of the last fix that was rejected since the last event, and the duration of these
    /// fixes.
    private var lastRejected: Nanoseconds?
    private var leftOut = Nanoseconds.zero

    /// Rejected fixes that are farther apart have no common scale.
    private static let longestPause = Nanoseconds.seconds(60)

    /// The arrival of an event of that time, `nil` where it is rejected; and its error.
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
        // A receiver without a fix may not know the time: its time does not count.
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
