import ADASISv2
import ArgumentParser
import CANFrames
import Configuration
import Console
import ProtocolChecker
import Quantities
import TextFiles

/// `ehorizon check`: where a sender breaks the protocol.
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Checks a log against the rules of the protocol.",
        discussion: """
            Example:

              ehorizon check drive.log

            The output has one line for each violation: the time of the frame, the rule, the confidence \
            of the rule (A highest, D lowest), the message, and the error. The status is 1 for any \
            violation, and for a log without a message.

            The rules come from the protocol's reference, not from this provider. They apply to any \
            sender. The log must be complete. --from and --to choose the violations that count. A last line reports \
            a log that has no violations with --joins-late.

            \(BusLogFlags.formats) A log of several buses needs --interface.
            """)

    @OptionGroup var log: BusLogFlags

    @OptionGroup var layout: LayoutArgument

    @OptionGroup var times: TimeFlags

    @Flag(help: "Print one JSON object a line.")
    var json = false

    @Flag(help: "Accept a log that begins in the middle of a transmission.")
    var joinsLate = false

    @Option(help: ArgumentHelp("The most frames in any second.", valueName: "number"))
    var maxFrames: Int?

    @Option(help: ArgumentHelp("The most bits in any second.", valueName: "number"))
    var maxBits: Int?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The longest distance of data behind the vehicle. Default: the trailing length of --config,"
                + " otherwise 300, the largest value in public samples of the protocol.",
            valueName: "metres"))
    var trailingLength: Int?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The longest distance of data ahead (default: 7900 less the trailing length).",
            valueName: "metres"))
    var lookAhead: Int?

    /// What a path may span on the wire for clients to unwrap its offsets, in metres.
    private static let longestOnWire = 7900

    func run() throws {
        let chosen = try layout.chosen()
        let all = 0...CheckCommand.longestOnWire
        let trailingLength = trailingLength ?? chosen.trailing ?? 300
        let lookAhead = lookAhead ?? all.upperBound - min(trailingLength, all.upperBound)
        // Each by itself first: their sum may be more than there are numbers.
        guard all.contains(trailingLength), all.contains(lookAhead),
            all.contains(trailingLength + lookAhead)
        else {
            throw UsageFailure(
                "--trailing-length \(trailingLength) and --look-ahead \(lookAhead): 0 to"
                    + " \(all.upperBound) m together can be set")
        }
        for (flag, value) in [("--max-frames", maxFrames), ("--max-bits", maxBits)] {
            if let value, value < 1 { throw UsageFailure("\(flag) \(value): at least 1") }
        }
        var parameters = CheckerParameters()
        parameters.joinsLate = joinsLate
        parameters.framesPerSecond = maxFrames
        parameters.bitsPerSecond = maxBits
        parameters.longestTrailing = trailingLength
        parameters.longestReach = lookAhead
        parameters.keptViolations = .max
        let layout = chosen.layout
        var checker = ProtocolChecker(parameters: parameters)
        var lateStart = LateStart(parameters)
        let output = try TextOutput("-")
        let log = try log.open()
        var last = MonotonicTime.zero
        var printed = 0
        var window = try times.part.window()
        var clock = times.text(of: log.name)
        var found: [Rule: Int] = [:]
        var guess = LayoutGuess(chosen: layout)
        /// Of a log of another layout one line is enough.
        func checkLayout() throws(Failure) {
            if let problem = guess.problem(of: log.name, read: chosen) { throw problem }
        }
        func printNew() throws(Failure) {
            for violation in checker.violations[printed...]
            where try window.takes(violation.time.nanoseconds) {
                found[violation.rule, default: 0] += 1
                try output.line(line(violation, &clock))
            }
            printed = checker.violations.count
        }
        try log.forEach(
            { (logged, _) throws(Failure) in
                _ = try window.takes(logged.nanoseconds)
                last = MonotonicTime(nanoseconds: logged.nanoseconds)
                guard case .data(let frame) = logged.content else { return }
                checker.check(frame, at: last, layout: layout)
                lateStart.check(frame, at: last, layout: layout)
                if !guess.isDone {
                    guess.note(frame)
                    if guess.isInDoubt { return }
                    try checkLayout()
                }
                try printNew()
            },
            pause: { () throws(Failure) in try output.flush() }, isEnough: { window.isPast })
        checker.finish(at: last)
        try checkLayout()
        try printNew()
        try output.finish()
        try window.finish(of: log.name)
        let counts = Rule.allCases.compactMap { rule in
            found[rule].map { "\($0) \(rule.rawValue)" }
        }
        var summary = counts.isEmpty ? "no violations" : counts.joined(separator: ", ")
        if checker.messages == 0 {
            summary = "the log has no message of this layout"
        } else if log.badPlaces > 0 {
            summary += " in the readable lines"
        }
        Program.say("ehorizon: \(summary)")
        if !counts.isEmpty, lateStart.isCause(at: last) {
            Program.say(
                "ehorizon: the log may begin in the middle of a transmission; with --joins-late it has"
                    + " no violations")
        }
        // Of a log of other frames, or of none, nothing is known to be right.
        if log.badPlaces > 0 || !counts.isEmpty || checker.messages == 0 { throw ExitCode(1) }
    }

    private func line(
        _ violation: Violation, _ clock: inout TimeText
    ) throws(Failure) -> String {
        let (time, rule) = (violation.time.nanoseconds, violation.rule)
        guard json else {
            let kind = violation.kind.map { "\($0.name): " } ?? ""
            return
                "\(try clock.text(time))  \(rule.rawValue) (\(rule.confidence.rawValue))  \(kind)"
                + violation.explanation
        }
        let text = try clock.other(than: .seconds, time).map { ",\"timeText\":\"\($0)\"" }
        return "{\"time\":\(secondsText(time))\(text ?? ""),\"rule\":\"\(rule.rawValue)\""
            + ",\"reference\":\(jsonText(rule.reference))"
            + ",\"confidence\":\"\(rule.confidence.rawValue)\""
            + ",\"message\":\(violation.kind.map { jsonText($0.name) } ?? "null")"
            + ",\"explanation\":\(jsonText(violation.explanation))}"
    }
}
