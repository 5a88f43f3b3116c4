import ArgumentParser
import CANFrames
import Configuration
import Console
import Engine
import HorizonProvider
import Positioning
import Quantities
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
            """)

    @Option(help: ArgumentHelp("The map.", valueName: "file.ehmap"))
    var map: String?

    @Option(
        help: ArgumentHelp(
            "The drive: NMEA 0183, gpsd JSON or CSV (time,latitude,longitude[,course,speed,"
                + "accuracy]); - reads standard input.", valueName: "file"))
    var input: String?

    @Option(help: ArgumentHelp("Where the log goes; - is standard output.", valueName: "file.log"))
    var output: String?

    @Option(help: ArgumentHelp("The interface named in the log.", valueName: "name"))
    var interface = "vcan0"

    @Option(
        help: ArgumentHelp(
            "The bit rate of the virtual bus (default: 500000).", valueName: "bit/s"))
    var bitrate: Int?

    @OptionGroup var flags: MessageFlags

    func run() throws {
        let own = bitrate.map {
            FlagSetting("--bitrate", given: "\($0)", ["pace.bit_rate"], .integer($0))
        }
        guard let loaded = try flags.load(adding: own.map { [$0] } ?? []) else { return }
        let map = try given(map, "--map <file.ehmap>")
        let input = try given(input, "--input <file>")
        let output = try given(output, "--output <file.log>")
        let parameters = loaded.settings.engineParameters
        // The kernel's rule for names, so that the log can be read and played again.
        let isName = interface.unicodeScalars.allSatisfy { $0 > " " && $0 < "\u{7F}" && $0 != "/" }
        guard isName, (1...15).contains(interface.utf8.count) else {
            throw UsageFailure(
                "--interface \(interface): a name has 1 to 15 characters, no blank and no slash")
        }
        let roads = try RoadMap(path: map)
        let drive = try Drive(path: input)
        let log = try TextOutput(output)
        var engine = Engine(map: roads, parameters: parameters)
        var bus = VirtualBus()
        bus.bitRate = parameters.provider.pace.bitRate
        let origin = drive.log.entries.lazy.compactMap(\.event.time).first?.nanoseconds ?? 0
        let firstArrival =
            drive.log.entries.first { $0.event.time != nil }?.arrival.nanoseconds ?? 0
        var frames = 0
        var mapProblems = 0
        var told: MapError?
        try bus.run(drive.log.entries, through: &engine) { problem, _ in
            mapProblems += 1
            // A damaged map says the same at each fix.
            if problem != told { Program.say("ehorizon: \(map): \(problem)") }
            told = problem
        } send: { (frame, time) throws(Failure) in
            frames += 1
            let logged = LoggedFrame(
                nanoseconds: origin - firstArrival + time.nanoseconds, interface: interface,
                content: .data(frame))
            try log.line(logged.text)
        }
        try log.finish()
        if mapProblems > 1 {
            Program.say("ehorizon: \(map): could not be read for \(mapProblems) fixes")
        }
        let seconds = drive.log.entries.last?.arrival.nanoseconds ?? 0
        Program.say(
            "\(frames) frames in \(seconds / 1_000_000_000) s of \(drive.log.entries.count) events")
        if mapProblems > 0 || drive.hasProblems { throw ExitCode(1) }
    }
}
