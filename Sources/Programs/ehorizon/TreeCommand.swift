import ArgumentParser
import Configuration
import Console
import Engine
import Geodesy
import Horizon
import Quantities
import RoadMap
import Routing
import TextFiles

/// `ehorizon tree`: the path tree from a place.
struct TreeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tree",
        abstract: "Prints the path tree from a place.",
        usage: "ehorizon tree --map <file.ehmap> --at <lat,lon[,heading]> [<options>]",
        discussion: """
            Example:

              ehorizon tree --map roads.ehmap --at 53.53763,13.26155,30

            The heading is in degrees clockwise from north. Without it the car drives forward on the \
            nearest road, or backward if only that is legal.

            GeoJSON has a line for each link of each path and a point for the vehicle. Properties are flat: path, \
            level, parent, probability, path_probability, way, name, functional_road_class, distance_m and others.
            """)

    enum Format: String, ExpressibleByArgument, CaseIterable { case text, json, geojson }

    /// The map and the position.
    struct Source: ParsableArguments {
        @Option(
            help: ArgumentHelp(
                "A map file. Repeat --map to use several files as one map.",
                valueName: "file.ehmap"))
        var map: [String] = []

        // A latitude may begin with a minus sign: the next argument is always its value.
        @Option(
            parsing: .unconditional,
            help: ArgumentHelp("The position of the car.", valueName: "lat,lon[,heading]"),
            transform: { try PlaceArgument(checking: $0) })
        var at: PlaceArgument?
    }

    @OptionGroup(title: "Needed") var source: Source

    @Option(
        help: ArgumentHelp(
            "The time in seconds since 1970, for turn restrictions that depend on the time. Without this"
                + " option they are ignored.", valueName: "seconds"))
    var time: Int64?

    @Option(help: "text, json or geojson.")
    var format: Format?

    @Flag(help: "The same as --format geojson.")
    var geojson = false

    @OptionGroup(title: "Route") var route: RouteFlags
    @OptionGroup(title: "Configuration, messages and reach") var flags: MessageFlags

    func run() throws {
        guard let loaded = try flags.load(adding: route.settings) else { return }
        let map = try given(source.map.isEmpty ? nil : source.map, "--map <file.ehmap>")
        let at = try given(source.at, "--at <lat,lon[,heading]>")
        if let time, !(0...4_102_444_800).contains(time) {
            throw UsageFailure("--time \(time): a time between 1970 and 2100 can be set")
        }
        if geojson, let format, format != .geojson {
            throw UsageFailure("--geojson and --format \(format.rawValue): give one of them")
        }
        let parameters = loaded.settings.engineParameters
        let roads = try RoadMap(files: map)
        let (described, features) = try reading(map) {
            let mode = parameters.treeParameters.vehicle
            let places = try roads.nearestPlaces(to: at.coordinate, within: Metres(100)) {
                (link, direction) throws(MapError) in
                try mode.mayDrive(link, direction, on: roads)
            }
            guard let place = try roads.bestPlace(of: places, heading: at.heading) else {
                throw Failure(
                    "\(RoadMap.name(of: map)): no road within 100 m of \(at)"
                        + roads.header.bounds.remark(about: at.coordinate))
            }
            var tree = PathTree(map: roads, parameters: parameters.treeParameters)
            let guide = try loaded.settings.route.read(
                on: roads, named: RoadMap.name(of: map), takesPipe: true)
            if let guide { try tree.setCourse(guide.links, isRoute: true) }
            try tree.advance(to: place, at: time)
            let described = try TreeDescription(tree, map: roads)
            return (described, try TreeFeatures(tree, described))
        }
        let format = geojson ? .geojson : format ?? .text
        if format == .geojson { return try features.write() }
        let output = try TextOutput("-")
        if format == .json {
            try output.line(try JSONText.encode(described))
        } else {
            for line in described.text() { try output.line(line) }
        }
        try output.finish()
    }
}
