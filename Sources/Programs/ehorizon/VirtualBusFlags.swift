import ArgumentParser

/// The virtual bus of a replay, and how it reads the map.
struct VirtualBusFlags: ParsableArguments {
    @Option(help: ArgumentHelp("The name of the interface in the log.", valueName: "name"))
    var interface = "vcan0"

    @Option(
        help: ArgumentHelp(
            "The bit rate of the virtual bus (default: 500000).", valueName: "bit/s"))
    var bitrate: Int?

    @Option(
        help: ArgumentHelp(
            "A map file that replaced another one during the recording. Repeat it for several files.",
            valueName: "file.ehmap"))
    var laterMap: [String] = []

    @Flag(
        help: ArgumentHelp(
            "Write the frames that the daemon transmitted, which the recording of a ring buffer contains, instead"
                + " of making them again."))
    var transmitted = false

    @Flag(help: "Map the file into memory instead of reading blocks.")
    var mmap = false
}
