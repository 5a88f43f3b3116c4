import ArgumentParser
import Console
import TextFiles

/// `ehorizon limits`: the log of the speed limits that a daemon sent.
struct LimitsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "limits",
        abstract: "Shows which speed limits were sent and why, and compares them with signs.",
        usage: "ehorizon limits <file> [--signs <file.csv>]",
        discussion: """
            Example:

              ehorizon limits limits.log --signs signs.csv

            The log is that of ehorizond --limit-log. The list of signs has the columns lat, lon, bearing (degrees, \
            the driving direction) and limit (km/h, 30 mph, none, or end: no sign from here on). docs/guide/speed-limits.md \
            explains both.
            """)

    @Argument(help: ArgumentHelp("The log of ehorizond --limit-log.", valueName: "file"))
    var log: String

    @Option(help: ArgumentHelp("A list of the signs of the drive.", valueName: "file.csv"))
    var signs: String?

    func run() throws {
        var files = NamedFiles()
        files.reads("<file>", log)
        files.reads("--signs", signs)
        try files.check()
        let list = try signs.map { try SignList(path: $0) }
        let (lines, rejected) = try LimitLogLine.read(log)
        let output = try TextOutput("-")
        for line in lines { if let text = line.text { try output.line(text) } }
        if let list {
            let score = LimitScore(lines, list.signs)
            for text in score.text { try output.line(text) }
        }
        try output.finish()
        for problem in rejected { Program.say("ehorizon: \(log):\(problem)") }
        if !rejected.isEmpty { throw ExitCode(1) }
    }
}
