import ADASISv2
import Horizon
import HorizonProvider
import MapSketch
import Quantities
import Testing

/// Which path has which index on drives with two levels of side paths.
@Suite struct IndexTranscriptTests {
    /// A car that goes on 60 m at a time, while the bus takes a few frames: some paths are announced
    /// by then and others are not.
    @Test(arguments: [7, 8] as [UInt64])
    func twoLevelsOfSidePathsOnABusThatIsSlow(seed: UInt64) throws {
        var roads = try RandomRoads(seed: seed)
        var reach = HorizonParameters()
        reach.lookAhead = [120_000, 50_000, 50_000].map { Centimetres($0) }
        var parameters = ProviderParameters()
        parameters.levels = [1200, 500, 500].map { LevelParameters(reach: Metres($0)) }
        parameters.indexRest = .milliseconds(6_000)
        var tree = PathTree(map: roads.map, parameters: reach)
        var provider = HorizonProvider(
            map: roads.map, parameters: parameters, trailing: reach.trailing)
        var text = ""
        var time = MonotonicTime.zero
        for step in 0..<60 {
            // Now and then the car is somewhere else.
            let place = try roads.drive(step % 20 == 19 ? 2000 : 60)
            try tree.advance(to: place)
            var vehicle = VehicleState(.onPath, time: time)
            vehicle.speed = step % 7 == 0 ? nil : MetresPerSecond(20)
            try provider.update(tree: tree, vehicle: vehicle, at: time)
            for tick in 0..<30 {
                if tick % 3 == 0 { provider.tick(at: time) }
                if provider.nextFrame(at: time) != nil { provider.frameWasSent(at: time) }
                time = time + .milliseconds(100)
            }
            let indexes = tree.paths.compactMap { path in
                provider.pathIndex(of: path.id).map { "\(path.id.number):\($0.raw)" }
            }
            text += "\(step): \(indexes.joined(separator: " "))\n"
        }
        try Transcript.expect(text, "indexes-\(seed)")
    }
}
