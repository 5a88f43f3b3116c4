import ArgumentParser

/// The signature of the map, the bit rate of the bus, and the files that the daemon keeps.
struct FileFlags: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Corrections of the map, of 'ehorizon map build --beside'; they are read again when they change.",
            valueName: "file.ehmap"))
    var overlay: String?

    @Option(
        help: ArgumentHelp(
            "The public key (Ed25519, PEM) of signed maps. The signature of roads.ehmap is"
                + " roads.ehmap.sig.", valueName: "file.pem"))
    var mapKey: String?

    @Option(
        help: ArgumentHelp(
            "Set the bit rate and bring the interface up; needs CAP_NET_ADMIN.",
            valueName: "bit/s"),
        transform: Self.rate)
    var bitrate: Int?

    @Flag(help: "Exit if an interface does not exist at the start, instead of waiting for it.")
    var requireInterface = false

    @Option(
        help: ArgumentHelp(
            "The recording to write, for ehorizon replay: all inputs, and the time of each frame.",
            valueName: "file"))
    var record: String?

    @Option(
        help: ArgumentHelp(
            "The folder for recordings of the last minutes, which are kept in memory and written"
                + " after a fault or on command.", valueName: "folder"))
    var ringDirectory: String?

    @Option(
        help: ArgumentHelp(
            "The log of the speed limits that are sent, with their sources, for ehorizon limits.",
            valueName: "file"))
    var limitLog: String?

    @Option(
        help: ArgumentHelp(
            "The file that keeps learned turns (horizon.learning) from drive to drive.",
            valueName: "file"))
    var learnedTurns: String?

    @Option(
        help: ArgumentHelp(
            "The folder that keeps the last position, and learned turns, from run to run.",
            valueName: "folder"))
    var stateDirectory: String?

    @Option(
        help: ArgumentHelp(
            "The GeoJSON file of closures, limits and other objects; it is read again when it changes.",
            valueName: "file.geojson"))
    var objects: String?

    @Option(
        help: ArgumentHelp(
            "The Unix socket for ehorizon status and ehorizon control.", valueName: "path"))
    var controlSocket: String?

    private static func rate(_ argument: String) throws -> Int {
        if let rate = Int(argument) { return rate }
        throw ValidationError("a whole number in bit/s, such as 500000")
    }
}
