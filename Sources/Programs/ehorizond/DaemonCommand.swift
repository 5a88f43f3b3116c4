import ArgumentParser
import Configuration
import Console
import Engine
import Horizon
import LinuxLoop
import MapSignature
import Positioning
import Receivers
import RegionSet
import RoadMap
import SocketCAN
import Supervision
import TextFiles

/// `ehorizond`: the daemon that puts the electronic horizon on the bus.
@main
struct DaemonCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ehorizond",
        abstract: "Sends the electronic horizon of a moving car in ADASIS v2 frames.",
        usage: """
            ehorizond --map <file.ehmap> --position <source> --can <interface> [<options>]
            ehorizond --config <file.toml> [<options>]
            """,
        discussion: """
            Example:

              ehorizond --map roads.ehmap --position gpsd://localhost --can can0

            The daemon runs until SIGTERM or SIGINT. It also ends when a recorded drive or standard input \
            has ended and all frames are sent. The status is then 0, or 1 if standard input contained no \
            position. On SIGHUP the daemon reads its configuration again.
            """,
        version: Program.versionLine(of: "ehorizond"))

    @OptionGroup(title: "Needed") var source: SourceFlags
    @OptionGroup(title: "Map, bus and files") var files: FileFlags
    @OptionGroup(title: "Route") var route: RouteFlags
    @OptionGroup(title: "Configuration, messages and reach") var flags: MessageFlags
    @OptionGroup(title: "Vehicle signals") var vehicle: VehicleFlags

    static func main() { Program.run(Self.self) }

    /// The settings of the flags besides those of the messages.
    private var own: [FlagSetting] {
        [
            source.map.isEmpty
                ? nil
                : FlagSetting(
                    "--map", given: source.map.joined(separator: " --map "), ["daemon.map"],
                    .list(source.map.map { .text($0) })),
            FlagSetting("--overlay", files.overlay, "daemon.overlay"),
            FlagSetting("--map-key", files.mapKey, "daemon.map_key"),
            FlagSetting("--position", source.position?.argument, "daemon.position"),
            FlagSetting("--can", source.can, "daemon.can"),
            files.bitrate.map {
                FlagSetting("--bitrate", given: "\($0)", ["daemon.bitrate"], .integer($0))
            },
            files.requireInterface
                ? FlagSetting(
                    "--require-interface", given: "true", ["daemon.require_interface"],
                    .boolean(true))
                : nil,
            FlagSetting("--record", files.record, "daemon.record"),
            FlagSetting("--ring-directory", files.ringDirectory, "daemon.ring_directory"),
            FlagSetting("--limit-log", files.limitLog, "daemon.limit_log"),
            FlagSetting("--learned-turns", files.learnedTurns, "daemon.learned_turns"),
            FlagSetting("--state-directory", files.stateDirectory, "daemon.state_directory"),
            FlagSetting("--objects", files.objects, "daemon.objects"),
            FlagSetting("--control-socket", files.controlSocket, "daemon.control_socket"),
        ].compactMap(\.self) + vehicle.settings + route.settings
    }

    func run() throws {
        EventLoop.ignoreSignals()
        guard let loaded = try flags.load(adding: own, readsVehicle: true, readsRequests: true)
        else { return }
        do {
            var daemon = try daemon(loaded)
            try daemon.run()
        } catch let error as SystemError {
            throw Failure("\(error)")
        }
    }

    /// Opens everything. What the daemon does not hold ends here: otherwise the file of its first map would stay open.
    private func daemon(_ loaded: LoadedSettings) throws -> Daemon {
        let (flags, own) = (flags, own)
        let settings = loaded.settings.daemon
        let maps = try given(
            settings.maps.isEmpty ? nil : settings.maps, "--map <file.ehmap>")
        let position = try given(
            settings.position.flatMap { PositionSource(argument: $0) }, "--position <source>")
        let can = try given(settings.interface, "--can <interface>")
        var files = NamedFiles()
        for path in maps { files.reads("--map", path) }
        files.reads("--overlay", settings.overlay)
        files.reads("--map-key", settings.mapKey)
        flags.name(&files)
        loaded.name(&files)
        files.reads("--objects", settings.objects)
        files.writes("--record", settings.record)
        files.writes("--ring-directory", settings.ring.folder)
        files.writes("--limit-log", settings.limitLog)
        files.writes("--learned-turns", settings.learnedTurns)
        files.writes("--state-directory", settings.stateDirectory)
        try files.check()
        let key = try settings.mapKey.map { try mapKey(in: $0) }
        try settings.overlay.map { try Corrections.checkFile($0) }
        // Of several files the first one that has a road counts.
        let opened = try OpenedMap(
            (settings.overlay.map { [$0] } ?? []) + maps, key: key,
            cacheBytes: settings.mapCache << 20)
        let guide = try loaded.settings.route.read(on: opened.roads, named: opened.name)
        let source = try OpenedSource(position)
        // One that is not there yet is set up when it appears.
        let control = LinkControl(can)
        if let own = LinkSettings(settings), settings.requiresInterface || control.isUp() != nil {
            do {
                try control.setUp(own)
            } catch {
                throw Failure("\(error)")
            }
        }
        let learns = loaded.settings.engineParameters.horizon.learnsTurns
        return try Daemon.open(
            map: opened, mapKey: key, guide: guide,
            known: KnownState(settings, learns: learns, on: opened.roads), source: source,
            interface: can, loaded: loaded
        ) {
            let (loaded, problems) = flags.read(
                adding: own, readsVehicle: true, readsRequests: true, takesPipe: false)
            return ReadConfiguration(loaded: loaded, problems: problems)
        }
    }

    private func mapKey(in path: String) throws(Failure) -> MapKey {
        guard let key = MapKey(pem: try Files.read(path)) else {
            throw Failure("\(path): not a public Ed25519 key in PEM")
        }
        return key
    }
}
