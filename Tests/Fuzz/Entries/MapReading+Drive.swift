import ADASISv2
import Engine
import Geodesy
import Horizon
import HorizonProvider
import Positioning
import Quantities
import RoadMap

extension MapReading {
    /// A drive over places of a map with everything on: matching, destinations, candidates, learned turns, a route,
    /// the driver's signals, wet roads, and all messages.
    static func drive(on map: RoadMap, over places: [Coordinate]) {
        var parameters = EngineParameters()
        parameters.horizon.learnsTurns = true
        parameters.horizon.expectsDestinations = true
        parameters.horizon.showsIllegalExits = true
        parameters.horizon.showsUTurns = true
        parameters.horizon.lookAhead.append(Centimetres(20_000))
        parameters.provider.levels.append(LevelParameters(reach: Metres(200)))
        parameters.provider.sendsIllegalExits = true
        parameters.provider.mask = MessagePreset.all.mask
        parameters.provider.timing.positionCandidates = 4
        parameters.candidateTrees = 3
        var engine = Engine(map: map, parameters: parameters)
        for (second, place) in places.enumerated() {
            let now = MonotonicTime(nanoseconds: Int64(second + 1) * 1_000_000_000)
            let fix = Fix(
                time: UTCTime(nanoseconds: (1_767_254_400 + Int64(second)) * 1_000_000_000),
                place: place, accuracy: Metres(3))
            // What of the map cannot be read is told, and the engine goes on.
            try? engine.ingest(.position(.fix(fix)), at: now)
            var signals = DriverSignals()
            signals.indicator = second % 2 == 0 ? .left : .right
            try? engine.ingest(.driver(signals), at: now)
            if second == 3, let main = engine.tree.mainPath {
                try? engine.ingest(.route(main.links.map(\.link)), at: now)
            }
            if second >= 5 {
                try? engine.ingest(.surface(second % 2 == 0 ? .dry : .wet), at: now)
            }
            try? engine.ingest(.tick, at: now)
            for _ in 0..<200 {
                guard engine.nextFrame(at: now) != nil else { break }
                engine.frameWasSent(at: now)
            }
        }
    }

    /// The bytes as two files of one map, which differ in the unit of speed limits.
    static func readTwice(_ bytes: [UInt8]) {
        var other = bytes
        guard other.count >= MapFormat.headerLength else { return }
        other[115] ^= 1
        let sources = [sealed(bytes), sealed(other)].map { MemoryBlockSource($0) }
        guard let map = try? RoadMap(sources: sources, cacheBytes: 1 << 16) else { return }
        read(map)
    }
}
