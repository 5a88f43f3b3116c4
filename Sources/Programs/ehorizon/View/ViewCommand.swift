import ArgumentParser
import Configuration
import Console
import TextFiles

/// `ehorizon view`: the horizon on a page.
struct ViewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "view",
        abstract: "Shows the horizon on a map in a browser.",
        usage: """
            ehorizon view --map <file.ehmap> --input <file> [--output <file.html>] [<options>]
            ehorizon view --log <file.log> [--map <file.ehmap>] [--output <file.html>] [<options>]
            """,
        discussion: """
            Example:

              ehorizon view --map roads.ehmap --input drive.nmea --output drive.html

            The page shows the path tree of the provider, the tree that a control unit reconstructs from the \
            frames, the frames themselves, the broken rules of the protocol and the bus load, at each moment of \
            the drive.

            --output writes one file. It needs no network, no server and no map tiles: the roads around the drive \
            are in it. A name that ends in .ndjson gets the records alone, one JSON object a line.

            Repeat --log to compare several logs side by side. Without a map, or without transmitted longitudes \
            and latitudes, the tree of a log has the right shape but no true place.
            """)

    @OptionGroup(title: "Sources") var source: DriveFlags
    @OptionGroup(title: "Sources") var logs: ViewLogFlags
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
        guard source.input != nil || !logs.log.isEmpty else {
            throw UsageFailure("give --input <file> or --log <file.log>")
        }
        if source.input != nil, source.map.isEmpty {
            throw UsageFailure("--input needs --map <file.ehmap>")
        }
        let output = try given(page.output, "--output <file.html>")
        try checkFiles(loaded, output)
        var making = SceneMaking(
            try source.map.isEmpty ? nil : ViewMap(files: source.map),
            title: page.title ?? Self.title(source, logs))
        if let input = source.input, let map = making.map {
            var drive = DriveScene(map: map, settings: loaded.settings)
            try drive.addSources(to: &making, input: input)
            if let recording {
                if route.namesRoute {
                    throw UsageFailure(
                        "--route: the recording \(input) contains its own routes; leave it out")
                }
                try vehicle.refuse(recording: input)
                try drive.run(recording, learned, into: &making)
            } else {
                let guide = try loaded.settings.route.read(
                    on: map.roads, named: map.name, takesPipe: true)
                let car = try vehicle.drive(try Drive(path: input), by: loaded.settings.vehicle)
                try drive.run(car, along: guide, learned, into: &making)
            }
        }
        for path in logs.log {
            try LogScene(path: path, bitRate: logs.bitrate, settings: loaded.settings)
                .run(into: &making)
        }
        try making.write(to: output)
        if making.hasProblems { throw ExitCode(1) }
    }

    private func checkFiles(_ loaded: LoadedSettings, _ output: String) throws {
        var files = NamedFiles()
        for path in source.map { files.reads("--map", path) }
        files.reads("--input", source.input)
        for path in logs.log { files.reads("--log", path) }
        flags.name(&files)
        loaded.name(&files)
        files.reads("--vehicle-log", vehicle.vehicleLog)
        learned.name(&files)
        files.writes("--output", output)
        try files.check()
    }

    /// The names of the sources without their folders.
    private static func title(_ source: DriveFlags, _ logs: ViewLogFlags) -> String {
        let names = ([source.input].compactMap { $0 } + logs.log).map {
            $0 == "-" ? "standard input" : String($0.split(separator: "/").last ?? "")
        }
        return names.joined(separator: ", ")
    }
}

/// The logs that a page shows.
struct ViewLogFlags: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A log of candump -L; - is standard input. Repeat --log to show several.",
            valueName: "file.log"))
    var log: [String] = []

    @Option(
        help: ArgumentHelp(
            "The bit rate of the bus, for the bus load (default: 500000).", valueName: "bit/s"))
    var bitrate = 500_000
}

/// The page.
struct ViewPageFlags: ParsableArguments {
    @Option(help: ArgumentHelp("The page to write.", valueName: "file.html"))
    var output: String?

    @Option(help: ArgumentHelp("The title of the page.", valueName: "text"))
    var title: String?
}
