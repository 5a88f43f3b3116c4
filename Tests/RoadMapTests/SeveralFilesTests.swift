import Geodesy
import MapSketch
import Quantities
import RoadMap
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

    @Test func `The order of the files is part of the identity`() throws {
        let bytes = try [41, 42].map { try randomContent(seed: $0, nodes: 9, links: 9).encoded() }
        let sources = bytes.map { MemoryBlockSource($0) }
        let one = try RoadMap(sources: sources)
        let other = try RoadMap(sources: sources.reversed())
        #expect(MapIdentity(one.header) != MapIdentity(other.header))
        #expect(throws: MapError.fileCount(0)) { try RoadMap(sources: []) }
    }
}
