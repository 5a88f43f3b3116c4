import ADASISv2
import ArgumentParser
import CANFrames
import Configuration
import Console
import ProtocolChecker
import Quantities
import TextFiles

/// One log that is checked.
struct CheckRun {
    /// Whether violations are printed.
    var printsViolations = true
    /// Whether violations are printed that follow from others.
    var printsAll = false
    /// How the sender sends, within the chosen times.
    private(set) var statistics = SenderStatistics()

    private let log: BusLogFile
    private let layout: LayoutArgument.Choice
    private let filter: ViolationFilter
    private let output: TextOutput
    private var window: TimeWindow
    private var text: ViolationText
    private var checker: ProtocolChecker
    private var lateStart: LateStart
    private var wholesale: WholesaleTrack
    private var list: ViolationList
    /// The fault of the whole log, for people.
    private var causesOfLog: [String] = []
    private var guess: LayoutGuess
    private var seen = SeenIdentifiers()
    private var last = MonotonicTime.zero
    private var frames = 0
    private var printed = 0
    /// Violations within the chosen times that the filter leaves out.
    private var others = 0

    init(
        log: BusLogFile, layout: LayoutArgument.Choice, parameters: CheckerParameters,
        filter: ViolationFilter, window: TimeWindow, text: ViolationText, output: TextOutput
    ) {
        (self.log, self.layout, self.filter) = (log, layout, filter)
        (self.window, self.text, self.output) = (window, text, output)
        checker = ProtocolChecker(parameters: parameters)
        lateStart = LateStart(parameters)
        wholesale = WholesaleTrack(layout: layout.layout)
        list = ViolationList(parameters)
        guess = LayoutGuess(chosen: layout.layout)
    }

    /// Reads the log and prints what is known of it.
    mutating func read() throws {
        // A cause may come later than what follows from it: only of a whole log the causes are known.
        let printsAtOnce = printsViolations && log.isLive
        var isPast = false
        try log.forEach(
            { (logged, place) throws(Failure) in
                frames += 1
                text.origin = log.origin
                let isInside = try window.takes(logged.nanoseconds)
                isPast = window.isPast
                last = MonotonicTime(nanoseconds: logged.nanoseconds)
                guard case .data(let frame) = logged.content else { return }
                try check(frame, at: ViolationList.Place(frame: frames, at: place), isInside)
                if checker.messages == 0 { seen.note(frame.identifier) }
                if !guess.isDone {
                    guess.note(frame)
                    if guess.isInDoubt { return }
                    try checkLayout()
                }
                if printsAtOnce { try printNew() }
            },
            pause: { () throws(Failure) in try output.flush() }, isEnough: { isPast })
        checker.finish(at: last)
        try checkLayout()
        let violations = checker.takeViolations()
        try choose(list.add(at: .end) { $0.finish(violations) })
        findCauseOfLog()
        if printsAtOnce {
            try printNew()
        } else if printsViolations {
            if printsAll {
                try printNew()
            } else {
                for group in list.groups { try output.line(text.line(group, of: list)) }
            }
        }
    }

    private mutating func check(
        _ frame: CANFrame, at place: ViolationList.Place, _ isInside: Bool
    ) throws(Failure) {
        let (layout, time) = (layout.layout, last)
        checker.check(frame, at: time, layout: layout)
        lateStart.check(frame, at: time, layout: layout)
        if isInside { statistics.note(frame, at: time, layout: layout) }
        let violations = checker.takeViolations()
        wholesale.note(frame, at: time, violations)
        let new = list.add(at: place) {
            $0.note(frame, at: time, layout: layout, violations)
        }
        try choose(new)
    }

    private mutating func choose(_ new: Range<Int>) throws(Failure) {
        for number in new {
            let violation = list.finding(number).violation
            guard try window.takes(violation.time.nanoseconds) else { continue }
            if filter.takes(violation) { list.choose(number) } else { others += 1 }
        }
    }

    /// Of a log of another layout one line is enough.
    private func checkLayout() throws(Failure) {
        if let problem = guess.problem(of: log.name, read: layout) { throw problem }
    }

    /// A fault of the whole log is the cause of those of the chosen violations that follow from it.
    private mutating func findCauseOfLog() {
        guard !list.numbers.isEmpty else { return }
        if lateStart.isCause(at: last) {
            causesOfLog = [
                "the log may begin in the middle of a transmission; with --joins-late it has no violations"
            ]
            list.setFaultsOfLog { _ in 0 }
            return
        }
        let faults = wholesale.faults
        let fault = { (violation: Violation) in
            faults.firstIndex { $0.explains(violation) }
        }
        let found = Set(list.numbers.compactMap { fault(list.finding($0).violation) })
        causesOfLog = found.sorted().map { faults[$0].words(for: layout.layout) }
        list.setFaultsOfLog(fault)
    }

    private mutating func printNew() throws(Failure) {
        for number in list.numbers[printed...] {
            try output.line(text.line(number, of: list))
        }
        printed = list.numbers.count
    }

    /// Reports the result on standard error; throws the exit status of a log that is not right.
    mutating func finish() throws {
        try window.finish(of: log.name)
        let counts = list.counts.map { "\($0.count) \($0.rule.rawValue)" }
        var summary = counts.isEmpty ? "no violations" : counts.joined(separator: ", ")
        if checker.messages == 0 {
            summary = seen.nothingFits
        } else if log.badPlaces > 0 {
            summary += " in the readable lines"
        }
        if others > 0 { summary += "; \(others) other\(others == 1 ? "" : "s")" }
        let roots = list.groups.count
        if roots < list.numbers.count {
            summary += "; \(roots == 1 ? "1 root cause" : "\(roots) root causes")"
        }
        Program.say("ehorizon: \(summary)")
        for cause in causesOfLog { Program.say("ehorizon: \(cause)") }
        // Of a log of other frames, or of none, nothing is known to be right.
        if log.badPlaces > 0 || !counts.isEmpty || checker.messages == 0 { throw ExitCode(1) }
    }
}
