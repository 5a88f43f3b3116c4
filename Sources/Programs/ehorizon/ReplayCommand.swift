import ArgumentParser
import BusLogs
import CANFrames
import Configuration
import Console
import Engine
import HorizonProvider
import Positioning
import Quantities
import Recording
import RoadMap
import Simulation
import TextFiles

/// `ehorizon replay`: the frames of a recorded drive, in virtual time.
struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Writes the frames of a recorded drive as a log.",
        usage: "ehorizon replay --map <file.ehmap> --input <file> --output <file.log> [<options>]",
        discussion: """
            Example:

              ehorizon replay --map roads.ehmap --input drive.nmea --output drive.log

            A file name that ends with .asc, .blf or .pcapng makes a log in that format (.pcap: pcapng); any other \
            makes a candump log. --from and --to choose frames of the whole replay.

            The replay runs the engine of the daemon in virtual time. A virtual bus takes the frames \
            at its bit rate. The same map, drive and options give the same bytes.

            A recording of ehorizond --record brings its own configuration. Its replay makes the same \
            frames at the same times. Options change its configuration, and may change the frames.

            A recording of a ring buffer begins inside a run. Its replay builds the horizon anew, so its frames \
            differ. --transmitted writes the frames that were on the bus.
            """)

    @OptionGroup(title: "Needed") var source: DriveFlags
    @OptionGroup(title: "Needed") var log: LogFlags
    @OptionGroup(title: "What to write") var times: TimeWindowFlags
    @OptionGroup(title: "Bus and map") var bus: VirtualBusFlags
    @OptionGroup(title: "Route and driver") var route: RouteFlags
    @OptionGroup(title: "Route and driver") var learned: LearnedTurnsFlag
    @OptionGroup(title: "Configuration, messages and reach") var flags: MessageFlags
    @OptionGroup(title: "Vehicle signals") var surface: SurfaceFlags
    @OptionGroup(title: "Vehicle signals") var vehicle: VehicleLogFlags<SignalFlags>

    func run() throws {
        let own = [bus.bitrate].compactMap { rate in
            rate.map { FlagSetting("--bitrate", given: "\($0)", ["pace.bit_rate"], .integer($0)) }
        }
        let recording = try source.input.flatMap { try RecordingInput(path: $0) }
        let base = recording?.configuration
        try vehicle.check()
        let added = own + route.settings + surface.settings + vehicle.settings
        guard
            let loaded = try flags.load(
                adding: added, onto: base, readsVehicle: vehicle.vehicleLog != nil)
        else { return }
        let (map, input) = try source.files()
        let output = try given(log.output, "--output <file.log>")
        if let format = BusLogOutput.readOnlyFormat(of: output) {
            throw UsageFailure(
                "--output \(output): \(format) is read and not written; end the name with .log, .asc,"
                    + " .blf or .pcapng")
        }
        var files = NamedFiles()
        for path in source.map { files.reads("--map", path) }
        files.reads("--overlay", source.overlay)
        for path in bus.laterMap { files.reads("--later-map", path) }
        files.reads("--input", input)
        flags.name(&files)
        loaded.name(&files)
        files.reads("--vehicle-log", vehicle.vehicleLog)
        learned.name(&files)
        files.writes("--output", output)
        try files.check()
        // The rule of the kernel, so that canplayer can use the log.
        let isName = bus.interface.unicodeScalars.allSatisfy {
            $0 > " " && $0 < "\u{7F}" && $0 != "/"
        }
        guard isName, (1...15).contains(bus.interface.utf8.count) else {
            throw UsageFailure(
                "--interface \(bus.interface): a name has 1 to 15 characters, no blank and no slash"
            )
        }
        if bus.transmitted {
            guard let recording, recording.reader.header.beginsInside else {
                throw UsageFailure("--transmitted: \(input) is no recording of a ring buffer")
            }
            return try writeTransmitted(recording.reader, named: input, output: output)
        }
        let roads = try RoadMap(files: map, isMapped: bus.mmap)
        var engine = Engine(map: roads, parameters: loaded.settings.engineParameters)
        try learned.teach(&engine, with: recording)
        if let recording {
            // Its routes are among its events.
            if route.namesRoute {
                throw UsageFailure(
                    "--route: the recording \(input) contains its own routes; leave it out")
            }
            try vehicle.refuse(recording: input)
            try replay(
                recording.reader, named: input, through: &engine, map: roads, files: map,
                output: output)
        } else {
            let guide = try loaded.settings.route.read(
                on: roads, named: RoadMap.name(of: map), takesPipe: true)
            let drive = try Drive(path: input)
            try replay(
                try vehicle.drive(drive, by: loaded.settings.vehicle), along: guide,
                through: &engine, files: map, output: output)
            if !drive.isOnMap(roads, named: RoadMap.name(of: map)) { throw ExitCode(1) }
        }
    }

    /// Replays a drive on a virtual bus.
    private func replay(
        _ car: CarDrive, along guide: RouteGuide?,
        through engine: inout Engine, files: [String], output: String
    ) throws {
        var log = try FrameLog(output, interface: bus.interface, try times.window())
        var problems = MapProblems(path: RoadMap.name(of: files))
        var virtualBus = VirtualBus()
        virtualBus.guide = guide
        virtualBus.bitRate = engine.parameters.provider.pace.bitRate
        let origin = car.drive.log.origin ?? 0
        try virtualBus.run(car.events, through: &engine) { problem, _ in
            problems.note(problem)
        } send: { (frame, time) throws(Failure) in
            try log.write(frame, at: (Nanoseconds(origin) + Nanoseconds(time.nanoseconds)).value)
        }
        try log.finish(of: car.drive.path)
        problems.finish()
        car.drive.sayTally()
        let seconds = car.events.last?.arrival.nanoseconds ?? 0
        Program.say(
            "\(log.count) frames in \(seconds / 1_000_000_000) s of \(car.events.count) events")
        if problems.count > 0 || car.hasProblems { throw ExitCode(1) }
    }

    /// Writes the frames of a recording as they are in it.
    private func writeTransmitted(
        _ reader: RecordingReader, named path: String, output: String
    ) throws {
        var log = try FrameLog(output, interface: bus.interface, try times.window())
        var drive = RecordedDrive(reader)
        let problem = try drive.runTransmitted { (frame, time) throws(Failure) in
            try log.write(frame, at: reader.header.utc(time).nanoseconds)
        }
        try log.finish(of: path)
        let seconds = (drive.end - reader.header.start).value / 1_000_000_000
        Program.say("\(log.count) frames in \(seconds) s, as they were sent")
        if let problem { throw Failure("\(path): \(problem)") }
    }

    /// Replays a recording.
    private func replay(
        _ reader: RecordingReader, named path: String, through engine: inout Engine, map: RoadMap,
        files: [String], output: String
    ) throws {
        var isAsRecorded = true
        if flags.saysWhatIsSent || bus.bitrate != nil || !surface.settings.isEmpty {
            isAsRecorded = false
            Program.say(
                "ehorizon: \(path): options change the recorded configuration; the frames may"
                    + " differ")
        }
        if reader.header.map != map.identity {
            isAsRecorded = false
            Program.say(
                "ehorizon: \(path): recorded with another map than \(RoadMap.name(of: files)); the frames may"
                    + " differ")
        }
        var log = try FrameLog(output, interface: bus.interface, try times.window())
        var problems = MapProblems(path: RoadMap.name(of: files))
        var drive = RecordedDrive(reader)
        let maps = try LaterMaps(files: files, later: bus.laterMap)
        let problem = try drive.run(through: &engine) { identity in
            map.identity == identity ? map : maps.map(identity)
        } report: { problem, _ in
            problems.note(problem)
        } send: { (frame, time) throws(Failure) in
            try log.write(frame, at: reader.header.utc(time).nanoseconds)
        }
        try log.finish(of: path)
        problems.finish()
        if let problem { Program.say("ehorizon: \(path): \(problem)") }
        let seconds = (drive.end - reader.header.start).value / 1_000_000_000
        let likeness =
            reader.header.beginsInside
            ? "; the recording begins inside a run: the frames differ from those that were sent, which"
                + " --transmitted writes"
            : drive.firstDifference.map {
                "; frame \($0) is the first that differs from what was sent"
            }
                ?? ", as they were sent"
        Program.say("\(log.count) frames in \(seconds) s of \(drive.events) events\(likeness)")
        // With options or another map the frames may differ.
        let isUnexpected = drive.firstDifference != nil && isAsRecorded
        if problem != nil || problems.count > 0 || isUnexpected { throw ExitCode(1) }
    }
}

/// The log of frames that a replay writes.
private struct FrameLog {
    private let output: TextOutput
    private let interface: String
    private var log: BusLogOutput
    private var window: TimeWindow
    /// Memory for the bytes of a frame.
    private var bytes: [UInt8] = []
    /// How many frames it has.
    private(set) var count = 0

    init(_ path: String, interface: String, _ window: TimeWindow) throws(Failure) {
        self.window = window
        output = try TextOutput(path)
        log = BusLogOutput(named: path)
        self.interface = interface
    }

    mutating func write(_ frame: CANFrame, at nanoseconds: Int64) throws(Failure) {
        guard try window.takes(nanoseconds) else { return }
        count += 1
        let logged = LoggedFrame(
            nanoseconds: nanoseconds, interface: interface, content: .data(frame))
        bytes.removeAll(keepingCapacity: true)
        log.write(logged, to: &bytes)
        try output.write(bytes)
    }

    mutating func finish(of name: String) throws(Failure) {
        // An output of before stays where nothing takes its place.
        try window.finish(of: name)
        bytes.removeAll(keepingCapacity: true)
        log.finish(to: &bytes)
        try output.write(bytes)
        if let header = log.header { try output.overwriteStart(header) }
        try output.finish()
    }
}

/// Errors of the map; repeated ones are reported once.
private struct MapProblems {
    let path: String
    private(set) var count = 0
    private var reported: MapError?

    init(path: String) { self.path = path }

    mutating func note(_ problem: MapError) {
        count += 1
        // A damaged map has the same error at each fix.
        if problem != reported { Program.say("ehorizon: \(path): \(problem)") }
        reported = problem
    }

    func finish() {
        if count > 1 {
            Program.say("ehorizon: \(path): could not be read for \(count) fixes")
        }
    }
}
