import ArgumentParser
import Configuration
import Console
import Engine
import Horizon
import RoadAhead
import RoadMap
import RoadObjects
import TextFiles

/// `ehorizon ahead`: the list of attributes ahead, along a recorded drive.
struct AheadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ahead",
        abstract: "Prints what lies ahead of the car at each fix of a recorded drive.",
        usage: "ehorizon ahead --map <file.ehmap> --input <file> [<options>]",
        discussion: """
            Example:

              ehorizon ahead --map roads.ehmap --input drive.nmea --every 10 --kind curve

            The list has speed limits, curves with their safe speed, slopes, junctions with their exits, \
            signs and other road objects, tunnels, bridges and borders, in the order of their distance. \
            Data that apply at the car's position come first, with a distance of 0 or less.

            A junction has two words: `on` is the road that the path follows, `off` the other exits. \
            Each road has its path, name, turn angle and probability. A positive angle is a turn \
            to the right.

            With --json each answer is one object on a line: version (1), time, path and offset of the car, and the \
            array ahead. Distances and offsets are in metres: distance and end from the car, offset from \
            the start of the path. Angles are in degrees clockwise, curvature in 1/m (right positive), \
            speeds in m/s. A speed limit is a number with limitUnit (km/h or mph); limitWord stands in its \
            place: none, walk, variable, unknown. The configuration sets how far paths reach. \
            `ehorizon reference --schema ahead` prints the contract as JSON Schema.

            With --geojson the properties are flat, with the unit in the name: kind, time, distance_m, limit_km_h, \
            safe_speed_m_s and others.

            The drive is replayed as ehorizon replay does. A path has its index on the wire, as in ehorizon decode; \
            a path without an index is "tree path" with its number in the tree. In JSON, pathIndex is the index \
            and path the number.

            --objects adds your own objects from a GeoJSON file. A feature is a Point (with "course" for \
            one direction), a LineString in driving direction (with "gantry": true across roads), a \
            Polygon, or an OpenLR line location in Base64 ("openlr", without geometry). Each has an "id". \
            Optional are "kind" (custom, incident, congestion, closure), "severity" (low, minor, major, \
            critical) and "expiry" in seconds since 1970. Each answer then has "events" since the last \
            one: entered, exited, passed, expired.

            --map-objects adds events of the map's objects: tunnels and bridges entered and exited; toll \
            booths, gantries, border checkpoints, rest areas and level crossings passed.
            """)

    @OptionGroup(title: "Needed") var source: DriveFlags
    @OptionGroup(title: "What to print") var choice: AheadFlags
    @OptionGroup(title: "What to print") var times: TimeFlags
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
        _ = try source.files()
        let question = try choice.question()
        let interval = try choice.interval()
        let window = try choice.window(times.part)
        let replay = try DriveReplay(options, loaded)
        let roads = replay.engine.tree.map
        let input = replay.input
        var isWhole = !(replay.drive?.hasProblems ?? false)
        var answers = AheadAnswers(
            ahead: RoadAhead(map: roads, parameters: question.parameters), question: question,
            interval: interval, output: choice.geojson ? nil : try TextOutput("-"),
            isJSON: choice.json, features: choice.geojson ? try AheadFeatures() : nil,
            window: window, clock: times.text(of: input))
        if let objects = choice.objects {
            let (found, isEvery) = try customObjects(in: objects, on: roads)
            answers.objects = found
            isWhole = isWhole && isEvery
        } else if choice.mapObjects {
            answers.objects = RoadObjects(map: roads, ofMap: MapObject.Kind.usual)
        }
        try reading(replay.files) {
            var failure: (any Error)?
            var unread: MapError?
            let end = replay.play { error, _ in
                unread = unread ?? error
            } observe: { engine, event, time in
                guard failure == nil, answers.end == nil else { return }
                do {
                    // At another map the answers end, whether it can be read or not.
                    if let unread, !event.isMap { throw unread }
                    try answers.note(engine, after: event, at: time)
                } catch { failure = error }
            }
            if let failure { throw failure }
            if let unread, answers.end == nil { throw unread }
            try answers.finish(of: input)
            if let problem = answers.end.map({ "\(input): \($0)" }) ?? end {
                Program.say("ehorizon: \(problem)")
                isWhole = false
            }
        }
        if let drive = replay.drive?.drive {
            drive.sayTally()
            if !drive.isOnMap(roads, named: RoadMap.name(of: replay.files)) { isWhole = false }
        }
        if !isWhole { throw ExitCode(1) }
    }

    /// The objects of a file that are on the map, and whether all of them are. Each other one is reported.
    private func customObjects(
        in path: String, on map: RoadMap
    ) throws -> (RoadObjects, isEvery: Bool) {
        let bytes = try Files.read(path)
        var objects = RoadObjects(map: map, ofMap: choice.mapObjects ? MapObject.Kind.usual : [])
        var isEvery = true
        let file: ObjectFile
        do throws(ObjectFileError) {
            file = try ObjectFile(bytes)
        } catch { throw Failure("\(path), \(error)") }
        for problem in file.problems {
            Program.say("ehorizon: \(path), \(problem)")
            isEvery = false
        }
        for (object, line) in file.objects {
            do throws(ObjectError) {
                try objects.add(object)
            } catch {
                Program.say("ehorizon: \(path), line \(line): \(object.id): \(error)")
                isEvery = false
            }
        }
        return (objects, isEvery)
    }
}

extension EngineEvent {
    /// Whether the engine uses another map from now on.
    fileprivate var isMap: Bool {
        if case .map = self { true } else { false }
    }
}
