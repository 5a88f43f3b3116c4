import ArgumentParser
import Console
import Geodesy
import Quantities
import RoadMap

/// `ehorizon map links`: every attribute of the links of a rectangle.
struct MapLinksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "links",
        abstract: "Prints every attribute of the links in a rectangle.",
        discussion: """
            As GeoJSON: a line for each link, driven forward from its first point, with its \
            attributes, its profiles as [offset in m, value] and with --colour a stroke that programs \
            which read simplestyle draw it in: red is slow, low or steep, blue fast, high or flat. \
            Links of which that is unknown have no stroke.

            As CSV: a row for each attribute of each link, one for each place of a profile and of the \
            heading in degrees, with nothing as their provenance, and one "link" row with its length \
            and its directions open to cars. Offsets are from the start node, whichever way one drives.

            Where a profile is known in parts alone, "unknown" says where it is not; in CSV a row whose value \
            is unknown.

            A "condition" or "previousWay" qualifies the attribute before it, such as a speed limit that \
            holds when it is wet. Profiles are in \(ProfileUnits.text).
            """
    )

    /// The forms of output.
    enum Format: String, ExpressibleByArgument, CaseIterable { case geojson, csv }

    /// What the lines are coloured by.
    enum Colour: String, ExpressibleByArgument, CaseIterable { case limit, slope, height }

    @Argument(help: ArgumentHelp("The map.", valueName: "file.ehmap"))
    var map: String

    @Option(
        name: .customLong("map"),
        help: ArgumentHelp(
            "A further file that is one map with the first.", valueName: "file.ehmap"))
    var further: [String] = []

    // West may begin with a minus sign: what follows the flag is its value in any case.
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The rectangle in degrees.", valueName: "W,S,E,N"))
    var bbox: String

    @Option(help: "geojson or csv.")
    var format = Format.geojson

    @Option(help: "Colour of the lines in GeoJSON: limit, slope or height.")
    var colour: Colour?

    private var files: [String] { [map] + further }

    func run() throws {
        let box = try rectangle()
        let roads = try RoadMap(files: files)
        try reading(files) {
            var output = LinkOutput(map: roads, colour: colour)
            try output.write(box, as: format)
        }
    }

    private func rectangle() throws -> BoundingBox {
        let numbers = bbox.split(separator: ",", omittingEmptySubsequences: false)
            .map { Double($0) }
        guard numbers.count == 4, let west = numbers[0], let south = numbers[1],
            let east = numbers[2], let north = numbers[3],
            let low = Coordinate(latitude: south, longitude: west),
            let high = Coordinate(latitude: north, longitude: east), west <= east, south <= north
        else {
            throw UsageFailure(
                "--bbox \(bbox): not west,south,east,north in degrees, such as 9.4,47.0,9.7,47.3"
            )
        }
        var box = BoundingBox.empty
        box.grow(toHold: low)
        box.grow(toHold: high)
        return box
    }
}
