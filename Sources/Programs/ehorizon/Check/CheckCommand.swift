import ADASISv2
import ArgumentParser
import CANFrames
import Configuration
import Console
import ProtocolChecker
import ProtocolReference
import Quantities
import TextFiles

/// `ehorizon check`: where a sender breaks the protocol.
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Checks a log against the rules of the protocol.",
        discussion: """
            Examples:

              ehorizon check drive.log
              ehorizon check --all --path 9 drive.log
              ehorizon check --explain stub-first
              ehorizon check --statistics drive.log --compare other.log

            The output has one line for each root cause: the time of the frame, the rule, the confidence \
            of the rule (A highest, D lowest), the message, the error, and in brackets the line of the log (the \
            frame of a binary log) and the number of violations that follow from the root cause. --all prints \
            these too, each with its cause. A violation without a known cause is a root cause. From a pipe \
            check prints each violation at once, as with --all. The status is 1 for any violation, and for a log \
            without a message.

            The rules come from the protocol's reference, not from this provider. They apply to any \
            sender. The log must be complete. --from, --to, --rule, --at-least and --path choose the violations that \
            count. A last line reports a log that has no violations with --joins-late.

            \(BusLogFlags.formats) Of a log of several buses all are read; --interface chooses one.
            """)

    @OptionGroup var log: BusLogFlags

    @OptionGroup var layout: LayoutArgument

    @OptionGroup var times: TimeFlags

    @Flag(help: "Print one JSON object a line.")
    var json = false

    @Flag(help: "Print each violation, also those that follow from another one.")
    var all = false

    @OptionGroup var filter: ViolationFilterFlags

    @Option(
        help: ArgumentHelp(
            "Print what a rule means, its source, its effect and the remedy, and read no log.",
            valueName: "rule"))
    var explain: String?

    @OptionGroup var statistics: StatisticsFlags

    @OptionGroup var limits: CheckLimitFlags

    func run() throws {
        if let explain {
            let rule = try Rule(named: explain, of: "--explain")
            let output = try TextOutput("-")
            try output.write(RulePage.section(of: rule))
            return try output.finish()
        }
        try statistics.check()
        let chosen = try layout.chosen()
        let parameters = try limits.parameters(
            of: chosen, areStatistics: statistics.statistics)
        let filter = try filter.filter()
        let window = try times.part.window()
        let log = try log.open()
        let output = try TextOutput("-")
        var run = CheckRun(
            log: log, layout: chosen, parameters: parameters, filter: filter, window: window,
            text: ViolationText(json: json, times.text(of: log.name)), output: output)
        run.printsViolations = !statistics.statistics
        run.printsAll = all
        try run.read()
        var isOtherWhole = true
        if statistics.statistics {
            var table = StatisticsTable(bitRate: limits.bitrate ?? chosen.bitRate)
            table.add(log.name, run.statistics)
            if let other = statistics.compare {
                let second = try statistics.read(
                    other, interface: self.log.interface, layout: chosen,
                    window: times.part.window())
                table.add(other, second.statistics)
                isOtherWhole = second.isWhole
            }
            try output.write(json ? table.json : table.text)
        }
        try output.finish()
        try run.finish()
        if !isOtherWhole { throw ExitCode(1) }
    }
}
