import ArgumentParser
import RoadMap
import TextFiles

/// `ehorizon map link`: everything about a link.
struct MapLinkCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "link",
        abstract: "Shows everything about a link or a way.",
        discussion: """
            Example:

              ehorizon map link roads.ehmap 35160067

            Each line is one JSON object: attributes and profiles with their ranges along the link, \
            slope points (position 0 to 1, per cent, marked if steeper than 45°), the line, the country, \
            connected links, and the names of unknown attributes. A link is WAY:STARTNODE-ENDNODE in \
            OpenStreetMap ids; a way stands for all its links.

            Of an attribute, "value" is the number in the map file and "text" its meaning. A "condition" \
            or "previousWay" qualifies the attribute before it. Profiles are in \(ProfileUnits.text).
            """
    )

    @Argument(help: ArgumentHelp("The map file.", valueName: "file.ehmap"))
    var map: String

    @Option(
        name: .customLong("map"),
        help: ArgumentHelp(
            "A further file of the same map.", valueName: "file.ehmap"))
    var further: [String] = []

    @Argument(help: ArgumentHelp("The link or the way.", valueName: "link"))
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
