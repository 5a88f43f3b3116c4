import ADASISv2
import ArgumentParser
import Engine
import HorizonProvider
import Positioning
import ProtocolTrials
import Quantities
import RoadMap

/// Allocations on the way from a fix to its frames.
struct AllocationsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "allocations",
        abstract: "Drives and counts allocations between fix and frame, part by part.")

    @Option(help: "The map.") var map: String
    @Option(help: "The seed.") var seed: UInt64 = 1
    @Option(help: "The distance before counting begins, km.") var warmUp = 50.0
    @Option(help: "The counted distance, km.") var kilometres = 50.0
    @Option(help: "The shortest drive, m.") var least = 3000.0
    @Option(help: "The number of candidates in POSITION, 1 to 4.") var candidates = 1
    @Flag(help: "Use vehicle signals, with fixes in 20 of 40 s.") var holes =
        false

    func run() throws {
        // The whole map is in memory, because a cache allocates new blocks.
        let roads = try RoadMap(source: FileBlockSource(path: map), cacheBytes: 64 << 20)
        var source = RandomDrives(map: roads, seed: seed)
        var parameters = EngineParameters()
        parameters.provider.mask = MessagePreset.all.mask
        parameters.provider.timing.positionCandidates = candidates
        var parts = CountedParts(map: roads, parameters: parameters)
        for (isCounted, way) in [(false, warmUp), (true, kilometres)] {
            if isCounted { parts.forgetCounts() }
            parts.hasHoles = holes
            var driven = 0.0
            while driven < way {
                guard
                    let (length, fixes) = try source.next(
                        atLeast: Metres(least), goesOn: driven > 0)
                else { throw ValidationError("no drives on this map") }
                for fix in fixes { try parts.take(fix) }
                driven += length.value / 1000
            }
        }
        parts.print()
    }
}
