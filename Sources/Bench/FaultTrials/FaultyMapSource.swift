import RoadMap
import Supervision

/// A map file that cannot be read for a while.
final class FaultyMapSource: BlockSource {
    private let source: any BlockSource
    var isUnreadable = false

    init(_ source: any BlockSource) { self.source = source }

    var length: UInt64 { source.length }

    func read(at offset: UInt64, into buffer: inout [UInt8], count: Int) throws(MapError) {
        guard !isUnreadable else { throw .cannotRead(offset: offset, reason: "simulated") }
        try source.read(at: offset, into: &buffer, count: count)
    }
}

/// A map of the simulation.
struct SimulatedMap: IdentifiedMap {
    let roads: RoadMap
    var identity: MapIdentity { roads.identity }
    /// Whether it stands for no map.
    var isNone = false
}
