import ArgumentParser
import Configuration
import Console
import LinuxLoop
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

    @Option(help: ArgumentHelp("The map.", valueName: "file.ehmap"))
    var map: String?

    @Option(
        help: ArgumentHelp(
            "Where the position comes from: gpsd://HOST[:PORT][/DEVICE], file:PATH[?rate=NUMBER] at"
                + " the drive's own pace times the rate, or - for standard input (NMEA 0183, gpsd"
                + " JSON or CSV).", valueName: "source"))
    var position: PositionSource?

    @Option(help: ArgumentHelp("The CAN interface.", valueName: "interface"))
    var can: String?

    @Option(
        help: ArgumentHelp(
            "Sets the bit rate and brings the interface up; needs CAP_NET_ADMIN.",
            valueName: "bit/s"))
    var bitrate: Int?

    @OptionGroup var flags: MessageFlags

    static func main() { Program.run(Self.self) }

    func run() throws {
        let parameters = try flags.engineParameters(bitRate: Int(bitrate ?? 500_000))
        let roads: RoadMap
        do {
            roads = try RoadMap(source: FileBlockSource(path: map))
        } catch .cannotOpen(let path, let reason) {
            throw Failure("cannot open \(path): \(reason)")
        } catch {
            throw Failure("\(map): \(error)")
        }
        if let bitrate {
            do {
                try LinkControl(can).setBitRate(bitrate)
            } catch {
                throw Failure("\(error)")
            }
        }
        do {
            var daemon = try Daemon(
                map: roads, mapPath: map, source: position, interface: can, parameters: parameters)
            try daemon.run()
        } catch let error as SystemError {
            throw Failure("\(error)")
        }
    }
}
