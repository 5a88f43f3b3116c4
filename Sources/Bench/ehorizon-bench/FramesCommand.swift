import ADASISv2
import ArgumentParser
import Engine
import HorizonProvider
import Positioning
import ProtocolTrials
import Quantities
import RoadMap

/// Frames per kilometre.
struct FramesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "frames",
        abstract: "Drives and counts frames by kind, with and without thinning out of profiles.")

    @Option(help: "The map.") var map: String
    @Option(help: "The seed.") var seed: UInt64 = 1
    @Option(help: "How far to drive at least, km.") var kilometres = 30.0
    @Option(help: "The share of the bus, per cent.") var busLoad = 10.0
    @Flag(help: "Every spot of the map is sent.") var noReduction = false

    func run() throws {
        let roads = try RoadMap(source: FileBlockSource(path: map))
        var source = RandomDrives(map: roads, seed: seed)
        source.noise = .zero
        var parameters = EngineParameters()
        parameters.provider.mask = MessagePreset.all.mask
        parameters.provider.reduction.isEnabled = !noReduction
        parameters.provider.pace.busLoadPercent = busLoad
        var driven = 0.0
        var frames = [Int](repeating: 0, count: 8)
        while driven < kilometres {
            guard let (length, fixes) = try source.next(atLeast: Metres(3000)) else { break }
            var drive = WatchedDrive(map: roads, parameters: parameters)
            var time = MonotonicTime.zero
            for fix in fixes {
                drive.take(.position(.fix(fix)), at: time)
                time = time + .milliseconds(1000)
            }
            drive.finish(at: time)
            driven += length.value / 1000
            for kind in frames.indices { frames[kind] += drive.frames[kind] }
        }
        var line = Measurement()
        line.add("reduction", noReduction ? "off" : "on")
        line.add("kilometres", driven)
        for kind in MessageKind.standard {
            line.add(kind.name, Double(frames[Int(kind.rawValue)]) / driven)
        }
        line.print()
    }
}
