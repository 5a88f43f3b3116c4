import Geodesy
import MapSketch
import Quantities
@testable import RoadMap
import RoadMapWriter
import Testing

@Suite("Several files are one map")
struct SeveralFilesTests {
    /// A network in one file, and in two that share the links in the middle.
    private func maps() throws -> (whole: RoadMap, halves: RoadMap) {
        let content = try randomContent(seed: 31, nodes: 80, links: 200)
        var west = content
        var east = content
        west.links = Array(content.links[..<120])
        east.links = Array(content.links[90...])
        let whole = try RoadMap(source: MemoryBlockSource(content.encoded()))
        let halves = try RoadMap(
            sources: [MemoryBlockSource(west.encoded()), MemoryBlockSource(east.encoded())],
            cacheBytes: 1 << 18)
        return (whole, halves)
    }

    /// Each link once, with all that meets it, in stable ids.
    private func network(of map: RoadMap) throws -> [StableLinkID: Set<StableLinkID>] {
        var links: [StableLinkID: Set<StableLinkID>] = [:]
        try map.forEachLink(in: map.header.bounds) { (link) throws(MapError) in
            var meeting: Set<StableLinkID> = []
            for end in [link.startNode, link.endNode] {
                try map.forEachLink(leaving: try map.node(end)) { (exit) throws(MapError) in
                    let other = try map.link(exit.link)
                    #expect(other.entry(exit.direction) == end)
                    meeting.insert(try map.stableID(of: other))
                }
            }
            #expect(links.updateValue(meeting, forKey: try map.stableID(of: link)) == nil)
        }
        return links
    }

    @Test func `The network is that of one file`() throws {
        let (whole, halves) = try maps()
        #expect(try network(of: halves) == network(of: whole))
        #expect(halves.header.bounds == whole.header.bounds)
    }

    @Test func `Lines and attributes are those of one file`() throws {
        let (whole, halves) = try maps()
        func lines(of map: RoadMap) throws -> [StableLinkID: [Coordinate]] {
            var lines: [StableLinkID: [Coordinate]] = [:]
            try map.forEachLink(in: map.header.bounds) { (link) throws(MapError) in
                var shape = Shape()
                try map.appendShape(of: link, to: &shape)
                lines[try map.stableID(of: link)] = shape.points
                try map.forEachAttribute(of: link) { (attribute) throws(MapError) in
                    if attribute.kind == .name { _ = try map.text(attribute, of: link) }
                }
            }
            return lines
        }
        #expect(try lines(of: halves) == lines(of: whole))
    }

    /// A network in strips that share links with their neighbours.
    private func strips(
        _ count: Int, overlap: Int
    ) throws -> (whole: RoadMap, strips: RoadMap) {
        let content = try randomContent(seed: 32, nodes: 150, links: 400)
        let width = content.links.count / count
        let parts = try (0..<count).map { part in
            var strip = content
            let end = part == count - 1 ? content.links.count : (part + 1) * width
            strip.links = Array(content.links[max(0, part * width - overlap)..<end])
            return MemoryBlockSource(try strip.encoded())
        }
        let whole = try RoadMap(source: MemoryBlockSource(content.encoded()))
        return (whole, try RoadMap(sources: parts, cacheBytes: 1 << 18))
    }

    @Test(arguments: [(5, 20), (8, 3), (8, 120)])
    func `Many files are one network`(_ count: Int, _ overlap: Int) throws {
        let (whole, strips) = try strips(count, overlap: overlap)
        #expect(try network(of: strips) == network(of: whole))
    }

    @Test func `A node in more files than there may be is refused`() throws {
        // Every node is in nearly all of forty files of ten links.
        let (_, strips) = try strips(40, overlap: 400)
        #expect(throws: MapError.tooManyFilesAtNode(most: 8)) { try network(of: strips) }
    }

    @Test func `So many files are one map at most`() throws {
        let sources = try (0..<256).map { number in
            MemoryBlockSource(
                try randomContent(seed: UInt64(100 + number), nodes: 4, links: 3).encoded())
        }
        let map = try RoadMap(sources: Array(sources.prefix(255)))
        #expect(map.fileHeaders.count == 255)
        for number in [0, 1, 128, 254] {
            let block = map.files[number].firstBlock
            #expect(map.indexOfFile(withBlock: block) == number)
        }
        #expect(map.indexOfFile(withBlock: map.header.blockCount) == nil)
        #expect(throws: MapError.fileCount(256)) { try RoadMap(sources: sources) }
    }

    @Test func `The order of the files is part of the identity`() throws {
        let bytes = try [41, 42].map { try randomContent(seed: $0, nodes: 9, links: 9).encoded() }
        let sources = bytes.map { MemoryBlockSource($0) }
        let one = try RoadMap(sources: sources)
        let other = try RoadMap(sources: sources.reversed())
        #expect(MapIdentity(one.header) != MapIdentity(other.header))
        #expect(throws: MapError.fileCount(0)) { try RoadMap(sources: []) }
    }
}
