import Geodesy
import MapSketch
import Quantities
import RandomNumbers
import RoadMap
import RoadMapWriter
import Testing

/// A random network of short links around a place, large enough for several blocks and index levels.
func randomContent(seed: UInt64, nodes: Int, links: Int) throws -> MapContent {
    var random = SplitMix64(seed: seed)
    let country = try #require(
        Country(numericCode: 20, drivingSide: .right, speedUnit: .kilometresPerHour)
    )
    var content = MapContent(country: country)
    content.dataTime = 1_700_000_000
    content.notes = [("source", "random"), ("seed", "\(seed)")]
    var ends: [NewNode] = []
    for id in 0..<nodes {
        let place = try #require(
            Coordinate(
                latitude: 42.5 + Double.random(in: 0...0.3, using: &random),
                longitude: 1.5 + Double.random(in: 0...0.3, using: &random)
            )
        )
        ends.append(NewNode(id: Int64(id) - 5, place: place))
    }
    for way in 0..<links {
        // Consecutive ends use every node; the rest is random.
        let start = ends[way % nodes]
        let end = ends[Int.random(in: 0..<nodes, using: &random)]
        var points = [start.place]
        for _ in 0..<Int.random(in: 0...6, using: &random) {
            points.append(
                try #require(
                    Coordinate(
                        latitude: 42.5 + Double.random(in: 0...0.3, using: &random),
                        longitude: 1.5 + Double.random(in: 0...0.3, using: &random)
                    )
                )
            )
        }
        points.append(end.place)
        var link = NewLink(
            way: Int64(way) * 7 - 3,
            startNode: start,
            endNode: end,
            points: points,
            directions: DirectionSet(rawValue: UInt8.random(in: 1...3, using: &random))
        )
        link.attributes = [
            Attribute(
                .functionalRoadClass,
                UInt64.random(in: 1...6, using: &random),
                provenance: .derived,
                from: .zero,
                to: Centimetres(.max)
            ),
            Attribute(
                .speedLimit,
                SpeedLimit.limited(30, .milesPerHour).attributeValue,
                directions: .backward,
                provenance: .tagged,
                from: Centimetres(500),
                to: Centimetres(900)
            ),
        ]
        link.texts = [NewText(.name, "Carrer de l'Unió \(way % 5)")]
        link.profiles = [
            NewProfile(
                .curvature,
                provenance: .derived,
                spots: [
                    ProfileSpot(offset: Centimetres(100), value: -250),
                    ProfileSpot(offset: Centimetres(700), value: 1234),
                ]
            )
        ]
        content.links.append(link)
    }
    return content
}

@Suite struct MapFileTests {
    @Test func everythingWrittenIsReadAgain() throws {
        let content = try randomContent(seed: 1, nodes: 900, links: 4000)
        let bytes = try content.encoded()
        let map = try RoadMap(source: MemoryBlockSource(bytes), cacheBytes: 200_000)
        #expect(map.header.linkCount == 4000)
        #expect(map.header.nodeCount == 900)
        #expect(map.header.blockCount > UInt32(MapFormat.entriesPerPage) / 10)
        #expect(map.header.dataTime == 1_700_000_000)
        #expect(try map.notes().map(\.value) == ["random", "1"])

        var seen = Set<Int64>()
        try map.forEachLink(in: map.header.bounds) { (link) throws(MapError) in
            let way = Int((link.way + 3) / 7)
            seen.insert(link.way)
            let new = content.links[way]
            var shape = Shape()
            try map.appendShape(of: link, to: &shape)
            #expect(shape.points == new.points)
            #expect(link.length == shape.offset(at: shape.count - 1))
            #expect(link.directions == new.directions)
            let id = try map.stableID(of: link)
            #expect(id.startNode == new.startNode.id)
            #expect(id.endNode == new.endNode.id)
            var attributes: [Attribute] = []
            try map.forEachAttribute(of: link) { (attribute) throws(MapError) in
                attributes.append(attribute)
            }
            #expect(attributes.count == 3)
            #expect(attributes[0].value == new.attributes[0].value)
            #expect(attributes[0].to == link.length)
            #expect(attributes[1].directions == .backward)
            #expect(attributes[1].from == min(Centimetres(500), link.length))
            #expect(try map.text(attributes[2], of: link) == new.texts[0].text)
            var spots: [ProfileSpot] = []
            try map.forEachSpot(of: .curvature, along: link) { (spot) throws(MapError) in
                spots.append(spot)
            }
            #expect(spots.map(\.value) == [-250, 1234])
        }
        #expect(seen.count == 4000)
    }

    @Test func nodesKnowTheirLinks() throws {
        let content = try randomContent(seed: 2, nodes: 300, links: 700)
        let map = try RoadMap(source: MemoryBlockSource(try content.encoded()))
        var leaving = 0
        var visited = Set<NodeReference>()
        try map.forEachLink(in: map.header.bounds) { (link) throws(MapError) in
            for reference in [link.startNode, link.endNode] {
                guard visited.insert(reference).inserted else { continue }
                try map.forEachLink(leaving: try map.node(reference)) { (exit) throws(MapError) in
                    leaving += 1
                    #expect(try map.link(exit.link).entry(exit.direction) == reference)
                }
            }
        }
        #expect(leaving == 2 * 700)
    }

    @Test func searchFindsWhatABruteForceFinds() throws {
        let content = try randomContent(seed: 3, nodes: 900, links: 2000)
        let map = try RoadMap(source: MemoryBlockSource(try content.encoded()))
        var random = SplitMix64(seed: 4)
        for _ in 0..<50 {
            let centre = try #require(
                Coordinate(
                    latitude: Double.random(in: 42.45...42.85, using: &random),
                    longitude: Double.random(in: 1.45...1.85, using: &random)
                )
            )
            let box = LocalFrame(around: centre).box(radius: Metres(300))
            var found = Set<Int64>()
            try map.forEachLink(in: box) { (link) throws(MapError) in found.insert(link.way) }
            for link in content.links
            where link.points.contains(where: { point in
                var single = BoundingBox.empty
                single.grow(toHold: point)
                return single.intersects(box)
            }) {
                #expect(found.contains(link.way))
            }
        }
    }

    @Test func theSameContentGivesTheSameBytes() throws {
        let first = try randomContent(seed: 5, nodes: 50, links: 90).encoded()
        let second = try randomContent(seed: 5, nodes: 50, links: 90).encoded()
        #expect(first == second)
    }
}

@Suite struct HostileMapTests {
    /// Reads all that a file offers; what it throws is an answer, a trap would end the test.
    private func readEverything(_ bytes: [UInt8]) throws {
        let map = try RoadMap(source: MemoryBlockSource(bytes), cacheBytes: 1 << 16)
        _ = try map.notes()
        var shape = Shape()
        try map.forEachLink(in: map.header.bounds) { (link) throws(MapError) in
            shape.removeAll()
            try map.appendShape(of: link, to: &shape)
            try map.forEachAttribute(of: link) { (attribute) throws(MapError) in
                if attribute.kind == .name { _ = try map.text(attribute, of: link) }
            }
            try map.forEachSpot(of: .curvature, along: link) { (_) throws(MapError) in }
            for end in [link.startNode, link.endNode] {
                try map.forEachLink(leaving: try map.node(end)) { (exit) throws(MapError) in
                    _ = try map.link(exit.link)
                }
            }
        }
    }

    @Test func everyTruncationIsNamed() throws {
        let bytes = try randomContent(seed: 6, nodes: 20, links: 40).encoded()
        for length in stride(from: 0, to: bytes.count, by: 97) {
            #expect(throws: MapError.self) { try readEverything(Array(bytes[..<length])) }
        }
        #expect(throws: MapError.notAMap) { try readEverything([]) }
        #expect(throws: MapError.notAMap) { try readEverything(Array("<?xml version".utf8)) }
    }

    @Test func everyFlippedBitIsNoticed() throws {
        let bytes = try randomContent(seed: 7, nodes: 20, links: 40).encoded()
        var random = SplitMix64(seed: 8)
        for _ in 0..<400 {
            var damaged = bytes
            let place = Int.random(in: 0..<bytes.count, using: &random)
            damaged[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            #expect(throws: MapError.self, "byte \(place)") { try readEverything(damaged) }
        }
    }

    @Test func aBlockThatLiesWithARightChecksumCannotCrash() throws {
        let bytes = try randomContent(seed: 9, nodes: 20, links: 40).encoded()
        let header = try MapHeader(decoding: MemoryBlockSource(bytes))
        let entry = Int(header.indexOffset) + MapFormat.pageHeaderLength
        func word(_ at: Int, _ bytes: [UInt8]) -> UInt32 {
            (0..<4).reduce(0) { $0 | UInt32(bytes[at + $1]) << (8 * UInt32($1)) }
        }
        func put(_ value: UInt32, _ at: Int, _ bytes: inout [UInt8]) {
            for index in 0..<4 {
                bytes[at + index] = UInt8(truncatingIfNeeded: value >> (8 * index))
            }
        }
        let offset = Int(word(entry + 16, bytes))
        let length = Int(word(entry + 24, bytes))
        var random = SplitMix64(seed: 10)
        for _ in 0..<3000 {
            var hostile = bytes
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                hostile[offset + Int.random(in: 0..<length, using: &random)] =
                    UInt8.random(in: 0...255, using: &random)
            }
            let block = Array(hostile[offset..<offset + length])
            put(CRC32C.of(block.span), entry + 28, &hostile)
            let page = Int(header.indexOffset)
            let rest = Array(hostile[page + 4..<page + MapFormat.pageLength])
            put(CRC32C.of(rest.span), page, &hostile)
            do { try readEverything(hostile) } catch is MapError {}
        }
    }

    @Test func aHeaderOfSenselessNumbersIsRefused() throws {
        let bytes = try randomContent(seed: 11, nodes: 9, links: 9).encoded()
        func withNumber(_ number: UInt64, at place: Int) -> [UInt8] {
            var file = bytes
            for index in 0..<8 {
                file[place + index] = UInt8(truncatingIfNeeded: number >> UInt64(8 * index))
            }
            let checksum = CRC32C.of(Array(file[..<(MapFormat.headerLength - 4)]).span)
            for index in 0..<4 {
                file[MapFormat.headerLength - 4 + index] =
                    UInt8(truncatingIfNeeded: checksum >> UInt32(8 * index))
            }
            return file
        }
        func header(_ file: [UInt8]) throws -> MapHeader {
            try MapHeader(decoding: MemoryBlockSource(file))
        }
        for moment in [Int64.min + 1, -1, MapFormat.dataTimes.upperBound + 1, .max] {
            #expect(throws: MapError.invalid(part: .header, byte: 104), "\(moment)") {
                try header(withNumber(UInt64(bitPattern: moment), at: 104))
            }
        }
        #expect(try header(withNumber(1 << 63, at: 104)).dataTime == nil)
        for length in [UInt64(Int64.max), 1 << 53 + 1, .max] {
            #expect(throws: MapError.invalid(part: .header, byte: 96), "\(length)") {
                try header(withNumber(length, at: 96))
            }
        }
        // The longest that is accepted can be added as often as files are one map.
        let longest = try header(withNumber(1 << 53, at: 96))
        let all = MapHeader(of: Array(repeating: longest, count: RoadMap.maximumFiles))
        #expect(all.totalLength == Centimetres(255 << 53))
    }

    @Test func textsHaveABound() throws {
        var content = try randomContent(seed: 3, nodes: 2, links: 1)
        let longest = String(repeating: "x", count: MapFormat.longestText)
        content.links[0].texts = [NewText(.name, longest)]
        let map = try RoadMap(source: MemoryBlockSource(content.encoded()))
        var texts: [String] = []
        try map.forEachLink(in: map.header.bounds) { (link) throws(MapError) in
            try map.forEachAttribute(of: link) { (attribute) throws(MapError) in
                if attribute.kind.isText { texts.append(try map.text(attribute, of: link)) }
            }
        }
        #expect(texts == [longest])
        content.links[0].texts = [NewText(.name, longest + "x")]
        #expect(throws: MapContentError.self) { try content.encoded() }
    }

    /// Whatever place a file says that a text stands at: bytes in these texts read as a length of 16,144.
    @Test func aTextThatLiesIsNoLonger() throws {
        var content = try randomContent(seed: 3, nodes: 2, links: 20)
        for index in content.links.indices {
            let text = String(repeating: "\u{D0}~", count: 600) + "\(index)"
            content.links[index].texts = [NewText(.name, text)]
        }
        let map = try RoadMap(source: MemoryBlockSource(content.encoded()))
        var read = 0
        try map.forEachLink(in: map.header.bounds) { (link) throws(MapError) in
            guard read == 0 else { return }
            for place in 0..<UInt64(30_000) {
                let attribute = Attribute(
                    .name, place, provenance: .tagged, from: .zero, to: link.length)
                do throws(MapError) {
                    let count = try map.withText(attribute, of: link) { $0.count }
                    #expect(count <= MapFormat.longestText)
                    read += 1
                } catch {}
            }
        }
        #expect(read > 1000)
    }

    @Test func checksumIsCRC32C() {
        // RFC 3720, B.4: 32 bytes of zeros, of ones, and ascending.
        #expect(CRC32C.of([UInt8](repeating: 0, count: 32).span) == 0x8A91_36AA)
        #expect(CRC32C.of([UInt8](repeating: 0xFF, count: 32).span) == 0x62A8_AB43)
        #expect(CRC32C.of([UInt8](0..<32).span) == 0x46DD_794E)
    }
}
