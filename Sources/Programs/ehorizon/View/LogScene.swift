import ArgumentParser
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
    private let bitRate: Int
    private let settings: Settings

    init(path: String, bitRate: Int, settings: Settings) {
        self.path = path
        self.bitRate = bitRate
        self.settings = settings
    }

    func run(into making: inout SceneMaking) throws {
        let name = path == "-" ? "standard input" : String(path.split(separator: "/").last ?? "")
        var source = SceneHead.Source(name, .client, .transmitted)
        source.hasFrames = true
        source.bitRate = bitRate
        let layout = settings.engineParameters.provider.layout
        let number = making.add(source)
        making.head.layout = layout
        var client = ClientTrack(
            source: number, layout: layout, bitRate: bitRate, joinsLate: true,
            showsMiles: making.head.map?.showsMiles ?? false)
        let log = try CandumpLog(path)
        var start = making.head.start.map { Int64($0 * 1e9) }
        var end = 0.0
        try log.forEach { (logged, _) throws(Failure) in
            guard case .data(let frame) = logged.content else { return }
            let begin = start ?? logged.nanoseconds
            start = begin
            let seconds = Double(logged.nanoseconds - begin) / 1e9
            end = max(end, seconds)
            client.note(
                frame, at: MonotonicTime(nanoseconds: logged.nanoseconds), seconds,
                to: &making.records)
            making.note(client.place)
        }
        client.flush(to: &making.records)
        making.head.start = start.map { Double($0) / 1e9 }
        making.head.duration = max(making.head.duration ?? 0, end)
        if !client.hasCoordinates { making.head.sources[number].geometry = .turnAngles }
        if log.badLines > 0 { throw ExitCode(1) }
    }
}
