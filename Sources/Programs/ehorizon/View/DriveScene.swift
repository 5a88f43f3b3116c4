import CANFrames
import Configuration
import Console
import Engine
import Geodesy
import HorizonProvider
import Positioning
import Quantities
import Recording
import RoadMap
import Scene
import Simulation
import TextFiles

/// A drive through the engine as a scene: the tree of the engine, the frames, and the tree of a client.
struct DriveScene {
    private let map: ViewMap
    private let settings: Settings
    private var engineTrack: EngineTrack
    private var client: ClientTrack
    private var why = WhyTrack(source: 0)
    private var problem: MapError?

    init(map: ViewMap, settings: Settings) {
        self.map = map
        self.settings = settings
        let provider = settings.engineParameters.provider
        engineTrack = EngineTrack(source: 0, map: map.roads)
        client = ClientTrack(
            source: 1, layout: provider.layout, bitRate: provider.pace.bitRate, joinsLate: false,
            showsMiles: map.head.showsMiles)
    }

    /// Names the two sources of the drive.
    func addSources(to making: inout SceneMaking, input: String) throws {
        let name = input == "-" ? "standard input" : String(input.split(separator: "/").last ?? "")
        _ = making.add(SceneHead.Source(name, .engine, .map))
        var wire = SceneHead.Source("Client of \(name)", .client, .transmitted)
        let provider = settings.engineParameters.provider
        wire.hasFrames = true
        wire.bitRate = provider.pace.bitRate
        wire.loadLimit = provider.pace.busLoadPercent / 100
        _ = making.add(wire)
        making.head.layout = provider.layout
    }

    /// Replays a drive on a virtual bus.
    mutating func run(
        _ car: CarDrive, along guide: RouteGuide?, _ learned: LearnedTurnsFlag,
        into making: inout SceneMaking
    ) throws {
        var engine = Engine(map: map.roads, parameters: settings.engineParameters)
        engine.keepReasons()
        try learned.teach(&engine, with: nil)
        var bus = VirtualBus()
        bus.guide = guide
        bus.bitRate = settings.engineParameters.provider.pace.bitRate
        making.head.start = car.drive.log.origin.map { Double($0) / 1e9 }
        making.head.duration = ((car.events.last?.arrival ?? .zero) - .zero).seconds
        var problems: [MapError] = []
        bus.run(car.events, through: &engine) { problem, _ in
            problems.append(problem)
        } observe: { engine, event, time in
            note(engine, event, (time - .zero).seconds, &making)
        } send: { frame, time in
            client.note(frame, at: time, (time - .zero).seconds, to: &making.records)
        }
        finish(&making, problems)
        car.drive.sayTally()
        let isOnMap = car.drive.isOnMap(map.roads, named: map.name)
        if car.hasProblems || !isOnMap { making.hasProblems = true }
    }

    /// Replays a recording.
    mutating func run(
        _ recording: RecordingInput, _ learned: LearnedTurnsFlag, into making: inout SceneMaking
    ) throws {
        var engine = Engine(map: map.roads, parameters: settings.engineParameters)
        engine.keepReasons()
        try learned.teach(&engine, with: recording)
        if recording.reader.header.map != map.roads.identity {
            Program.say(
                "ehorizon: \(recording.path): recorded with another map than \(map.name); the horizon may differ"
            )
        }
        var drive = RecordedDrive(recording.reader)
        let begin = recording.reader.header.start
        making.head.start = Double(recording.reader.header.utc(begin).nanoseconds) / 1e9
        var problems: [MapError] = []
        let roads = map.roads
        let error = drive.run(through: &engine) { identity in
            roads.identity == identity ? roads : nil
        } report: { problem, _ in
            problems.append(problem)
        } observe: { engine, event, time in
            note(engine, event, (time - begin).seconds, &making)
        } send: { frame, time in
            client.note(frame, at: time, (time - begin).seconds, to: &making.records)
        }
        making.head.duration = (drive.end - begin).seconds
        finish(&making, problems)
        // What came before the damage is shown.
        if let error {
            Program.say("ehorizon: \(recording.path): \(error)")
            making.hasProblems = true
        }
    }

    private mutating func note(
        _ engine: Engine, _ event: EngineEvent, _ seconds: Double, _ making: inout SceneMaking
    ) {
        do throws(MapError) {
            try engineTrack.note(engine, after: event, at: seconds, to: &making.records)
            try why.note(engine, after: event, at: seconds, to: &making.records)
        } catch { problem = problem ?? error }
        making.note(engineTrack.place)
    }

    private mutating func finish(_ making: inout SceneMaking, _ problems: [MapError]) {
        client.flush(to: &making.records)
        if !client.hasCoordinates { making.head.sources[1].geometry = .turnAngles }
        if let first = problems.first ?? problem {
            Program.say("ehorizon: \(map.name): \(first)")
            making.hasProblems = true
        }
    }
}
