import ArgumentParser

/// Where a replay writes its frames.
struct LogFlags: ParsableArguments {
    @Option(help: ArgumentHelp("The log to write; - is standard output.", valueName: "file.log"))
    var output: String?
}
