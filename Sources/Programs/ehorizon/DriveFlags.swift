import ArgumentParser
import Configuration

/// The map and the drive that `match`, `replay` and `ahead` read.
struct DriveFlags: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A map file. Repeat --map to use several files as one map.", valueName: "file.ehmap"))
    var map: [String] = []

    @Option(
        help: ArgumentHelp(
            "The drive: an NMEA 0183 log, a gpsd JSON log, GPX, or CSV with the columns"
                + " time,latitude,longitude and optionally course,speed,accuracy; - is standard input."
                + " replay and ahead also read a recording of ehorizond.", valueName: "file"))
    var input: String?

    /// The map's files and the drive; throws where one is missing.
    func files() throws -> (map: [String], input: String) {
        (
            try given(map.isEmpty ? nil : map, "--map <file.ehmap>"),
            try given(input, "--input <file>")
        )
    }
}
