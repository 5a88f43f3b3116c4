import ArgumentParser
import Configuration
import Positioning

/// The required inputs of the daemon: a map, positions and a bus.
struct SourceFlags: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A map file. Repeat --map to use several files as one map.",
            valueName: "file.ehmap"))
    var map: [String] = []

    @Option(
        help: ArgumentHelp(
            "The source of positions: gpsd://HOST[:PORT][/DEVICE]; NMEA 0183 from a serial line,"
                + " nmea:DEVICE[?baud=RATE], from a host, nmea-tcp://HOST:PORT, or in datagrams,"
                + " nmea-udp://[ADDRESS]:PORT[?from=ADDRESS] (without an address, from this machine"
                + " alone); a recorded drive, file:PATH[?rate=NUMBER], at its own"
                + " pace times the rate; - for standard input (NMEA 0183, gpsd JSON, GPX or CSV).",
            valueName: "source"),
        transform: Self.source)
    var position: PositionSource?

    @Option(help: ArgumentHelp("The CAN interface.", valueName: "interface"))
    var can: String?

    private static func source(_ argument: String) throws -> PositionSource {
        if let source = PositionSource(argument: argument) { return source }
        throw ValidationError("one of \(PositionSource.forms)")
    }
}
