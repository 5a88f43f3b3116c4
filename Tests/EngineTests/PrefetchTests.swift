import Horizon
import MapSketch
import Quantities
import RoadMap
import Routing
import Testing

/// A disk: what is read of it has been asked for ahead of time, or the car waits for it.
private final class Disk: BlockSource {
    private let file: MemoryBlockSource
    private var announced: Set<UInt64> = []
    /// Reads of what was asked for ahead of time, and of what was not.
    private(set) var reads = (ready: 0, waiting: 0)

    init(_ bytes: [UInt8]) { file = MemoryBlockSource(bytes) }

    var length: UInt64 { file.length }

    func read(at offset: UInt64, into buffer: inout [UInt8], count: Int) throws(MapError) {
        if announced.remove(offset) != nil { reads.ready += 1 } else { reads.waiting += 1 }
        try file.read(at: offset, into: &buffer, count: count)
    }

    func prefetch(at offset: UInt64, count: Int) { announced.insert(offset) }
}

@Suite("Blocks ahead of the car") struct PrefetchTests {
    /// Drives along the most probable path through a map of many times the memory for it, and counts the
    /// reads once the tree is there.
    private func reads(seed: UInt64) throws -> (ready: Int, waiting: Int) {
        var roads = try RandomRoads(seed: seed, size: 60)
        let disk = Disk(roads.file)
        let map = try RoadMap(source: disk, cacheBytes: 1 << 10)
        var parameters = HorizonParameters()
        parameters.lookAhead = [Centimetres(100_000), Centimetres(10_000)]
        var tree = PathTree(map: map, parameters: parameters)
        try tree.advance(to: try roads.drive(15))
        let first = disk.reads  // those for the first tree
        for _ in 0..<400 {
            guard let main = tree.mainPath, tree.vehicleOffset + Metres(15) < main.length.metres
            else { break }
            try tree.move(by: Metres(15))
        }
        return (disk.reads.ready - first.ready, disk.reads.waiting - first.waiting)
    }

    @Test func nearlyAllAreAskedForBeforeTheyAreNeeded() throws {
        var ready = 0
        var waiting = 0
        for seed in UInt64(1)...6 {
            let reads = try reads(seed: seed)
            ready += reads.ready
            waiting += reads.waiting
        }
        // Without it, it would wait for all of them.
        #expect(ready >= 20 && ready >= 5 * waiting, "\(ready) and \(waiting)")
    }
}
