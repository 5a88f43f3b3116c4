import ADASISv2
import ArgumentParser
import CANFrames
import Engine
import Horizon
import HorizonProvider
import Positioning
import ProtocolTrials
import Quantities
import RoadMap

/// The load of the bus, second by second, and how soon the first horizon is complete.
struct PaceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pace",
        abstract: "Drives with a budget and looks at the load of each second that there is.")

    @Option(help: "The map.") var map: String
    @Option(help: "The budget, per cent of the bit rate.") var busLoad = 5.0
    @Option(
        help: ArgumentHelp(
            "How many frames may be sent in a package interval, at least as many as the budget needs."
        ))
    var package = 4
    @Option(help: "The package interval, s.") var packageInterval = 0.02
    @Flag(help: "Identifiers of 29 bits.") var extended = false
    @Option(help: "The seed.") var seed: UInt64 = 1
    @Option(help: "The levels of side paths.") var sideLevels = 2
    @Option(help: "How long to drive, s.") var seconds = 600
    @Option(help: "How long to stand before, s.") var standing = 60

    func run() throws {
        let roads = try RoadMap(source: FileBlockSource(path: map))
        var source = RandomDrives(map: roads, seed: seed)
        guard let (_, fixes) = try source.next(atLeast: Metres(2000)) else { return }
        var parameters = EngineParameters()
        parameters.provider.mask = MessagePreset.all.mask
        let side = LevelParameters(reach: Metres(500))
        parameters.provider.levels =
            [LevelParameters(reach: Metres(2000))] + Array(repeating: side, count: sideLevels)
        parameters.provider.pace.busLoadPercent = busLoad
        parameters.provider.pace.packageInterval = .seconds(packageInterval)
        if extended {
            for (number, kind) in MessageKind.standard.enumerated() {
                guard let identifier = CANIdentifier(extended: 0x18FF_0000 + UInt32(number))
                else { continue }
                parameters.provider.layout.setIdentifier(identifier, of: kind)
            }
        }
        // Smaller packages would be the limit, and not the budget that the measure is of.
        parameters.provider.pace.packageSize = max(package, parameters.provider.leastPackage)
        var drive = WatchedDrive(map: roads, parameters: parameters)
        var time = MonotonicTime.zero
        // The first horizon is that of a standing car: a moving one would add to it all the time.
        var index = 0
        while drive.engine.tree.mainPath == nil, index < fixes.count {
            drive.take(.position(.fix(fixes[index])), at: time)
            time = time + .milliseconds(1000)
            index += 1
        }
        for second in 0..<(standing + min(seconds, fixes.count - index)) {
            var fix = fixes[max(index, min(index + second - standing, fixes.count - 1))]
            if second < standing { fix.speed = .zero }
            drive.take(.position(.fix(fix)), at: time)
            time = time + .milliseconds(1000)
        }
        drive.finish(at: time)
        let budget = Double(parameters.provider.pace.bitRate) * busLoad / 100
        var line = Measurement()
        line.add("busLoad", busLoad)
        line.add("package", package)
        line.add("idBits", extended ? 29 : 11)
        line.add("budget", budget)
        line.add("most", drive.load.mostBits)
        if let first = drive.firstComplete {
            let seconds = first.duration.seconds
            line.add("completeAfter", seconds)
            line.add("completeBits", first.bits)
            line.add("ratio", seconds / (Double(first.bits) / budget))
        }
        line.add(drive)
        line.print()
    }
}
