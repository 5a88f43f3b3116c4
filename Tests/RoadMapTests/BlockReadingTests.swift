import RoadMap
import RoadMapWriter
import Testing

/// A file in memory that notes what is asked of it.
private final class NotingSource: BlockSource {
    private let bytes: [UInt8]
    private(set) var reads: [Range<UInt64>] = []
    private(set) var prefetched: [Range<UInt64>] = []

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var length: UInt64 { UInt64(bytes.count) }

    func read(at offset: UInt64, into buffer: inout [UInt8], count: Int) throws(MapError) {
        reads.append(offset..<offset + UInt64(count))
        for index in 0..<count { buffer[index] = bytes[Int(offset) + index] }
    }

    func prefetch(at offset: UInt64, count: Int) {
        prefetched.append(offset..<offset + UInt64(count))
    }
}

@Suite("Blocks are read once, as far as there is room, and ahead of time")
struct BlockReadingTests {
    private func bytes() throws -> [UInt8] {
        try randomContent(seed: 21, nodes: 900, links: 4000).encoded()
    }

    private func readAll(_ map: RoadMap) throws {
        try map.forEachLink(in: map.header.bounds) { (_) throws(MapError) in }
    }

    /// The sizes are those of the setting `map_cache_mib` and its least.
    @Test func `A cache that holds the map reads it once, a small one again`() throws {
        let bytes = try bytes()
        var counts: [Int] = []
        for cache in [1 << 20, 1 << 10] {
            let source = NotingSource(bytes)
            let map = try RoadMap(source: source, cacheBytes: cache)
            #expect(map.header.blockCount > 8 && bytes.count < 1 << 20)
            try readAll(map)
            let first = source.reads.count
            try readAll(map)
            counts.append(source.reads.count - first)
        }
        #expect(counts[0] == 0)
        #expect(counts[1] > 0)
    }

    @Test func `A map whose caches are emptied reads everything again and answers the same`()
        throws
    {
        let source = NotingSource(try bytes())
        let map = try RoadMap(source: source)
        func answers() throws -> [String] {
            var links: [String] = []
            try map.forEachLink(in: map.header.bounds) { (link) throws(MapError) in
                links.append("\(try map.link(link.reference)) \(try map.node(link.startNode))")
            }
            return links
        }
        let opened = source.reads.count
        let first = try answers()
        let firstReads = source.reads.dropFirst(opened)
        #expect(try answers() == first && source.reads.endIndex == firstReads.endIndex)
        map.emptyCaches()
        #expect(try answers() == first)
        #expect(source.reads.dropFirst(firstReads.endIndex) == firstReads)
    }

    @Test func `A block that is needed soon is asked for as it will be read, unless it is there`()
        throws
    {
        let source = NotingSource(try bytes())
        let map = try RoadMap(source: source, cacheBytes: 1 << 10)
        var far: NodeReference?
        try map.forEachLink(in: map.header.bounds) { (link) throws(MapError) in
            if link.startNode.block != link.reference.block { far = link.startNode }
        }
        let node = try #require(far)
        // As the last blocks are those that are held, the first one is not.
        let other = try #require(
            try (0..<map.header.blockCount).first { (block) throws -> Bool in
                let before = source.prefetched.count
                map.prefetch(NodeReference(block: block, index: 0))
                return source.prefetched.count > before
            })
        let asked = try #require(source.prefetched.last)
        let before = source.reads.count
        _ = try? map.node(NodeReference(block: other, index: 0))
        #expect(source.reads.dropFirst(before).contains(asked))
        // Now it is there.
        let count = source.prefetched.count
        map.prefetch(NodeReference(block: other, index: 0))
        #expect(source.prefetched.count == count)
        // Where it is not known yet where the block stands, the page that says so is asked for; of a
        // block that there is not nothing is.
        let fresh = NotingSource(try bytes())
        let cold = try RoadMap(source: fresh, cacheBytes: 1 << 10)
        let opened = fresh.reads.count
        cold.prefetch(node)
        cold.prefetch(NodeReference(block: .max, index: 0))
        #expect(fresh.reads.count == opened && fresh.prefetched.count == 1)
        _ = try cold.node(node)
        #expect(fresh.reads.dropFirst(opened).contains(fresh.prefetched[0]))
    }
}
