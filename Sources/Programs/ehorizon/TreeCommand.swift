import ArgumentParser
import Configuration
import Console
import Engine
import Geodesy
import Horizon
import HorizonProvider
import Quantities
import RoadMap
import Routing
import TextFiles

/// `ehorizon tree`: the path tree from a position, or at a moment of a drive.
struct TreeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tree",
        abstract: "Prints the path tree from a position, or at a moment of a drive.",
        usage: """
            ehorizon tree --map <file.ehmap> --at <lat,lon[,heading]> [<options>]
            ehorizon tree --map <file.ehmap> --input <file> --at <time|lat,lon> [<options>]
            """,
        discussion: """
            Example:

              ehorizon tree --map roads.ehmap --at 53.53763,13.26155,30
              ehorizon tree --map roads.ehmap --input drive.nmea --at 12:03:17

            Without --input the tree begins at a position. The heading is in degrees clockwise from north. Without it \
            the car drives forward on the nearest road, or backward if only that is legal.

            With --input the drive is replayed as ehorizon replay does, and the tree is that after the last event up \
            to the moment, as ehorizon explain has it. A moment is a time of day (UTC), ISO 8601, seconds since 1970 \
            (since the start for a drive without times), or a position of the drive. A path has its index on the \
            wire, as in ehorizon decode; a path without an index is "tree path" with its number in the tree. In JSON, \
            pathIndex is the index and path the number.

            GeoJSON has a line for each link of each path and a point for the vehicle. Properties are flat: path, \
            path_index, level, parent, probability, path_probability, way, name, functional_road_class, distance_m \
            and others.
            """)

    enum Format: String, ExpressibleByArgument, CaseIterable { case text, json, geojson }

    /// The position or the moment.
    struct When: ParsableArguments {
        // A latitude may begin with a minus sign: the next argument is always its value.
        @Option(
            parsing: .unconditional,
            help: ArgumentHelp(
                "The position of the car; with --input a moment of the drive.",
                valueName: "lat,lon[,heading]|time"))
        var at: String?
    }

    @OptionGroup(title: "Needed") var source: DriveFlags
    @OptionGroup(title: "Needed") var when: When

    @Option(
        help: ArgumentHelp(
            "The time in seconds since 1970, for turn restrictions that depend on the time. Without this"
                + " option they are ignored. A drive has its own times.", valueName: "seconds"))
    var time: Int64?

    @Option(help: "text, json or geojson.")
    var format: Format?

    @Flag(help: "The same as --format geojson.")
    var geojson = false

    @OptionGroup(title: "Route and driver") var route: RouteFlags
    @OptionGroup(title: "Route and driver") var learned: LearnedTurnsFlag
    @OptionGroup(title: "Configuration, messages and reach") var flags: MessageFlags
    @OptionGroup(title: "Vehicle signals") var surface: SurfaceFlags
    @OptionGroup(title: "Vehicle signals") var vehicle: VehicleLogFlags<SignalFlags>

    func run() throws {
        let options = ReplayOptions(
            source: source, route: route, learned: learned, flags: flags, surface: surface,
            vehicle: vehicle)
        guard let loaded = try options.load() else { return }
        let map = try source.mapFiles()
        let at = try given(when.at, "--at <lat,lon[,heading]>")
        if let time, !(0...4_102_444_800).contains(time) {
            throw UsageFailure("--time \(time): a time between 1970 and 2100 can be set")
        }
        if geojson, let format, format != .geojson {
            throw UsageFailure("--geojson and --format \(format.rawValue): give one of them")
        }
        let (described, features) =
            if source.input == nil {
                try reading(map) { try tree(from: at, on: map, loaded.settings) }
            } else {
                try tree(at: at, of: options, loaded)
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

    /// The tree from a position.
    private func tree(
        from text: String, on files: [String], _ settings: Settings
    ) throws -> (TreeDescription, TreeFeatures) {
        // A number alone is rather half a position.
        if text.contains(":"), TimeArgument(argument: text) != nil {
            throw UsageFailure("--at \(text): a time needs a drive, --input <file>")
        }
        if learned.learnedTurns != nil || vehicle.vehicleLog != nil {
            throw UsageFailure("--learned-turns and --vehicle-log need a drive, --input <file>")
        }
        guard let at = PlaceArgument(argument: text) else {
            throw UsageFailure(
                "'\(text)' is invalid for '--at <lat,lon[,heading]>':"
                    + " \(PlaceArgument.form(insteadOf: text))")
        }
        let roads = try RoadMap(files: files)
        let parameters = settings.engineParameters
        let mode = parameters.treeParameters.vehicle
        let places = try roads.nearestPlaces(to: at.coordinate, within: Metres(100)) {
            (link, direction) throws(MapError) in
            try mode.mayDrive(link, direction, on: roads)
        }
        guard let place = try roads.bestPlace(of: places, heading: at.heading) else {
            throw Failure(
                "\(RoadMap.name(of: files)): no road within 100 m of \(at)"
                    + roads.header.bounds.remark(about: at.coordinate))
        }
        var tree = PathTree(map: roads, parameters: parameters.treeParameters)
        let guide = try settings.route.read(
            on: roads, named: RoadMap.name(of: files), takesPipe: true)
        if let guide { try tree.setCourse(guide.links, isRoute: true) }
        try tree.advance(to: place, at: time)
        let described = try TreeDescription(tree, nil, map: roads)
        return (described, try TreeFeatures(tree, described))
    }

    /// The tree at a moment of a drive.
    private func tree(
        at text: String, of options: ReplayOptions,
        _ loaded: (recording: RecordingInput?, settings: Settings)
    ) throws -> (TreeDescription, TreeFeatures) {
        guard let moment = MomentArgument(argument: text) else {
            throw UsageFailure(
                "--at \(text): with --input a time such as \(TimeArgument.forms), or LAT,LON")
        }
        if let time {
            throw UsageFailure("--time \(time): the drive has its own times; leave it out")
        }
        let replay = try DriveReplay(options, loaded)
        let finder = try replay.find(moment)
        let wanted = try finder.event(of: replay.input, given: text)
        var number = 0
        var found: Engine?
        replay.play { engine, _, _ in
            if number == wanted.number { found = engine }
            number += 1
        }
        return try reading(replay.files) {
            guard let found else { throw Failure("the replay of the drive is not the same again") }
            var described = try TreeDescription(
                found.tree, KnownIndexes(found), map: found.tree.map)
            described.time = finder.seconds(of: wanted.time).rounded(3)
            described.state = found.vehicle.place.name
            return (described, try TreeFeatures(found.tree, described))
        }
    }
}
