import ArgumentParser

/// Where `ehorizon match` writes its rows.
struct MatchTableFlags: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The rows to write; - is standard output. --explain and --geojson do not need it.",
            valueName: "file.csv"))
    var output: String?
}
