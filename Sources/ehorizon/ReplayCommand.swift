import ArgumentParser
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

/// `ehorizon replay`: what the daemon would send on a recorded drive, in virtual time.
struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Writes the frames of a recorded drive as a candump log, in virtual time.",
        discussion: """
            The drive goes through the same engine as in the daemon; a virtual bus takes one frame \
            after the other at its bit rate. The same map, drive and flags give the same bytes.

            What ehorizond --record has written is driven as it was: with its own configuration, and \
            each frame at the moment at which the bus took it. The frames are those that were sent. \
            Flags change the configuration, and with it the frames.
            """)

    @Option(
        help: ArgumentHelp(
            "The map; several files, each with a --map of its own, are one map.",
            valueName: "file.ehmap"))
    var map: [String] = []

    @Option(
        help: ArgumentHelp(
            "A file that the recorded daemon went over to on its way, in the place of one of its"
                + " map's.", valueName: "file.ehmap"))
    var laterMap: [String] = []

    @Option(
        help: ArgumentHelp(
            "The drive: \(Drive.forms) or a recording of ehorizond; - reads standard input, of which it can"
                + " be no recording.", valueName: "file"))
    var input: String?

    @Option(help: ArgumentHelp("Where the log goes; - is standard output.", valueName: "file.log"))
    var output: String?

    @Option(help: ArgumentHelp("The interface named in the log.", valueName: "name"))
    var interface = "vcan0"

    @Option(
        help: ArgumentHelp(
            "The bit rate of the virtual bus (default: 500000).", valueName: "bit/s"))
    var bitrate: Int?

    @Flag(help: "Map the map into memory instead of reading it block by block.")
    var mmap = false

    @OptionGroup var route: RouteFlags
    @OptionGroup var learned: LearnedTurnsFlag
    @OptionGroup var surface: SurfaceFlags
    @OptionGroup(title: "The car's own signals") var vehicle: VehicleLogFlags<SignalFlags>
    @OptionGroup var flags: MessageFlags

    func run() throws {
        let own = [bitrate].compactMap { rate in
            rate.map { FlagSetting("--bitrate", given: "\($0)", ["pace.bit_rate"], .integer($0)) }
        }
        let recording = try self.input.flatMap { try RecordingInput(path: $0) }
        let base = recording?.configuration
        try vehicle.check()
        let added = own + route.settings + surface.settings + vehicle.settings
        guard
            let loaded = try flags.load(
                adding: added, onto: base, readsVehicle: vehicle.vehicleLog != nil)
        else { return }
        let map = try given(map.isEmpty ? nil : map, "--map <file.ehmap>")
        let input = try given(input, "--input <file>")
        let output = try given(output, "--output <file.log>")
        var files = NamedFiles()
        for path in map { files.reads("--map", path) }
        for path in laterMap { files.reads("--later-map", path) }
        files.reads("--input", input)
        flags.name(&files)
        loaded.name(&files)
        files.reads("--vehicle-log", vehicle.vehicleLog)
        learned.name(&files)
        files.writes("--output", output)
        try files.check()
        // The kernel's rule for names, so that the log can be read and played again.
        let isName = interface.unicodeScalars.allSatisfy { $0 > " " && $0 < "\u{7F}" && $0 != "/" }
        guard isName, (1...15).contains(interface.utf8.count) else {
            throw UsageFailure(
                "--interface \(interface): a name has 1 to 15 characters, no blank and no slash")
        }
        let roads = try RoadMap(files: map, isMapped: mmap)
        var engine = Engine(map: roads, parameters: loaded.settings.engineParameters)
        try learned.teach(&engine, with: recording)
        if let recording {
            // Its routes are among its events.
            if route.namesRoute {
                throw UsageFailure("--route: the recording \(input) has the routes that there were")
            }
            try vehicle.refuse(recording: input)
            try replay(
                recording.reader, named: input, through: &engine, map: roads, files: map,
                output: output)
        } else {
            let guide = try loaded.settings.route.read(on: roads, named: RoadMap.name(of: map))
            let drive = try Drive(path: input)
            try replay(
                try vehicle.drive(drive, by: loaded.settings.vehicle), along: guide,
                through: &engine, files: map, output: output)
        }
    }

    /// Lets a virtual bus take the frames of a drive.
    private func replay(
        _ car: CarDrive, along guide: RouteGuide?,
        through engine: inout Engine, files: [String], output: String
    ) throws {
        var log = try FrameLog(output, interface: interface)
        var problems = MapProblems(path: RoadMap.name(of: files))
        var bus = VirtualBus()
        bus.guide = guide
        bus.bitRate = engine.parameters.provider.pace.bitRate
        let origin = car.drive.log.origin ?? 0
        try bus.run(car.events, through: &engine) { problem, _ in
            problems.note(problem)
        } send: { (frame, time) throws(Failure) in
            try log.write(frame, at: origin + time.nanoseconds)
        }
        try log.finish()
        problems.finish()
        car.drive.sayTally()
        let seconds = car.events.last?.arrival.nanoseconds ?? 0
        Program.say(
            "\(log.count) frames in \(seconds / 1_000_000_000) s of \(car.events.count) events")
        if problems.count > 0 || car.hasProblems { throw ExitCode(1) }
    }

    /// Makes the frames of a recording again.
    private func replay(
        _ reader: RecordingReader, named path: String, through engine: inout Engine, map: RoadMap,
        files: [String], output: String
    ) throws {
        var isAsRecorded = true
        if flags.saysWhatIsSent || bitrate != nil || !surface.settings.isEmpty {
            isAsRecorded = false
            Program.say(
                "ehorizon: \(path): flags change the configuration that was recorded; the frames may"
                    + " be others")
        }
        if reader.header.map != MapIdentity(map.header) {
            isAsRecorded = false
            Program.say(
                "ehorizon: \(path): recorded with another map than \(RoadMap.name(of: files)); the frames may be"
                    + " others")
        }
        var log = try FrameLog(output, interface: interface)
        var problems = MapProblems(path: RoadMap.name(of: files))
        var drive = RecordedDrive(reader)
        let maps = try LaterMaps(files: files, later: laterMap)
        let problem = try drive.run(through: &engine) { identity in
            MapIdentity(map.header) == identity ? map : maps.map(identity)
        } report: { problem, _ in
            problems.note(problem)
        } send: { (frame, time) throws(Failure) in
            try log.write(frame, at: reader.header.utc(time).nanoseconds)
        }
        try log.finish()
        problems.finish()
        if let problem { Program.say("ehorizon: \(path): \(problem)") }
        let seconds = (drive.end - reader.header.start).value / 1_000_000_000
        let likeness =
            drive.firstDifference.map {
                "; frame \($0) is the first that differs from what was sent"
            }
            ?? ", as they were sent"
        Program.say("\(log.count) frames in \(seconds) s of \(drive.events) events\(likeness)")
        // With flags or another map the frames are meant to be others.
        let isUnexpected = drive.firstDifference != nil && isAsRecorded
        if problem != nil || problems.count > 0 || isUnexpected { throw ExitCode(1) }
    }
}

/// The log of frames that a replay writes.
private struct FrameLog {
    private let output: TextOutput
    private let interface: String
    /// How many frames it has.
    private(set) var count = 0

    init(_ path: String, interface: String) throws(Failure) {
        output = try TextOutput(path)
        self.interface = interface
    }

    mutating func write(_ frame: CANFrame, at nanoseconds: Int64) throws(Failure) {
        count += 1
        let logged = LoggedFrame(
            nanoseconds: nanoseconds, interface: interface, content: .data(frame))
        try output.line(logged.text)
    }

    func finish() throws(Failure) { try output.finish() }
}

/// What the map could not answer, told once.
private struct MapProblems {
    let path: String
    private(set) var count = 0
    private var told: MapError?

    init(path: String) { self.path = path }

    mutating func note(_ problem: MapError) {
        count += 1
        // A damaged map says the same at each fix.
        if problem != told { Program.say("ehorizon: \(path): \(problem)") }
        told = problem
    }

    func finish() {
        if count > 1 {
            Program.say("ehorizon: \(path): could not be read for \(count) fixes")
        }
    }
}
