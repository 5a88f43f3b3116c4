import ArgumentParser
import Configuration
import RegionSet

/// The map and the drive of a command that reads both.
struct DriveFlags: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A map file. Repeat --map to use several files as one map.", valueName: "file.ehmap"))
    var map: [String] = []

    @Option(
        help: ArgumentHelp(
            "Corrections of the map, as 'ehorizon map build --beside' writes them.",
            valueName: "file.ehmap"))
    var overlay: String?

    @Option(
        help: ArgumentHelp(
            "The drive: an NMEA 0183 log, a gpsd JSON log, GPX, or CSV with the columns"
                + " time,latitude,longitude and optionally course,speed,accuracy; - is standard input."
                + " replay and ahead also read a recording of ehorizond.", valueName: "file"))
    var input: String?

    /// The map's files and the drive; throws where one is missing.
    func files() throws -> (map: [String], input: String) {
        (try mapFiles(), try given(input, "--input <file>"))
    }

    /// The map's files, corrections first: of several files the first one that has a road counts. Throws without
    /// a map, and for an overlay that is not compiled corrections.
    func mapFiles() throws -> [String] {
        let map = try given(map.isEmpty ? nil : map, "--map <file.ehmap>")
        guard let overlay else { return map }
        try Corrections.checkFile(overlay)
        return [overlay] + map
    }
}
