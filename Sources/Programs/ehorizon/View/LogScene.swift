import ADASISv2
import CANFrames
import Configuration
import Console
import Engine
import Geodesy
import HorizonProvider
import Quantities
import Scene
import TextFiles

/// A log of a bus as a scene: what a control unit knows from the frames.
struct LogScene {
    private let path: String
    private let interface: String?
    private let bitRate: Int
    private let settings: Settings

    init(path: String, _ flags: ViewLogFlags, settings: Settings) {
        self.path = path
        interface = flags.interface
        bitRate = flags.bitrate
        self.settings = settings
    }

    func run(into making: inout SceneMaking) throws {
        let name = path == "-" ? "standard input" : String(path.split(separator: "/").last ?? "")
        let bus = ViewBus(
            layout: settings.engineParameters.provider.layout, bitRate: bitRate,
            showsMiles: making.head.map?.showsMiles ?? false)
        let number = making.add(bus.source(named: name))
        making.head.layout = bus.layout
        var client = bus.track(number)
        let log = try BusLogFile(path, interface: interface, chosenBy: "--interface")
        var start: Int64?
        var end = 0.0
        var seen = SeenIdentifiers()
        var hasMessage = false
        try log.forEach { (logged, _) throws(Failure) in
            guard case .data(let frame) = logged.content else { return }
            if !hasMessage {
                seen.note(frame.identifier)
                hasMessage = (try? bus.layout.decode(frame)) != nil
            }
            let begin = start ?? origin(of: logged.nanoseconds, in: making)
            start = begin
            let seconds = (Nanoseconds(logged.nanoseconds) - Nanoseconds(begin)).seconds
            end = max(end, seconds)
            client.note(
                frame, at: MonotonicTime(nanoseconds: logged.nanoseconds), seconds,
                to: &making.records)
            making.note(client.place)
        }
        guard hasMessage else { throw Failure("\(path): \(seen.nothingFits)") }
        client.flush(to: &making.records)
        making.head.start = making.head.start ?? start.map { Double($0) / 1e9 }
        making.head.duration = max(making.head.duration ?? 0, end)
        if !client.hasCoordinates { making.head.sources[number].geometry = .turnAngles }
        if log.badPlaces > 0 { making.hasProblems = true }
    }

    /// The time of the log that is 0 in the scene, for a log that begins at `first`: that of the sources before it. A
    /// log of another time begins at 0, beside them.
    private func origin(of first: Int64, in making: SceneMaking) -> Int64 {
        guard let start = making.head.start.map({ Int64($0 * 1e9) }) else { return first }
        let end = start + Int64((making.head.duration ?? 0) * 1e9)
        if (start...max(start, end)).contains(first) { return start }
        Program.say("ehorizon: \(path): a log of another time; it begins at the start of the scene")
        return first
    }
}
