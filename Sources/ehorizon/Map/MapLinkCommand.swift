import ArgumentParser
import Console
import RoadMap

/// `ehorizon map link`: everything that a map knows of a link.
struct MapLinkCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "link",
        abstract: "Shows all that a map knows of a link, by its id.",
        discussion: """
            One JSON object a line: attributes and profiles with their places along the link, slope \
            points (place 0 to 1, per cent, marked where steeper than 45°), the line, the country, the \
            links that meet it, and by name what the map does not know. A link is \
            WAY:STARTNODE-ENDNODE in ids of OpenStreetMap; a way alone stands for all its links.

            Of an attribute "value" is what the map file holds, "text" says it in words. A "condition" \
            or "previousWay" qualifies the attribute before it. Profiles are in \(ProfileUnits.text).
            """
    )

    @Argument(help: ArgumentHelp("The map.", valueName: "file.ehmap"))
    var map: String

    @Option(
        name: .customLong("map"),
        help: ArgumentHelp(
            "A further file that is one map with the first.", valueName: "file.ehmap"))
    var further: [String] = []

    @Argument(help: ArgumentHelp("The link, or the way.", valueName: "link"))
    var id: LinkArgument

    private var files: [String] { [map] + further }

    func run() throws {
        let roads = try RoadMap(files: files)
        var isThere = false
        try reading(files) {
            try roads.forEachLink(in: roads.header.bounds) { (link) throws(MapError) in
                guard link.way == id.way else { return }
                if let wanted = id.link, try roads.stableID(of: link) != wanted { return }
                isThere = true
                print(try LinkDescription(of: link, in: roads).json(on: roads))
            }
        }
        guard isThere else {
            let link = id.link?.text ?? "of way \(id.way)"
            throw Failure("\(RoadMap.name(of: files)): there is no link \(link) in it")
        }
    }
}
