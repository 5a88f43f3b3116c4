import ArgumentParser

/// Where a simulated drive leads, and where its log goes.
struct SimulatedRouteFlags: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A map file. Repeat --map to use several files as one map.", valueName: "file.ehmap"))
    var map: [String]

    // A latitude may begin with a minus sign: the next argument is always its value.
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The start of the drive.", valueName: "lat,lon"),
        transform: { try PlaceArgument(checking: $0) })
    var from: PlaceArgument

    @Option(
        parsing: .unconditional, help: ArgumentHelp("The end of the drive.", valueName: "lat,lon"),
        transform: { try PlaceArgument(checking: $0) })
    var to: PlaceArgument

    @Option(help: ArgumentHelp("The log to write; - is standard output.", valueName: "file.nmea"))
    var output: String
}
