import Geodesy
import MapSketch
import Quantities
import RandomNumbers
import RoadMap
import RoadMapWriter
import Testing

@Suite("A map is checked as a whole")
struct VerificationTests {
    private func problems(_ bytes: [UInt8]) throws -> [String] {
        var problems: [String] = []
        MapVerification(of: try RoadMap(source: MemoryBlockSource(bytes), cacheBytes: 1 << 18)).run
        {
            problems.append("\($0)")
            return problems.count < 50
        }
        return problems
    }

    @Test func `What was written is in order`() throws {
        #expect(try problems(randomContent(seed: 21, nodes: 200, links: 400).encoded()).isEmpty)
    }

    @Test func `Every flipped bit behind the header is found, with its place`() throws {
        let bytes = try randomContent(seed: 22, nodes: 40, links: 80).encoded()
        var random = SplitMix64(seed: 23)
        for _ in 0..<60 {
            var damaged = bytes
            let place = Int.random(in: MapFormat.headerLength..<bytes.count, using: &random)
            damaged[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            let found = try problems(damaged)
            #expect(!found.isEmpty, "byte \(place)")
        }
    }

    @Test func `What is another map has another identity`() throws {
        let content = try randomContent(seed: 24, nodes: 8, links: 12)
        var other = content
        other.links[3].directions = other.links[3].directions == .both ? .forward : .both
        let identities = try [content, content, other].map {
            MapIdentity(try RoadMap(source: MemoryBlockSource($0.encoded())).header)
        }
        #expect(identities[0] == identities[1])
        #expect(identities[0] != identities[2])
    }

    @Test func `A node at two places is refused`() throws {
        var content = try randomContent(seed: 25, nodes: 8, links: 12)
        let place = content.links[1].points[0]
        content.links[0].startNode.place = place
        content.links[0].points[0] = place
        let id = content.links[0].startNode.id
        #expect(throws: MapContentError.twoPlaces(node: id)) { try content.encoded() }
    }

    @Test func `A code that is no country is found, and so is one that is no region`() throws {
        var content = try randomContent(seed: 27, nodes: 8, links: 12)
        func say(_ kind: AttributeKind, _ value: UInt64, of link: Int) {
            content.links[link].attributes.append(
                Attribute(
                    kind, value, provenance: .derived, from: .zero, to: Centimetres(1_000_000)))
        }
        say(.country, 20, of: 2)
        say(.region, 0x5443, of: 2)
        #expect(try problems(content.encoded()).isEmpty)
        say(.country, 2, of: 2)
        say(.country, 1 << 20, of: 5)
        say(.region, 0x7F, of: 7)
        let found = try problems(content.encoded()).map { $0.split(separator: ": ").last ?? "" }
        #expect(
            found.sorted() == [
                "1048576 is no country of ISO 3166-1", "2 is no country of ISO 3166-1",
                "an invalid region code",
            ])
    }

    @Test func `A header of no country is found`() throws {
        var content = try randomContent(seed: 28, nodes: 8, links: 12)
        content.country = try #require(
            Country(numericCode: 2, drivingSide: .right, speedUnit: .kilometresPerHour))
        #expect(
            try problems(content.encoded()) == ["header: 2 is no country of ISO 3166-1"])
    }

    @Test func `Long blocks have wider offsets`() throws {
        var content = try randomContent(seed: 26, nodes: 30, links: 60)
        // One link with the longest texts fills a block of its own many times over.
        for number in 0..<32 {
            content.links[0].texts.append(
                NewText(.name, "\(10 + number)" + String(repeating: "x", count: 2036)))
        }
        let points = content.links[0].points
        let bytes = try content.encoded()
        let map = try RoadMap(source: MemoryBlockSource(bytes))
        #expect(map.header.longestBlock > UInt32(MapFormat.longestBlockOfShortOffsets))
        #expect(try problems(bytes).isEmpty)
        var found: [Coordinate] = []
        try map.forEachLink(in: map.header.bounds) { (link) throws(MapError) in
            guard link.way == content.links[0].way else { return }
            var shape = Shape()
            try map.appendShape(of: link, to: &shape)
            found = shape.points
        }
        #expect(found == points)
    }
}
