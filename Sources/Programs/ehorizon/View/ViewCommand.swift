import ArgumentParser
import CLibrary
import Configuration
import Console
import Engine
import HorizonProvider
import LinuxLoop
import Scene
import TextFiles

/// `ehorizon view`: the horizon on a page.
struct ViewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "view",
        abstract: "Shows the horizon on a map in a browser.",
        usage: """
            ehorizon view --map <file.ehmap> --input <file> [--output <file.html>] [<options>]
            ehorizon view --log <file.log> [--map <file.ehmap>] [--output <file.html>] [<options>]
            ehorizon view --can <interface> [--control <path>] [--map <file.ehmap>] [<options>]
            """,
        discussion: """
            Example:

              ehorizon view --map roads.ehmap --input drive.nmea

            The page shows the path tree of the provider, the tree that a control unit reconstructs from the \
            frames, the frames themselves, the broken rules of the protocol and the bus load, at each moment of \
            the drive. Open the printed address in a browser.

            --output writes one file instead. It needs no network, no server and no map tiles: the roads around the \
            drive are in it. A name that ends in .ndjson gets the records alone, one JSON object a line.

            --can, --control and --log - follow a bus or a daemon while it works. --log - reads what candump -L \
            prints. Repeat --log or --can to compare several side by side. Without a map, or without transmitted \
            longitudes and latitudes, the tree of a client has the right shape but no true place.
            """)

    @OptionGroup(title: "Sources") var source: DriveFlags
    @OptionGroup(title: "Sources") var logs: ViewLogFlags
    @OptionGroup(title: "Sources") var live: ViewLiveFlags
    @OptionGroup(title: "Page") var page: ViewPageFlags
    @OptionGroup(title: "Route and driver") var route: RouteFlags
    @OptionGroup(title: "Route and driver") var learned: LearnedTurnsFlag
    @OptionGroup(title: "Configuration, messages and reach") var flags: MessageFlags
    @OptionGroup(title: "Vehicle signals") var surface: SurfaceFlags
    @OptionGroup(title: "Vehicle signals") var vehicle: VehicleLogFlags<SignalFlags>

    func run() throws {
        let recording = try source.input.flatMap { try RecordingInput(path: $0) }
        try vehicle.check()
        guard
            let loaded = try flags.load(
                adding: route.settings + surface.settings + vehicle.settings,
                onto: recording?.configuration, readsVehicle: vehicle.vehicleLog != nil)
        else { return }
        try checkSources()
        try checkFiles(loaded)
        let files = try mapFiles()
        let map = try files.isEmpty ? nil : ViewMap(files: files)
        let title = page.title ?? Self.title(source, logs, live)
        if isLive {
            // Before the threads of the sources, which would be ended by them.
            let signals = try SignalSource([SIGINT, SIGTERM])
            let scene = try liveScene(loaded.settings, map, title)
            return try serve(.live(scene), files, loaded.settings, signals)
        }
        var making = SceneMaking(map, title: title)
        try addDrive(to: &making, recording, loaded.settings)
        for path in logs.log {
            try LogScene(path: path, logs, settings: loaded.settings)
                .run(into: &making)
        }
        if let output = page.output {
            try making.write(to: output)
        } else {
            try serve(
                making.scene, files, loaded.settings, try SignalSource([SIGINT, SIGTERM]))
        }
        if making.hasProblems { throw ExitCode(1) }
    }

    /// The map's files; none for a page without a map.
    private func mapFiles() throws -> [String] {
        source.map.isEmpty && source.overlay == nil ? [] : try source.mapFiles()
    }

    /// Whether the page shows what happens now.
    private var isLive: Bool {
        !live.can.isEmpty || live.control != nil || (page.output == nil && logs.log.contains("-"))
    }

    private func checkSources() throws {
        guard source.input != nil || !logs.log.isEmpty || isLive else {
            throw UsageFailure(
                "give --input <file>, --log <file.log>, --can <interface> or --control <path>")
        }
        if let interface = logs.interface, logs.log.isEmpty {
            throw UsageFailure("--interface \(interface): it needs --log; --can follows a bus")
        }
        if source.input != nil, source.map.isEmpty {
            throw UsageFailure("--input needs --map <file.ehmap>")
        }
        guard isLive else { return }
        if page.output != nil {
            throw UsageFailure("--output: a page of one file shows a drive or a log, nothing live")
        }
        if source.input != nil || logs.log.contains(where: { $0 != "-" }) {
            throw UsageFailure(
                "drives and logs need a page of their own: leave out the live sources")
        }
    }

    private func addDrive(
        to making: inout SceneMaking, _ recording: RecordingInput?, _ settings: Settings
    ) throws {
        guard let input = source.input, let map = making.map else { return }
        var drive = DriveScene(map: map, settings: settings)
        try drive.addSources(to: &making, input: input)
        if let recording {
            if route.namesRoute {
                throw UsageFailure(
                    "--route: the recording \(input) contains its own routes; leave it out")
            }
            try vehicle.refuse(recording: input)
            return try drive.run(recording, learned, into: &making)
        }
        let guide = try settings.route.read(on: map.roads, named: map.name, takesPipe: true)
        let car = try vehicle.drive(try Drive(path: input), by: settings.vehicle)
        try drive.run(car, along: guide, learned, into: &making)
    }

    private func liveScene(
        _ settings: Settings, _ map: ViewMap?, _ title: String
    ) throws -> LiveScene {
        let bus = ViewBus(
            layout: settings.engineParameters.provider.layout, bitRate: logs.bitrate,
            showsMiles: map?.head.showsMiles ?? false)
        var sources: [any LiveSource] = []
        if let path = live.control {
            sources.append(try LiveDaemon(path, number: 0, map: map?.roads))
        }
        for interface in live.can {
            sources.append(try LiveBus(interface, number: sources.count, bus: bus))
        }
        if logs.log.contains("-") {
            sources.append(try LiveLog(number: sources.count, bus: bus, interface: logs.interface))
        }
        var head = SceneHead(program: Program.version, title: title)
        head.map = map?.head
        head.layout = bus.layout
        return LiveScene(sources, head: head)
    }

    /// Serves the page until the user ends it.
    private func serve(
        _ scene: PageScene, _ files: [String], _ settings: Settings,
        _ signals: consuming SignalSource
    ) throws {
        let parameters = settings.engineParameters
        let clerk: @Sendable () throws -> Desk.Clerk = {
            var clerk = MapClerk(try ViewMap(files: files), parameters)
            return { clerk.answer($0) }
        }
        let loop = try PageLoop.started(
            listen: page.listen, scene: scene, signals: signals,
            clerk: files.isEmpty ? nil : clerk)
        let status = try loop.run(host: page.host)
        if status != 0 { throw ExitCode(status) }
    }

    private func checkFiles(_ loaded: LoadedSettings) throws {
        var files = NamedFiles()
        for path in source.map { files.reads("--map", path) }
        files.reads("--overlay", source.overlay)
        files.reads("--input", source.input)
        for path in logs.log { files.reads("--log", path) }
        flags.name(&files)
        loaded.name(&files)
        files.reads("--vehicle-log", vehicle.vehicleLog)
        learned.name(&files)
        files.writes("--output", page.output)
        try files.check()
    }

    /// The names of the sources without their folders.
    private static func title(
        _ source: DriveFlags, _ logs: ViewLogFlags, _ live: ViewLiveFlags
    ) -> String {
        let inputs = [source.input, live.control].compactMap { $0 }
        let names = (inputs + live.can + logs.log).map {
            $0 == "-" ? "standard input" : String($0.split(separator: "/").last ?? "")
        }
        return names.joined(separator: ", ")
    }
}

/// The logs that a page shows.
struct ViewLogFlags: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A log of the bus; - is standard input. Repeat --log to show several.",
            valueName: "file.log"))
    var log: [String] = []

    @Option(
        help: ArgumentHelp(
            "Only the frames of this interface, of each --log.", valueName: "name"))
    var interface: String?

    @Option(
        help: ArgumentHelp(
            "The bit rate of the bus, for the bus load.", valueName: "bit/s"))
    var bitrate = 500_000
}

/// What a page follows while it happens.
struct ViewLiveFlags: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A CAN interface to follow. Repeat --can to show several.", valueName: "interface"))
    var can: [String] = []

    @Option(
        help: ArgumentHelp(
            "The control socket of a running ehorizond to follow.", valueName: "path"))
    var control: String?
}

/// The page.
struct ViewPageFlags: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Where to serve the page; port 0 takes a free one.", valueName: "address:port"))
    var listen = "127.0.0.1:8080"

    @Option(
        help: ArgumentHelp("The page to write, in place of serving it.", valueName: "file.html"))
    var output: String?

    @Option(help: ArgumentHelp("The title of the page.", valueName: "text"))
    var title: String?

    /// The address without its port.
    var host: String { String(listen[..<(listen.lastIndex(of: ":") ?? listen.endIndex)]) }
}
