import ADASISv2
import ArgumentParser
import Engine
import Horizon
import HorizonProvider
import HorizonReconstructor
import Positioning
import ProtocolTrials
import Quantities
import RoadMap

/// Very long drives.
struct EnduranceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "endurance",
        abstract: "Drives very far on one road, or for days through a map.")

    @Option(help: "The map; without it the drive is on one endless road.") var map: String?
    @Option(help: "The distance on the endless road, km.") var kilometres = 200.0
    @Option(help: "The duration on the map, h.") var hours = 48.0
    @Option(help: "The seed.") var seed: UInt64 = 1
    @Option(help: "Change the course at random, with horizon.path_change stub or new-path.")
    var pathChange: String?
    @Option(help: "The standard deviation of the receiver's positions in the map, m, each axis.")
    var noise = 3.0
    @Option(help: "The number of candidates in POSITION.")
    var candidates = 1
    @Option(help: "Print this number of violations.") var explain = 0

    func run() throws {
        var parameters = EngineParameters()
        parameters.provider.mask = MessagePreset.all.mask
        guard (0...1000).contains(noise) else {
            throw ValidationError("--noise \(noise): 0 to 1000 m")
        }
        guard (1...VehicleState.Alternatives.most + 1).contains(candidates) else {
            throw ValidationError("--candidates \(candidates): 1 to 4")
        }
        parameters.provider.timing.positionCandidates = candidates
        if let pathChange {
            guard let change = HorizonParameters.PathChange(rawValue: pathChange) else {
                throw ValidationError("--path-change \(pathChange): stub or new-path")
            }
            parameters.horizon.pathChange = change
        }
        var line = Measurement()
        let drive =
            try map.map { try days(on: $0, parameters, &line) } ?? oneRoad(parameters, &line)
        line.add(drive)
        line.print()
        ehorizon_bench.explain(drive, "endurance", most: explain)
    }

    private func oneRoad(
        _ parameters: EngineParameters, _ line: inout Measurement
    ) throws -> WatchedDrive {
        let road = try LongRoad(length: Metres(kilometres * 1000))
        var drive = WatchedDrive(map: road.map, parameters: parameters)
        var time = MonotonicTime.zero
        for fix in road.fixes(speed: MetresPerSecond(30)) {
            drive.take(.position(.fix(fix)), at: time)
            time = time + .milliseconds(1000)
        }
        drive.finish(at: time)
        let offset = drive.engine.tree.vehicleOffset.value
        line.add("kilometres", offset / 1000)
        line.add("path", Int(drive.client.tree.root?.index.raw ?? 0))
        line.add("clientKilometres", Double(drive.client.tree.vehicle?.metres ?? 0) / 1000)
        return drive
    }

    private func days(
        on path: String, _ parameters: EngineParameters, _ line: inout Measurement
    ) throws -> WatchedDrive {
        let roads = try RoadMap(source: FileBlockSource(path: path))
        var drive = WatchedDrive(map: roads, parameters: parameters)
        var days = WorkingDays(
            map: roads, seed: seed, noise: Metres(noise), changesCourse: pathChange != nil)
        let end = MonotonicTime.zero + .seconds(hours * 3600)
        try days.run(&drive, until: end)
        drive.finish(at: end)
        line.add("hours", Double(days.time.nanoseconds) / 3.6e12)
        line.add("kilometres", days.metres / 1000)
        line.add("drives", days.drives)
        line.add("outages", days.outages)
        line.add("jumps", days.jumps)
        line.add("losses", days.losses)
        line.add("courses", days.courses)
        return drive
    }
}
