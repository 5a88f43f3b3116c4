import ArgumentParser
import Console
import RoadMap
import TextFiles

/// `ehorizon map link`: everything about a link.
struct MapLinkCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "link",
        abstract: "Shows everything about a link or a way.",
        discussion: """
            Examples:

              ehorizon map link roads.ehmap 35160067
              ehorizon map link roads.ehmap 164:195
              ehorizon map link roads.ehmap --name Ringstraße

            Each line is one JSON object: attributes and profiles with their ranges along the link, \
            slope points (position 0 to 1, per cent, marked if steeper than 45°), the line, the country, \
            connected links, and the names of unknown attributes.

            A link has several names, and each finds it: its way of OpenStreetMap (35160067, all links of \
            the way), "link" (WAY:STARTNODE-ENDNODE, the same after a map update), "blockIndex" (164:195, only in \
            this map file; 'match' prints it), and "linkIdentifier", the value of profile-long.link-identifier on \
            the wire, one for each direction. A number is read as a way and as a link-identifier; way:35160067 or \
            identifier:2530008282 chooses one. --name finds the links of a road by its name or number.

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
    var id: String?

    @Option(help: ArgumentHelp("The name or the number of the road.", valueName: "road"))
    var name: String?

    private var files: [String] { [map] + further }

    func run() throws {
        guard (id == nil) != (name == nil) else {
            throw UsageFailure(
                "a link or --name is needed, not both; a link is \(LinkArgument.forms)")
        }
        var finder = LinkFinder(try id.map { try LinkArgument($0) } ?? .name(name ?? ""))
        let roads = try RoadMap(files: files)
        var isThere = false
        try reading(files) {
            try roads.forEachLink(in: roads.header.bounds) { (link) throws(MapError) in
                guard try finder.takes(link, on: roads) else { return }
                isThere = true
                print(try LinkDescription(of: link, in: roads).json(on: roads))
            }
        }
        guard isThere else { throw finder.refusal(RoadMap.name(of: files)) }
        if let doubt = finder.doubt { Program.note(doubt) }
    }
}
