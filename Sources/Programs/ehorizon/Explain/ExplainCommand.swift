import HorizonProvider
import ArgumentParser
import Configuration
import Console
import Engine
import Positioning
import Quantities
import Reasons
import Recording
import RoadMap
import Simulation
import TextFiles

/// `ehorizon explain`: why the horizon is what it is at a moment of a drive.
struct ExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Explains the horizon at a moment of a recorded drive.",
        usage: "ehorizon explain --map <file.ehmap> --input <file> --at <time|lat,lon> [<options>]",
        discussion: """
            Example:

              ehorizon explain --map roads.ehmap --input drive.nmea --at 12:03:17

            The command replays the drive as ehorizon replay does, and explains the horizon after the last event \
            up to the moment. A moment is a time of day (UTC), ISO 8601, seconds since 1970 (since the start for a \
            drive without times), or a position: then it is the moment at which the car is nearest to it.

            The output has the places of the last fix with the terms of their log-likelihoods; the paths with their \
            index on the wire; the exits ahead with their reasons; the changes of the main path around the moment \
            with their cause; the values at the place with their source; and what lies ahead.

            Reasons of an exit count in a fixed order, each with the probability after it. The first one is uniform: \
            all exits alike. The last number is the probability that is transmitted, before it is rounded to its \
            code. The guide explains each reason (docs/guide/explain.md).

            With --json the output is one object with the same content.
            """)

    /// The moment.
    struct When: ParsableArguments {
        // A latitude may begin with a minus sign: the next argument is always its value.
        @Option(
            parsing: .unconditional,
            help: ArgumentHelp("The moment, or a position of the drive.", valueName: "time|lat,lon")
        )
        var at: String?

        @Option(
            help: ArgumentHelp(
                "Print the changes of the main path within this time.", valueName: "seconds"))
        var around = 30.0

        @Flag(help: "Print one JSON object.")
        var json = false

        @Option(
            help: ArgumentHelp(
                "A map file that replaced another one during the recording. Repeat it for several files.",
                valueName: "file.ehmap"))
        var laterMap: [String] = []
    }

    @OptionGroup(title: "Needed") var source: DriveFlags
    @OptionGroup(title: "What to explain") var when: When
    @OptionGroup(title: "Route and driver") var route: RouteFlags
    @OptionGroup(title: "Route and driver") var learned: LearnedTurnsFlag
    @OptionGroup(title: "Configuration, messages and reach") var flags: MessageFlags
    @OptionGroup(title: "Vehicle signals") var surface: SurfaceFlags
    @OptionGroup(title: "Vehicle signals") var vehicle: VehicleLogFlags<SignalFlags>

    /// What a replay shows after each event.
    private typealias Observer = (Engine, EngineEvent, MonotonicTime) -> Void
    /// What a replay reports of the map.
    private typealias Report = (MapError, MonotonicTime) -> Void

    func run() throws {
        let recording = try source.input.flatMap { try RecordingInput(path: $0) }
        try vehicle.check()
        let added = route.settings + surface.settings + vehicle.settings
        guard
            let loaded = try flags.load(
                adding: added, onto: recording?.configuration,
                readsVehicle: vehicle.vehicleLog != nil)
        else { return }
        let (files, input) = try source.files()
        let text = try given(when.at, "--at <time|lat,lon>")
        guard let moment = MomentArgument(argument: text) else {
            throw UsageFailure(
                "--at \(text): a time such as \(TimeArgument.forms), or LAT,LON")
        }
        guard when.around >= 0, when.around <= 86_400 else {
            throw UsageFailure("--around \(when.around): 0 to 86400 seconds")
        }
        let roads = try RoadMap(files: files)
        var engine = Engine(map: roads, parameters: loaded.settings.engineParameters)
        engine.keepReasons()
        try learned.teach(&engine, with: recording)
        var drive: Drive?
        let play: (Engine, Report, Observer) throws -> Void
        if let recording {
            if route.namesRoute {
                throw UsageFailure(
                    "--route: the recording \(input) contains its own routes; leave it out")
            }
            try vehicle.refuse(recording: input)
            let maps = try LaterMaps(files: files, later: when.laterMap)
            play = { engine, report, observe in
                try Self.play(recording, through: engine, roads, maps, report, observe)
            }
        } else {
            let guide = try loaded.settings.route.read(
                on: roads, named: RoadMap.name(of: files), takesPipe: true)
            let read = try Drive(path: input)
            drive = read
            let car = try vehicle.drive(read, by: loaded.settings.vehicle)
            play = { engine, report, observe in
                Self.play(car, along: guide, through: engine, report, observe)
            }
        }
        var finder = MomentFinder(
            moment, recording: recording.map { ($0.reader.header.start, $0.reader.header.startUTC) }
        )
        var problem: MapError?
        try play(engine, { error, _ in problem = problem ?? error }) {
            finder.note($0, after: $1, at: $2)
        }
        if let problem { Program.say("ehorizon: \(RoadMap.name(of: files)): \(problem)") }
        if let drive, !drive.isOnMap(roads, named: RoadMap.name(of: files)) { throw ExitCode(1) }
        let wanted = try finder.event(of: input, given: text)
        let explanation = try explain(wanted, of: finder, from: engine, files: files, play)
        let output = try TextOutput("-")
        if when.json {
            try output.line(try JSONText.encode(explanation))
        } else {
            for line in explanation.text { try output.line(line) }
        }
        try output.finish()
    }

    /// Replays the drive again, explains the horizon after an event, and collects the changes around it.
    private func explain(
        _ wanted: Int, of finder: MomentFinder, from engine: Engine, files: [String],
        _ play: (Engine, Report, Observer) throws -> Void
    ) throws -> Explanation {
        var number = 0
        var watch = TreeWatch()
        watch.setOn(true)
        var changes: [(time: Double, change: TreeChange)] = []
        var found: Result<Explanation, any Error>?
        try play(engine, { _, _ in }) { engine, event, time in
            defer { number += 1 }
            watch.note(engine.tree, after: event)
            if let change = watch.take() { changes.append((finder.seconds(of: time), change)) }
            guard number == wanted else { return }
            found = Result { try Explanation(of: engine, at: finder.seconds(of: time)) }
        }
        var explanation = try reading(files) {
            guard let found else { throw Failure("the replay of the drive is not the same again") }
            return try found.get()
        }
        explanation.changes = Self.near(explanation.time, changes, within: when.around)
        return explanation
    }

    /// The changes within a time, and in any case the last one before and the first one after the moment.
    private static func near(
        _ moment: Double, _ changes: [(time: Double, change: TreeChange)], within seconds: Double
    ) -> [Explanation.Change] {
        let before = changes.lastIndex { $0.time <= moment }
        let after = changes.firstIndex { $0.time > moment }
        return changes.enumerated().filter { number, change in
            abs(change.time - moment) <= seconds || number == before || number == after
        }.map { Explanation.Change($1.change, at: $1.time, explained: moment) }
    }

    private static func play(
        _ car: CarDrive, along guide: RouteGuide?, through engine: Engine, _ report: Report,
        _ observe: Observer
    ) {
        var engine = engine
        var bus = VirtualBus()
        bus.guide = guide
        bus.bitRate = engine.parameters.provider.pace.bitRate
        bus.run(car.events, through: &engine, report: report, observe: observe) { _, _ in }
    }

    private static func play(
        _ recording: RecordingInput, through engine: Engine, _ map: RoadMap, _ maps: LaterMaps,
        _ report: Report, _ observe: Observer
    ) throws {
        var engine = engine
        var drive = RecordedDrive(recording.reader)
        let problem = drive.run(
            through: &engine, maps: { map.identity == $0 ? map : maps.map($0) },
            report: report, observe: observe
        ) { _, _ in }
        if let problem { Program.say("ehorizon: \(recording.path): \(problem)") }
    }
}
