import ArgumentParser
import TextFiles

/// The log that a command reads.
struct BusLogFlags: ParsableArguments {
    @Argument(help: ArgumentHelp("The log; - is standard input.", valueName: "file"))
    var input = "-"

    @Option(
        help: ArgumentHelp(
            "Only the frames of this interface. Channel n of ASC, TRC, BLF and MDF4 is can<n>.",
            valueName: "name"))
    var interface: String?

    /// The formats, for the help of the commands.
    static let formats = """
        The log has the format of candump, with or without -L, ASC, TRC, BLF, pcap, pcapng or MDF4, also \
        compressed by gzip. Its content tells the format.
        """

    func open() throws(Failure) -> BusLogFile {
        try BusLogFile(input, interface: interface, chosenBy: "--interface")
    }
}
