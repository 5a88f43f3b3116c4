import ADASISv2
import ArgumentParser
import Console
import Engine
import HorizonProvider
import Positioning
import ProtocolTrials
import Quantities
import RoadMap

/// Path indexes on dense maps.
struct IndexesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "indexes",
        abstract: "Drives through a map at random and looks whether near side roads have an index.")

    @Option(help: "The map.") var map: String
    @Option(help: "How many drives.") var drives = 20
    @Option(help: "The seed of the first one.") var seed: UInt64 = 1
    @Option(help: "The levels of side paths.") var sideLevels = 2
    @Option(help: "The noise of the receiver, m.") var noise = 3.0
    @Option(help: "The shortest drive, m.") var least = 1500.0
    @Option(help: "Says what the first violations of a drive are.") var explain = 0

    func run() throws {
        let roads = try RoadMap(source: FileBlockSource(path: map))
        for number in 0..<UInt64(drives) {
            var source = RandomDrives(map: roads, seed: seed + number)
            source.noise = Metres(noise)
            guard let (length, fixes) = try source.next(atLeast: Metres(least)) else { continue }
            var parameters = EngineParameters()
            parameters.provider.mask = MessagePreset.all.mask
            let side = LevelParameters(reach: Metres(500))
            parameters.provider.levels =
                [LevelParameters(reach: Metres(2000))] + Array(repeating: side, count: sideLevels)
            var drive = WatchedDrive(map: roads, parameters: parameters)
            var gauge = IndexGauge()
            var time = MonotonicTime.zero
            for fix in fixes {
                drive.take(.position(.fix(fix)), at: time)
                time = time + .milliseconds(1000)
                drive.advance(to: time)
                gauge.look(at: drive, time)
            }
            drive.finish(at: time)
            var line = Measurement()
            line.add("seed", Int(seed + number))
            line.add("metres", length.value.rounded())
            line.add("seconds", gauge.seconds)
            line.add("complete", gauge.completeSeconds)
            line.add("looks", gauge.looks)
            line.add("withoutIndex", gauge.withoutIndex)
            line.add("notReported", gauge.notReported)
            line.add("onTheWay", gauge.onTheWay)
            line.add("mostPaths", gauge.mostPaths)
            line.add(drive)
            line.print()
            ehorizon_bench.explain(drive, "\(seed + number)", most: explain)
            if explain > 0 {
                say(gauge.firstSeen, "without index", of: seed + number)
                say(gauge.firstOnTheWay, "on their way", of: seed + number)
            }
        }
    }

    private func say(_ moments: [MonotonicTime], _ what: String, of drive: UInt64) {
        guard !moments.isEmpty else { return }
        let seconds = moments.map { "\($0.nanoseconds / 1_000_000_000)" }
        Program.say("\(drive): \(what) at \(seconds.joined(separator: " "))")
    }
}
