import ArgumentParser
import Console
import Geodesy
import Quantities
import RoadMap

/// `ehorizon map links`: every attribute of the links in a rectangle.
struct MapLinksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "links",
        abstract: "Prints every attribute of the links in a rectangle.",
        discussion: """
            Example:

              ehorizon map links roads.ehmap --bbox 13.26,53.53,13.27,53.54 > links.geojson

            GeoJSON has one line for each link, in forward direction, with its attributes and its \
            profiles as [offset in m, value]. The line ends at the rectangle; "cut" is then true. Length, attributes \
            and profiles are those of the whole link. Its names are way, link, blockIndex, name, \
            linkIdentifierForward and linkIdentifierBackward, the values on the wire. --colour adds a simplestyle stroke: red is slow, low or \
            steep; blue is fast, high or flat. A link with an unknown value has no stroke.

            CSV has one row for each attribute of each link, one for each profile point, one for each \
            heading in degrees, and one "link" row with length and directions open to cars. Profile \
            and heading rows have no provenance. Offsets count from the start node in both directions.

            "unknown" lists the ranges of a profile without a known value; in CSV it is a row.

            A "condition" or "previousWay" qualifies the attribute before it, such as a speed limit on \
            wet roads. Profiles are in \(ProfileUnits.text).
            """
    )

    /// The formats of the output.
    enum Format: String, ExpressibleByArgument, CaseIterable { case geojson, csv }

    /// The value that colours the lines.
    enum Colour: String, ExpressibleByArgument, CaseIterable { case limit, slope, height }

    @Argument(help: ArgumentHelp("The map file.", valueName: "file.ehmap"))
    var map: String

    @Option(
        name: .customLong("map"),
        help: ArgumentHelp(
            "A further file of the same map.", valueName: "file.ehmap"))
    var further: [String] = []

    // West may begin with a minus sign: the next argument is always its value.
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The rectangle in degrees.", valueName: "W,S,E,N"))
    var bbox: String

    @Option(help: "The format of the output.")
    var format = Format.geojson

    @Option(help: "The value that colours the lines of GeoJSON.")
    var colour: Colour?

    private var files: [String] { [map] + further }

    func run() throws {
        let box = try BoundingBox(argument: bbox)
        let roads = try RoadMap(files: files)
        try reading(files) {
            var output = LinkOutput(map: roads, colour: colour)
            try output.write(box, as: format)
            guard output.count == 0 else { return }
            let bounds = roads.header.bounds
            let isSwapped = box.swapped?.intersects(bounds) ?? false
            Program.note(
                "--bbox \(bbox): no link in it; the map covers \(bounds.text)"
                    + (isSwapped ? "; are latitude and longitude swapped?" : ""))
        }
    }
}
