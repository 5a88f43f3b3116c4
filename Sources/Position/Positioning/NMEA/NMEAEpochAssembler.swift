import Quantities

/// Assembles sentences to epochs and detects when one is complete.
///
/// Receivers send the sentences of one moment in a burst, in an order and mix of their own. An
/// epoch is complete
/// - at once when all kinds of sentences have come that the last two epochs had, so that a position
///   does not wait for the next second;
/// - otherwise when a sentence of another time of day begins the next one, or when the host finds
///   that the receiver has paused (``flush(_:)``).
///
/// Two epochs count, not one, so that a single broken sentence does not make the next fix
/// incomplete. Only kinds that make the fix better are awaited. A sentence that is late for its
/// epoch is counted, and its kind is awaited from then on.
///
/// Sentences without a time belong to the epoch that is open, unless the line paused before them:
/// then they are the first of the next burst.
struct NMEAEpochAssembler {
    typealias Sink = (PositionEvent, SourceMark) -> Void

    private var current: NMEAEpoch?
    private var state = NMEAReceiverState()
    /// A VTG that came ahead of its epoch.
    private var leading: VTG?
    /// The kinds of the last epoch and of the one before it.
    private var last: NMEAEpoch.Kinds = []
    private var beforeLast: NMEAEpoch.Kinds = []
    /// The time of the epoch before the current one.
    private var previousTime: Nanoseconds?
    /// Whether the line has paused since the last sentence.
    private var hasPaused = false
    private var calendar = EpochCalendar()
    /// Sentences that came for an epoch already reported.
    private(set) var late = 0
    /// Epochs handed on as a fix.
    private(set) var fixes = 0
    /// Epochs without a fix.
    private(set) var noFixes = 0

    mutating func add(_ sentence: RMC, line: Int, _ sink: Sink) {
        guard begin(sentence.timeOfDay, .rmc, day: sentence.day, line: line, sink) else { return }
        current?.add(sentence)
        reportIfComplete(sink)
    }

    /// Takes a GGA or a GNS.
    mutating func add(
        _ sentence: GGA, _ kind: NMEAEpoch.Kinds, line: Int, _ sink: Sink
    ) {
        guard begin(sentence.timeOfDay, kind, day: nil, line: line, sink) else { return }
        current?.add(sentence, kind)
        reportIfComplete(sink)
    }

    mutating func add(_ sentence: GLL, line: Int, _ sink: Sink) {
        guard begin(sentence.timeOfDay, .gll, day: nil, line: line, sink) else { return }
        current?.add(sentence)
        reportIfComplete(sink)
    }

    mutating func add(_ sentence: GST, line: Int, _ sink: Sink) {
        // Without a clock there is no fix that it could belong to.
        guard sentence.timeOfDay != nil,
            begin(sentence.timeOfDay, .gst, day: nil, line: line, sink)
        else { return }
        state.add(deviation: sentence.deviation)
        current?.add(sentence)
        reportIfComplete(sink)
    }

    mutating func add(_ sentence: VTG, _ sink: Sink) {
        defer { hasPaused = false }
        guard let current else { return }
        if current.isReported, hasPaused {
            leading = sentence
            return
        }
        if current.isReported, current.values.speed == nil || !current.kinds.contains(.rmc) {
            late += 1
        }
        self.current?.add(sentence)
        reportIfComplete(sink)
    }

    /// A date; its time may be that of another moment.
    mutating func add(_ sentence: ZDA) {
        guard let day = sentence.day, let timeOfDay = sentence.timeOfDay else { return }
        calendar.note(day: day, timeOfDay: timeOfDay)
    }

    mutating func add(_ sentence: GSA) { state.add(sentence) }
    mutating func add(_ sentence: Heading) { state.add(sentence) }
    mutating func add(_ sentence: GarminError) {
        state.add(deviation: sentence.deviation)
    }

    /// Hands on the current epoch as it is: the line has paused, or another epoch begins.
    mutating func flush(_ sink: Sink) {
        hasPaused = true
        close(sink)
    }

    private mutating func close(_ sink: Sink) {
        guard current?.isReported == false else { return }
        report(sink)
    }

    /// Whether two times are one moment. Some receivers write more digits in some sentences than in
    /// others (gpsd 3.22 uses a hundredth of a second, too).
    private static func isSame(_ one: Nanoseconds?, _ other: Nanoseconds?) -> Bool {
        guard let one, let other else { return one == other }
        let apart = one - other
        return max(apart, .zero - apart) < .milliseconds(10)
    }

    /// Goes to the epoch of a sentence. Returns whether the sentence counts.
    private mutating func begin(
        _ timeOfDay: Nanoseconds?,
        _ kind: NMEAEpoch.Kinds,
        day: Int64?,
        line: Int,
        _ sink: Sink
    ) -> Bool {
        hasPaused = false
        if let epoch = current {
            // Without a clock, a kind that comes again begins the next epoch.
            let isSame =
                Self.isSame(epoch.timeOfDay, timeOfDay)
                && (timeOfDay != nil || !epoch.kinds.contains(kind))
            if isSame {
                if epoch.isReported { late += 1 }
                return true
            }
            if timeOfDay != nil, Self.isSame(timeOfDay, previousTime) {
                late += 1
                return false
            }
            // At the start of a log the first epoch may have lost its RMC: the next one dates it.
            if !calendar.isDated, epoch.day == nil, let day, let timeOfDay,
                let earlier = epoch.timeOfDay
            {
                current?.setDay(earlier <= timeOfDay ? day : day - 1)
            }
            close(sink)
            beforeLast = last
            last = current?.kinds ?? []
            previousTime = epoch.timeOfDay
            state.advance()
        }
        current = NMEAEpoch(timeOfDay: timeOfDay, line: line)
        if let leading {
            current?.add(leading)
            self.leading = nil
        }
        return true
    }

    /// The kinds of sentences to wait for: those of the last two epochs that add something to the
    /// others.
    private var expected: NMEAEpoch.Kinds {
        var kinds = last.union(beforeLast)
        // An RMC may leave speed and course to it.
        if kinds.contains(.rmc), current?.values.speed != nil { kinds.remove(.vtg) }
        if !kinds.isDisjoint(with: [.rmc, .gga, .gns]) { kinds.remove(.gll) }
        // Where it comes with some fixes only, the others are not to wait for it.
        if !last.intersection(beforeLast).contains(.gst) { kinds.remove(.gst) }
        return kinds
    }

    private mutating func reportIfComplete(_ sink: Sink) {
        guard let current, !current.isReported else { return }
        let expected = expected
        guard !expected.isEmpty, current.kinds.isSuperset(of: expected) else { return }
        report(sink)
    }

    private mutating func report(_ sink: Sink) {
        guard let epoch = current else { return }
        current?.noteReport()
        var time: UTCTime?
        var scaled: Nanoseconds?
        if let timeOfDay = epoch.timeOfDay {
            (time, scaled) = calendar.date(timeOfDay, day: epoch.day)
        }
        let mark = SourceMark(time: scaled, line: epoch.line)
        if epoch.isVoid {
            state.loseFix()
            noFixes += 1
            sink(.noFix(NoFix(time: time, reason: .void)), mark)
        } else if let place = epoch.values.place {
            fixes += 1
            sink(.fix(state.fix(of: epoch, at: place, time: time)), mark)
        } else if epoch.kinds.isDisjoint(with: [.rmc, .gga, .gns, .gll]) {
            // A GST or a VTG alone has no place.
        } else {
            noFixes += 1
            sink(.noFix(NoFix(time: time, reason: .noPlace)), mark)
        }
    }
}
