import ArgumentParser
import Configuration
import Console
import Engine
import Positioning
import Quantities
import Recording
import RoadAhead
import RoadMap
import RoadObjects
import Simulation
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
        let recording = try source.input.flatMap { try RecordingInput(path: $0) }
        let base = recording?.configuration
        try vehicle.check()
        let added = route.settings + surface.settings + vehicle.settings
        guard
            let loaded = try flags.load(
                adding: added, onto: base, readsVehicle: vehicle.vehicleLog != nil)
        else { return }
        let (map, input) = try source.files()
        let question = try choice.question()
        let interval = try choice.interval()
        if recording != nil, route.namesRoute {
            throw UsageFailure(
                "--route: the recording \(input) contains its own routes; leave it out")
        }
        if recording != nil { try vehicle.refuse(recording: input) }
        let roads = try RoadMap(files: map)
        var engine = Engine(map: roads, parameters: loaded.settings.engineParameters)
        try learned.teach(&engine, with: recording)
        var session = Session(
            engine: engine,
            ahead: RoadAhead(map: roads, parameters: question.parameters), question: question,
            interval: interval, output: choice.geojson ? nil : try TextOutput("-"),
            isJSON: choice.json,
            features: choice.geojson ? try AheadFeatures() : nil,
            window: try times.part.window(), clock: times.text(of: input))
        if recording == nil {
            session.guide = try loaded.settings.route.read(
                on: roads, named: RoadMap.name(of: map), takesPipe: true)
        }
        var isWhole = true
        if let objects = choice.objects {
            let (found, isEvery) = try customObjects(in: objects, on: roads)
            session.objects = found
            isWhole = isEvery
        } else if choice.mapObjects {
            session.objects = RoadObjects(map: roads, ofMap: MapObject.Kind.usual)
        }
        var drive: Drive?
        try reading(map) {
            if let recording {
                let problem = try session.run(recording.reader)
                if let problem { Program.say("ehorizon: \(input): \(problem)") }
                isWhole = isWhole && problem == nil
            } else {
                let read = try Drive(path: input)
                drive = read
                let whole = try vehicle.drive(read, by: loaded.settings.vehicle)
                isWhole = isWhole && !whole.hasProblems
                for entry in whole.events { try session.ingest(entry.event, at: entry.arrival) }
            }
            try session.finish(of: input)
        }
        drive?.sayTally()
        if let drive, !drive.isOnMap(roads, named: RoadMap.name(of: map)) { isWhole = false }
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

/// A drive through an engine, with an answer at each interval.
private struct Session {
    private var engine: Engine
    private var ahead: RoadAhead
    private let question: AheadQuestion
    /// The time between answers; `nil` for the last fix alone.
    private let interval: Nanoseconds?
    /// `nil` for GeoJSON, whose features have their own output.
    private let output: TextOutput?
    private var features: AheadFeatures?
    private let isJSON: Bool
    private var last: (fix: Fix, time: MonotonicTime)?
    private var answered: MonotonicTime?
    private var window: TimeWindow
    private var clock: TimeText
    /// The calculated route.
    var guide: RouteGuide?
    /// The user's objects.
    var objects: RoadObjects?
    /// Their events since the last answer.
    private var events: [ObjectEvent] = []

    init(
        engine: Engine, ahead: RoadAhead, question: AheadQuestion, interval: Nanoseconds?,
        output: TextOutput?, isJSON: Bool, features: AheadFeatures?, window: TimeWindow,
        clock: TimeText
    ) {
        self.features = features
        self.window = window
        self.clock = clock
        self.engine = engine
        self.ahead = ahead
        self.question = question
        self.interval = interval
        self.output = output
        self.isJSON = isJSON
    }

    mutating func ingest(_ event: EngineEvent, at time: MonotonicTime) throws {
        // The last fix of the times to write is known only now; the tree is still that of it.
        if interval == nil, let last, case .position(.fix(let fix)) = event,
            try window.place(of: Self.nanoseconds(of: fix, at: time)) == .after
        {
            try answer(last.fix, at: last.time)
            self.last = nil
        }
        try engine.ingest(event, at: time)
        guard case .position(.fix(let fix)) = event else { return }
        if let event = guide?.event(for: engine) { try engine.ingest(event, at: time) }
        if objects != nil {
            defer { if let objects { events += objects.events } }
            try objects?.update(engine.tree)
        }
        let isInside = try window.takes(Self.nanoseconds(of: fix, at: time))
        if isInside { last = (fix, time) }
        guard let interval, answered.map({ time - $0 >= interval }) ?? true else { return }
        // Outside the window the answer is not written, but has its place among the intervals, and its events.
        answered = time
        if isInside { try answer(fix, at: time) } else { events.removeAll() }
    }

    /// Drives a recording on its first map as far as it is readable. Returns the reason for an early end.
    mutating func run(_ reader: RecordingReader) throws -> String? {
        var reader = reader
        while true {
            let event: RecordedEvent?
            do throws(RecordingError) {
                event = try reader.next()
            } catch { return "\(error)" }
            guard let event else { return nil }
            guard case .engine(let event, let time) = event else { continue }
            if case .map = event {
                return "the daemon changed its map here; the answers end"
            }
            try ingest(event, at: time)
        }
    }

    /// Answers the last fix, if that is the only answer.
    mutating func finish(of name: String) throws {
        if interval == nil, let last { try answer(last.fix, at: last.time) }
        try output?.finish()
        try features?.finish()
        try window.finish(of: name)
    }

    /// The receiver's time of a fix, or the time since the start of the drive.
    private static func nanoseconds(of fix: Fix, at time: MonotonicTime) -> Int64 {
        fix.time?.nanoseconds ?? time.nanoseconds
    }

    private mutating func answer(_ fix: Fix, at time: MonotonicTime) throws {
        let tree = engine.tree
        let nanoseconds = Self.nanoseconds(of: fix, at: time)
        var answer = AheadAnswer(
            nanoseconds: nanoseconds, tree, engine.match,
            try ahead.items(of: tree).filter { $0.distance <= question.reach })
        answer.timeText = try clock.other(than: .seconds, nanoseconds, digits: 3)
        let sides = question.sides(of: tree)
        for side in sides {
            let items = try ahead.items(of: tree, along: side)
            answer.add(items.filter { $0.distance <= question.reach }, on: side)
        }
        if let objects {
            answer.add(objects, in: tree, on: sides, question, events)
            events.removeAll()
        }
        guard let output else {
            try features?.add(answer, of: tree, at: fix.place)
            return
        }
        if isJSON {
            try output.line(try JSONText.encode(answer, isPretty: false))
        } else {
            for line in answer.text { try output.line(line) }
        }
    }
}
