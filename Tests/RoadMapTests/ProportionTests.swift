import Geodesy
import Quantities
import RoadMap
import RoadMapWriter
import Testing

/// What is out of proportion is refused by writer, reader and verification alike.
@Suite("A map in proportion")
struct ProportionTests {
    private func content(_ change: (inout NewLink) -> Void) throws -> MapContent {
        var content = try randomContent(seed: 31, nodes: 8, links: 12)
        content.links[3].attributes = []
        content.links[3].texts = []
        content.links[3].profiles = []
        change(&content.links[3])
        return content
    }

    private func attribute(_ kind: AttributeKind, _ value: UInt64) -> Attribute {
        Attribute(
            kind, value, provenance: .tagged, from: .zero, to: Centimetres(1_000_000_000))
    }

    private func isWritten(_ change: (inout NewLink) -> Void) throws -> Bool {
        let content = try content(change)
        do throws(MapContentError) { _ = try content.encoded() } catch {
            #expect(error.isOfOneLink, "\(error)")
            return false
        }
        return true
    }

    @Test func `A writer takes as many as the limit and no more`() throws {
        let limits: [(AttributeKind, UInt64, Int)] = [
            (.lanes, 2, MapFormat.maximumAttributes),
            (
                .turnRestriction, TurnRestriction(.no, toWay: 5).attributeValue,
                MapFormat.maximumTurnRestrictions
            ),
            (.condition, Condition().attributeValue, MapFormat.maximumConditions),
        ]
        for (kind, value, limit) in limits {
            for (count, isFit) in [(limit, true), (limit + 1, false)] {
                let fact = attribute(kind, value)
                let isWritten = try isWritten {
                    $0.attributes = [Attribute](repeating: fact, count: count)
                }
                #expect(isWritten == isFit, "\(kind) \(count)")
            }
        }
        for (count, isFit) in [
            (MapFormat.maximumPoints, true), (MapFormat.maximumPoints + 1, false),
        ] {
            let isWritten = try isWritten { link in
                let inner = [Coordinate](repeating: link.points[0], count: count - 2)
                link.points = [link.points[0]] + inner + [link.endNode.place]
            }
            #expect(isWritten == isFit, "\(count) points")
        }
        for (count, isFit) in [(24, true), (100_000, false)] {
            let spots = [ProfileSpot](
                repeating: ProfileSpot(offset: .zero, value: 1), count: count)
            let isWritten = try isWritten {
                $0.profiles = [NewProfile(.slope, provenance: .derived, spots: spots)]
            }
            #expect(isWritten == isFit, "\(count) spots")
        }
    }

    @Test func `An access beyond the limit of work fails, and the next update begins anew`() throws
    {
        let bytes = try randomContent(seed: 32, nodes: 200, links: 500).encoded()
        let map = try RoadMap(source: MemoryBlockSource(bytes))
        func read() throws(MapError) {
            try map.forEachLink(in: map.header.bounds) { (link) throws(MapError) in
                try map.forEachAttribute(of: link) { _ in }
            }
        }
        map.limitSteps(to: 2000)
        #expect(throws: MapError.tooMuchWork(limit: 2000)) { try read() }
        #expect(throws: MapError.tooMuchWork(limit: 2000)) { try map.charge(1) }
        map.limitSteps(to: 10_000_000)
        try read()
        #expect(map.steps > 2000)
        map.limitSteps(to: 2000)
        map.liftLimit()
        try read()
    }

    @Test func `Too many roads around one place are found`() throws {
        var content = try randomContent(seed: 33, nodes: 8, links: 12)
        let (start, end) = (content.links[0].startNode.place, content.links[0].endNode.place)
        func add(_ count: Int) {
            for number in 0..<count {
                let id = Int64(1_000_000 + content.links.count * 2 + number)
                content.links.append(
                    NewLink(
                        way: id, startNode: NewNode(id: id * 2, place: start),
                        endNode: NewNode(id: id * 2 + 1, place: end), points: [start, end],
                        directions: .both))
            }
        }
        func problems() throws -> Int {
            var count = 0
            MapVerification(of: try RoadMap(source: MemoryBlockSource(content.encoded()))).run {
                count += "\($0)".contains("exceed the limits of the format") ? 1 : 0
                return true
            }
            return count
        }
        add(100)
        #expect(try problems() == 0)
        add(2000)
        #expect(try problems() > 0)
        // Wherever the crowd stands in its blocks.
        for other in 1...16 {
            content.links.insert(content.links[other], at: 0)
            content.links[0].way = 9_000_000 + Int64(other)
            #expect(try problems() > 0)
        }
    }

    @Test func `A map without roads is read and has an identity`() throws {
        let country = try #require(
            Country(numericCode: 276, drivingSide: .right, speedUnit: .kilometresPerHour))
        let map = try RoadMap.withoutRoads(of: country)
        #expect(MapIdentity(map.header) == MapIdentity(.withoutRoads(of: country)))
        var count = 0
        MapVerification(of: map).run { _ in
            count += 1
            return true
        }
        #expect(count == 0)
    }
}
