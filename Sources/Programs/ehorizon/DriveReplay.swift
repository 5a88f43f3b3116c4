import ArgumentParser
import CANFrames
import Configuration
import Console
import Engine
import Horizon
import HorizonProvider
import Positioning
import Quantities
import Recording
import RoadMap
import Simulation
import TextFiles

/// The options that choose a drive and the engine that it is replayed through.
struct ReplayOptions {
    let source: DriveFlags
    let route: RouteFlags
    let learned: LearnedTurnsFlag
    let flags: MessageFlags
    let surface: SurfaceFlags
    let vehicle: VehicleLogFlags<SignalFlags>
    var laterMap: [String] = []

    /// The input where it is a recording, and the settings; `nil` where the options only ask for the settings.
    func load() throws -> (recording: RecordingInput?, settings: Settings)? {
        let recording = try source.input.flatMap { try RecordingInput(path: $0) }
        try vehicle.check()
        let added = route.settings + surface.settings + vehicle.settings
        let loaded = try flags.load(
            adding: added, onto: recording?.configuration,
            readsVehicle: vehicle.vehicleLog != nil)
        return loaded.map { (recording, $0.settings) }
    }
}

/// A recorded drive on the bus of `ehorizon replay`, or a recording of the daemon with its own bus. Each replay has the
/// same events and the same frames.
struct DriveReplay {
    /// Sees the engine after each event.
    typealias Observer = (Engine, EngineEvent, MonotonicTime) -> Void
    /// Gets the errors of the map.
    typealias Report = (MapError, MonotonicTime) -> Void
    /// Gets each frame.
    typealias Sender = (CANFrame, MonotonicTime) -> Void

    private enum Source {
        case drive(CarDrive, RouteGuide?)
        case recording(RecordingInput, LaterMaps)
    }

    /// The engine before the first event.
    let engine: Engine
    /// The map's files.
    let files: [String]
    /// The name of the drive.
    let input: String
    private let source: Source

    /// A drive with the settings of its options.
    init(
        _ options: ReplayOptions, _ loaded: (recording: RecordingInput?, settings: Settings),
        keepsReasons: Bool = false
    ) throws {
        (files, input) = try options.source.files()
        let roads = try RoadMap(files: files)
        var engine = Engine(map: roads, parameters: loaded.settings.engineParameters)
        if keepsReasons { engine.keepReasons() }
        try options.learned.teach(&engine, with: loaded.recording)
        self.engine = engine
        guard let recording = loaded.recording else {
            let guide = try loaded.settings.route.read(
                on: roads, named: RoadMap.name(of: files), takesPipe: true)
            let drive = try Drive(path: input)
            source = .drive(try options.vehicle.drive(drive, by: loaded.settings.vehicle), guide)
            return
        }
        if options.route.namesRoute {
            throw UsageFailure(
                "--route: the recording \(input) contains its own routes; leave it out")
        }
        try options.vehicle.refuse(recording: input)
        source = .recording(recording, try LaterMaps(files: files, later: options.laterMap))
    }

    /// The drive where it is no recording.
    var drive: CarDrive? {
        if case .drive(let car, _) = source { car } else { nil }
    }

    /// The start of a recording, which gives the scale of its times.
    var recordingStart: (time: MonotonicTime, utc: UTCTime)? {
        guard case .recording(let recording, _) = source else { return nil }
        return (recording.reader.header.start, recording.reader.header.startUTC)
    }

    /// Replays the drive. Returns the reason for the early end of a recording.
    @discardableResult
    func play(
        report: Report = { _, _ in }, observe: Observer, send: Sender = { _, _ in }
    ) -> String? {
        var engine = engine
        switch source {
        case .drive(let car, let guide):
            var bus = VirtualBus()
            bus.guide = guide
            bus.bitRate = engine.parameters.provider.pace.bitRate
            bus.run(
                car.events, through: &engine, report: report, observe: observe, send: send)
            return nil
        case .recording(let recording, let maps):
            let map = engine.tree.map
            var drive = RecordedDrive(recording.reader)
            let problem = drive.run(
                through: &engine, maps: { map.identity == $0 ? map : maps.map($0) },
                report: report, observe: observe, send: send)
            return problem.map { "\(recording.path): \($0)" }
        }
    }

    /// The finder of a moment of the drive. Standard error reports errors of the map and of the recording.
    ///
    /// Throws where no position of the drive is on the map.
    func find(_ moment: MomentArgument) throws -> MomentFinder {
        var finder = MomentFinder(moment, recording: recordingStart)
        var problem: MapError?
        let end = play(report: { error, _ in problem = problem ?? error }) {
            finder.note($0, after: $1, at: $2)
        }
        if let end { Program.say("ehorizon: \(end)") }
        let name = RoadMap.name(of: files)
        if let problem { Program.say("ehorizon: \(name): \(problem)") }
        if let drive, !drive.drive.isOnMap(engine.tree.map, named: name) { throw ExitCode(1) }
        return finder
    }
}
