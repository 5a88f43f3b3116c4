import Geodesy
import Quantities

/// All that a receiver says of one moment, gathered from its sentences.
struct NMEAEpoch {
    /// The kinds of sentences that carry a time.
    struct Kinds: OptionSet {
        let rawValue: UInt8
        static let rmc = Kinds(rawValue: 1)
        static let gga = Kinds(rawValue: 2)
    }

    /// The time of day that its sentences share, `nil` where the receiver has no clock yet.
    let timeOfDay: Nanoseconds?
    /// The line of its first sentence.
    let line: Int
    /// The day, counted from 1970-01-01, where an RMC of the epoch gave it.
    var day: Int64?
    var kinds: Kinds = []
    /// Whether it has been handed on, so that what still comes is late.
    var isReported = false
    var isVoid = false
    private var recommended: RMC?
    private var data: GGA?

    init(timeOfDay: Nanoseconds?, line: Int) {
        self.timeOfDay = timeOfDay
        self.line = line
    }

    mutating func add(_ sentence: RMC) {
        kinds.insert(.rmc)
        day = sentence.day ?? day
        isVoid = isVoid || sentence.isVoid
        recommended = sentence
    }

    mutating func add(_ sentence: GGA) {
        kinds.insert(.gga)
        isVoid = isVoid || sentence.isVoid
        data = sentence
    }

    /// What the epoch comes to. Where both sentences give a place they give the same; the RMC's is
    /// taken because its speed and course belong to it.
    func event(at time: UTCTime?) -> PositionEvent {
        if isVoid { return .noFix(NoFix(time: time, reason: .void)) }
        guard let place = recommended?.place ?? data?.place else {
            return .noFix(NoFix(time: time, reason: .noPlace))
        }
        return .fix(
            Fix(
                time: time,
                place: place,
                course: recommended?.course,
                speed: recommended?.speed,
                accuracy: data?.accuracy,
                altitude: data?.altitude
            )
        )
    }
}

/// Puts sentences together to epochs and says when one is complete.
///
/// Receivers send the sentences of one moment in a burst, in an order and mix of their own. An epoch
/// is complete
/// - at once when all kinds of sentences have come that the last two epochs had, so that a position
///   does not wait for the next second;
/// - otherwise when a sentence of another time of day begins the next one, or when the host finds
///   that the receiver has paused (``flush(_:)``).
///
/// Two epochs are looked at, not one, so that a single broken sentence does not make the next fix
/// incomplete. What comes late for an epoch is counted and teaches which kinds to wait for.
struct NMEAEpochAssembler {
    typealias Sink = (PositionEvent, SourceMark) -> Void

    private var current: NMEAEpoch?
    /// The kinds of the last epoch and of the one before it.
    private var last: NMEAEpoch.Kinds = []
    private var beforeLast: NMEAEpoch.Kinds = []
    /// The day and time of the last reported epoch, to date those whose sentences have no date.
    private var day: Int64?
    private var undatedDays: Int64 = 0
    private var lastTimeOfDay = Nanoseconds.zero
    /// Sentences that came for an epoch already reported.
    private(set) var late = 0
    /// Epochs handed on as a fix.
    private(set) var fixes = 0
    /// Epochs handed on as none.
    private(set) var noFixes = 0

    mutating func add(_ sentence: RMC, line: Int, _ sink: Sink) {
        begin(sentence.timeOfDay, .rmc, day: sentence.day, line: line, sink)
        if current?.isReported == true { late += 1 }
        current?.add(sentence)
        reportIfComplete(sink)
    }

    mutating func add(_ sentence: GGA, line: Int, _ sink: Sink) {
        begin(sentence.timeOfDay, .gga, day: nil, line: line, sink)
        if current?.isReported == true { late += 1 }
        current?.add(sentence)
        reportIfComplete(sink)
    }

    /// Hands on what there is of the current epoch.
    mutating func flush(_ sink: Sink) {
        guard current?.isReported == false else { return }
        report(sink)
    }

    private mutating func begin(
        _ timeOfDay: Nanoseconds?,
        _ kind: NMEAEpoch.Kinds,
        day: Int64?,
        line: Int,
        _ sink: Sink
    ) {
        if let epoch = current {
            // Without a clock, a kind that comes again begins the next epoch.
            let isSame =
                epoch.timeOfDay == timeOfDay
                && (timeOfDay != nil || !epoch.kinds.contains(kind))
            if isSame { return }
            // At the start of a log the first epoch may have lost its RMC: the next one dates it.
            if self.day == nil, epoch.day == nil, let day, let timeOfDay,
                let earlier = epoch.timeOfDay
            {
                current?.day = earlier <= timeOfDay ? day : day - 1
            }
            flush(sink)
            beforeLast = last
            last = current?.kinds ?? []
        }
        current = NMEAEpoch(timeOfDay: timeOfDay, line: line)
    }

    private mutating func reportIfComplete(_ sink: Sink) {
        let expected = last.union(beforeLast)
        guard let current, !current.isReported, !expected.isEmpty,
            current.kinds.isSuperset(of: expected)
        else { return }
        report(sink)
    }

    private mutating func report(_ sink: Sink) {
        guard let epoch = current else { return }
        current?.isReported = true
        guard let timeOfDay = epoch.timeOfDay else {
            emit(epoch.event(at: nil), SourceMark(time: nil, line: epoch.line), sink)
            return
        }
        // A time of day that falls by more than half a day has passed midnight.
        let halfDay = Nanoseconds(CalendarDate.nanosecondsPerDay / 2)
        let passedMidnight = lastTimeOfDay - timeOfDay > halfDay
        lastTimeOfDay = timeOfDay
        if let known = epoch.day {
            day = known
        } else if passedMidnight {
            if let known = day { day = known + 1 } else { undatedDays += 1 }
        }
        let time = day.flatMap { CalendarDate.moment(day: $0, timeOfDay: timeOfDay) }
        let scale =
            time?.nanoseconds
            ?? undatedDays * CalendarDate.nanosecondsPerDay + timeOfDay.value
        let mark = SourceMark(time: Nanoseconds(scale), line: epoch.line)
        emit(epoch.event(at: time), mark, sink)
    }

    private mutating func emit(_ event: PositionEvent, _ mark: SourceMark, _ sink: Sink) {
        switch event {
        case .fix: fixes += 1
        case .noFix: noFixes += 1
        }
        sink(event, mark)
    }
}
