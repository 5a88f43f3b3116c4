import ArgumentParser

/// How a simulated car is driven, and how exact its receiver is.
struct SimulatedDriveFlags: ParsableArguments {
    @Option(help: "The driver: at-limit or natural.")
    var driving = SimulateCommand.Driving.atLimit

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The standard deviation of the receiver's positions, in each axis.",
            valueName: "metres"))
    var noise = 0.0

    @Option(help: ArgumentHelp("The seed of all random errors.", valueName: "number"))
    var seed: UInt64 = 1

    @Option(
        help: ArgumentHelp(
            "The start time of the drive, in seconds since 1970.", valueName: "seconds"))
    var start: Int64 = 1_767_254_400
}
