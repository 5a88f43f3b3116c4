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

/// `ehorizon ahead`: what lies ahead of a recorded drive.
struct AheadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ahead",
        abstract: "Prints what lies ahead of a car, by distance, at each fix of a recorded drive.",
        discussion: """
            Speed limits and where they change, curves and the speed at which they are safe, slopes, \
            junctions with the names and angles of the roads that leave, signs and other road objects, \
            tunnels, bridges, borders, all on the most probable way, and with --all-paths on side paths. \
            What holds where the car is comes first, with a distance of 0 or less.

            With --json one object a line: time, path and offset (of the car), ahead (an array). \
            Distances and offsets are in metres: distance and end from the car, offset from the start of \
            the path; angles in degrees clockwise, curvature in 1/m, right positive, speeds in m/s but \
            for limits, which stand in the unit they are signed in. The configuration says how far paths \
            are followed, as for the other programs.

            --objects adds objects of one's own: features of a GeoJSON file that are a Point (with a \
            "course" for one direction), a LineString in driving direction (or across roads, with \
            "gantry": true), a Polygon, or no geometry and a line location of OpenLR in Base64 as \
            "openlr". Each has an "id", and may have a "kind" (custom, incident, congestion, closure), a \
            "severity" (low, minor, major, critical) and an "expiry" in seconds since 1970. They are \
            listed with what lies ahead, and what happened to them since the answer before is told as \
            "events": entered, exited, passed, expired.

            --map-objects adds events of what the map knows: tunnels and bridges are entered and left; \
            toll booths and gantries, checkpoints at borders, rest areas and railways that cross are \
            passed.
            """)

    @Option(
        help: ArgumentHelp(
            "The map; several files, each with a --map of its own, are one map.",
            valueName: "file.ehmap"))
    var map: [String] = []

    @Option(
        help: ArgumentHelp(
            "The drive: \(Drive.forms) or a recording of ehorizond; - reads standard input, of which it can"
                + " be no recording.", valueName: "file"))
    var input: String?

    @Flag(help: "One JSON object a line.")
    var json = false

    @Option(
        help: ArgumentHelp(
            "Only these: \(AheadQuestion.kinds). The last four are objects of one's own.",
            valueName: "kind"))
    var kind: [String] = []

    @Option(help: ArgumentHelp("Objects of one's own, GeoJSON.", valueName: "file.geojson"))
    var objects: String?

    @Flag(help: "Also tell when the car enters, leaves and passes the map's own objects.")
    var mapObjects = false

    @Flag(help: "Also what lies on the side paths of the tree; each thing says its path.")
    var allPaths = false

    @Option(
        help: ArgumentHelp(
            "Only what begins within so many metres; no farther than the configuration has paths followed.",
            valueName: "metres"))
    var reach = AheadParameters().reach.value

    @Option(
        help: ArgumentHelp(
            "The time between two answers; 0 is every fix, and end answers the last fix alone.",
            valueName: "seconds|end"))
    var every = "0"

    @Option(
        help: ArgumentHelp(
            "The lateral acceleration of the safe speed of curves.", valueName: "m/s²"))
    var lateralAcceleration = AheadParameters().lateralAcceleration.value

    @OptionGroup var route: RouteFlags
    @OptionGroup var learned: LearnedTurnsFlag
    @OptionGroup var surface: SurfaceFlags
    @OptionGroup(title: "The car's own signals") var vehicle: VehicleLogFlags<SignalFlags>
    @OptionGroup var flags: MessageFlags

    func run() throws {
        let recording = try self.input.flatMap { try RecordingInput(path: $0) }
        let base = recording?.configuration
        try vehicle.check()
        let added = route.settings + surface.settings + vehicle.settings
        guard
            let loaded = try flags.load(
                adding: added, onto: base, readsVehicle: vehicle.vehicleLog != nil)
        else { return }
        let map = try given(map.isEmpty ? nil : map, "--map <file.ehmap>")
        let input = try given(input, "--input <file>")
        let question = try AheadQuestion(
            reach: reach, lateralAcceleration: lateralAcceleration, kinds: kind, allPaths: allPaths)
        let rhythm = try rhythm()
        if recording != nil, route.namesRoute {
            throw UsageFailure("--route: the recording \(input) has the routes that there were")
        }
        if recording != nil { try vehicle.refuse(recording: input) }
        let roads = try RoadMap(files: map)
        var engine = Engine(map: roads, parameters: loaded.settings.engineParameters)
        try learned.teach(&engine, with: recording)
        var session = Session(
            engine: engine,
            ahead: RoadAhead(map: roads, parameters: question.parameters), question: question,
            interval: rhythm, output: try TextOutput("-"), isJSON: json)
        if recording == nil {
            session.guide = try loaded.settings.route.read(on: roads, named: RoadMap.name(of: map))
        }
        var isWhole = true
        if let objects {
            let (found, isEvery) = try customObjects(in: objects, on: roads)
            session.objects = found
            isWhole = isEvery
        } else if mapObjects {
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
                let told = try vehicle.drive(read, by: loaded.settings.vehicle)
                isWhole = isWhole && !told.hasProblems
                for entry in told.events { try session.ingest(entry.event, at: entry.arrival) }
            }
            try session.finish()
        }
        drive?.sayTally()
        if !isWhole { throw ExitCode(1) }
    }

    /// The objects of a file that are on the map, and whether all are; each other one gets a line.
    private func customObjects(
        in path: String, on map: RoadMap
    ) throws -> (RoadObjects, isEvery: Bool) {
        let bytes = try Files.read(path)
        var objects = RoadObjects(map: map, ofMap: mapObjects ? MapObject.Kind.usual : [])
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

    /// The time between answers; `nil` for the last fix alone.
    private func rhythm() throws -> Nanoseconds? {
        if every == "end" { return nil }
        guard let seconds = Double(every), seconds >= 0, seconds <= 86_400 else {
            throw UsageFailure("--every \(every): 0 to 86400 seconds, or end")
        }
        return .seconds(seconds)
    }
}

/// A drive through an engine with an answer now and then.
private struct Session {
    private var engine: Engine
    private var ahead: RoadAhead
    private let question: AheadQuestion
    /// The time between answers; `nil` for the last fix alone.
    private let interval: Nanoseconds?
    private let output: TextOutput
    private let isJSON: Bool
    private var last: (fix: Fix, time: MonotonicTime)?
    private var answered: MonotonicTime?
    /// The calculated route that the car has.
    var guide: RouteGuide?
    /// Objects of the user's own, and what happened to them since the last answer.
    var objects: RoadObjects?
    private var events: [ObjectEvent] = []

    init(
        engine: Engine, ahead: RoadAhead, question: AheadQuestion, interval: Nanoseconds?,
        output: TextOutput, isJSON: Bool
    ) {
        self.engine = engine
        self.ahead = ahead
        self.question = question
        self.interval = interval
        self.output = output
        self.isJSON = isJSON
    }

    mutating func ingest(_ event: EngineEvent, at time: MonotonicTime) throws {
        try engine.ingest(event, at: time)
        guard case .position(.fix(let fix)) = event else { return }
        if let event = guide?.event(for: engine) { try engine.ingest(event, at: time) }
        if objects != nil {
            defer { if let objects { events += objects.events } }
            try objects?.update(engine.tree)
        }
        last = (fix, time)
        guard let interval, answered.map({ time - $0 >= interval }) ?? true else { return }
        answered = time
        try answer(fix, at: time)
    }

    /// Drives a recording as far as it can be read on its first map; says why it ends before its end.
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
                return "the daemon went over to another map here, and the answers end"
            }
            try ingest(event, at: time)
        }
    }

    /// Answers the last fix where that is asked for.
    mutating func finish() throws {
        if interval == nil, let last { try answer(last.fix, at: last.time) }
        try output.finish()
    }

    private mutating func answer(_ fix: Fix, at time: MonotonicTime) throws {
        let tree = engine.tree
        var answer = AheadAnswer(
            nanoseconds: fix.time?.nanoseconds ?? time.nanoseconds, tree, engine.match,
            try ahead.items(of: tree))
        let sides = question.sides(of: tree)
        for side in sides { answer.add(try ahead.items(of: tree, along: side), on: side) }
        if let objects {
            answer.add(objects, in: tree, on: sides, question, events)
            events.removeAll()
        }
        if isJSON {
            try output.line(try JSONText.encode(answer, isPretty: false))
        } else {
            for line in answer.text { try output.line(line) }
        }
    }
}
