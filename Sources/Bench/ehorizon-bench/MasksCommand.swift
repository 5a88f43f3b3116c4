import ADASISv2
import ArgumentParser
import Configuration
import Engine
import HorizonProvider
import Positioning
import ProtocolTrials
import Quantities
import RoadMap

/// The provider kinds on one drive, and from one to another while driving.
struct MasksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "masks",
        abstract:
            "Sends the full tree, the main path and mini on one drive, and switches between them.")

    @Option(help: "The map.") var map: String
    @Option(help: "The seed.") var seed: UInt64 = 1
    @Option(help: "The shortest drive, km.") var kilometres = 20.0

    func run() throws {
        let roads = try RoadMap(source: FileBlockSource(path: map))
        var source = RandomDrives(map: roads, seed: seed)
        guard let (_, fixes) = try source.next(atLeast: Metres(kilometres * 1000)) else { return }
        for preset in [MessagePreset.all, .default, .mainPath, .mini] {
            drive(fixes, preset.rawValue, on: roads, preset, switching: [])
        }
        drive(
            fixes, "switching", on: roads, .all,
            switching: [.default, .mainPath, .all, .mini, .mainPath, .mini, .all])
    }

    private func drive(
        _ fixes: [Fix], _ name: String, on roads: RoadMap, _ preset: MessagePreset,
        switching kinds: [MessagePreset]
    ) {
        var parameters = EngineParameters()
        parameters.provider.mask = preset.mask
        parameters.provider.extent = preset.extent
        var drive = WatchedDrive(map: roads, parameters: parameters)
        var time = MonotonicTime.zero
        var switches = 0
        for (second, fix) in fixes.enumerated() {
            drive.take(.position(.fix(fix)), at: time)
            if !kinds.isEmpty, second % 45 == 44 {
                let kind = kinds[switches % kinds.count]
                drive.take(
                    .mask(kind.mask, extent: kind.extent), at: time + .milliseconds(50))
                switches += 1
            }
            time = time + .milliseconds(1000)
        }
        drive.finish(at: time)
        var line = Measurement()
        line.add("name", name)
        line.add("seconds", fixes.count)
        line.add("switches", switches)
        for kind in MessageKind.standard { line.add(kind.name, drive.frames[Int(kind.rawValue)]) }
        line.add(drive)
        line.print()
    }
}
