import ArgumentParser
import Configuration
import Console
import LinuxLoop
import MapSignature
import RoadMap
import SocketCAN

/// `ehorizond`: the daemon that puts the electronic horizon on the bus.
@main
struct DaemonCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ehorizond",
        abstract: "Sends the electronic horizon of a moving car in ADASIS v2 frames.",
        discussion: """
            It runs until SIGTERM or SIGINT. A recorded drive and standard input end it too, with \
            status 0, once what they made has been sent.
            """)

    @Option(
        help: ArgumentHelp(
            "The map; several files, each with a --map of its own, are one map.",
            valueName: "file.ehmap"))
    var map: [String] = []

    @Option(
        help: ArgumentHelp(
            "The public key that the map has to be signed by; the signature lies beside the map, its"
                + " name with .sig behind it.", valueName: "file.pem"))
    var mapKey: String?

    @Option(
        help: ArgumentHelp(
            "Where the position comes from: gpsd://HOST[:PORT][/DEVICE]; NMEA 0183 from a serial line,"
                + " nmea:DEVICE[?baud=RATE], a host, nmea-tcp://HOST:PORT, or datagrams,"
                + " nmea-udp://[ADDRESS]:PORT; file:PATH[?rate=NUMBER] at the drive's own pace times"
                + " the rate; - for standard input (NMEA 0183, gpsd JSON, GPX or CSV).",
            valueName: "source"))
    var position: PositionSource?

    @Option(help: ArgumentHelp("The CAN interface.", valueName: "interface"))
    var can: String?

    @Option(
        help: ArgumentHelp(
            "Sets the bit rate and brings the interface up; needs CAP_NET_ADMIN.",
            valueName: "bit/s"))
    var bitrate: Int?

    @Option(
        help: ArgumentHelp(
            "Records every input and when the bus took each frame, for ehorizon replay.",
            valueName: "file"))
    var record: String?

    @Option(
        help: ArgumentHelp(
            "Keeps what is learned of turns (horizon.learning) from drive to drive.",
            valueName: "file"))
    var learnedTurns: String?

    @OptionGroup var vehicle: VehicleFlags
    @OptionGroup var route: RouteFlags
    @OptionGroup var flags: MessageFlags

    static func main() { Program.run(Self.self) }

    /// What the flags besides those of the messages set.
    private var own: [FlagSetting] {
        [
            map.isEmpty
                ? nil
                : FlagSetting(
                    "--map", given: map.joined(separator: " --map "), ["daemon.map"],
                    .list(map.map { .text($0) })),
            FlagSetting("--map-key", mapKey, "daemon.map_key"),
            FlagSetting("--position", position?.argument, "daemon.position"),
            FlagSetting("--can", can, "daemon.can"),
            bitrate.map {
                FlagSetting("--bitrate", given: "\($0)", ["daemon.bitrate"], .integer($0))
            },
            FlagSetting("--record", record, "daemon.record"),
            FlagSetting("--learned-turns", learnedTurns, "daemon.learned_turns"),
        ].compactMap(\.self) + vehicle.settings + route.settings
    }

    func run() throws {
        let (flags, own) = (flags, own)
        guard let loaded = try flags.load(adding: own, readsVehicle: true) else { return }
        let settings = loaded.settings.daemon
        let maps = try given(
            settings.maps.isEmpty ? nil : settings.maps, "--map <file.ehmap>")
        let position = try given(
            settings.position.flatMap { PositionSource(argument: $0) }, "--position <source>")
        let can = try given(settings.interface, "--can <interface>")
        var files = NamedFiles()
        for path in maps { files.reads("--map", path) }
        files.reads("--map-key", settings.mapKey)
        flags.name(&files)
        loaded.name(&files)
        files.writes("--record", settings.record)
        files.writes("--learned-turns", settings.learnedTurns)
        try files.check()
        let key = try settings.mapKey.map { try mapKey(in: $0) }
        let opened = try OpenedMap(maps, key: key, cacheBytes: settings.mapCache << 20)
        let guide = try loaded.settings.route.read(on: opened.roads, named: opened.name)
        if let bitrate = settings.bitRate {
            do {
                try LinkControl(can).setBitRate(UInt32(clamping: bitrate))
            } catch {
                throw Failure("\(error)")
            }
        }
        do {
            let learned = settings.learnedTurns.flatMap { TurnsKeeper.read($0) }
            var daemon = try Daemon(
                map: opened, mapKey: key, guide: guide, learned: learned, source: position,
                interface: can, loaded: loaded
            ) {
                let (loaded, problems) = flags.read(adding: own, readsVehicle: true)
                return Reloader.Outcome(loaded: loaded, problems: problems)
            }
            try daemon.run()
        } catch let error as SystemError {
            throw Failure("\(error)")
        }
    }

    private func mapKey(in path: String) throws(Failure) -> MapKey {
        guard let key = MapKey(pem: try Files.read(path)) else {
            throw Failure("\(path): not a public Ed25519 key in PEM")
        }
        return key
    }
}
