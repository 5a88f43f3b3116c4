import Geodesy
import MapDifference
import MapSketch
import Quantities
import RandomNumbers
import RoadMap
import RoadMapWriter
import Testing

/// Corrections beside a map: both together are the new map.
@Suite struct MapDifferenceTests {
    private static func links(of map: RoadMap) throws -> [NewLink] {
        var links: [NewLink] = []
        for block in 0..<map.header.blockCount {
            try map.forEachLink(inBlock: block) { (link) throws(MapError) in
                links.append(try NewLink(link, on: map))
            }
        }
        return links
    }

    private static func file(_ links: [NewLink], of map: RoadMap) throws -> [UInt8] {
        var content = MapContent(country: map.header.country)
        content.dataTime = map.header.dataTime
        content.notes = try map.notes()
        content.links = links
        return try content.encoded()
    }

    private static func roads(_ files: [UInt8]...) throws -> RoadMap {
        try RoadMap(sources: files.map { MemoryBlockSource($0) }, cacheBytes: 1 << 20)
    }

    /// The corrections that make a new map of an old one.
    private static func corrections(
        _ links: [NewLink], beside map: RoadMap
    ) throws -> (links: [NewLink], difference: MapDifference) {
        var difference = try MapDifference(from: map)
        var found: [NewLink] = []
        for link in links where try difference.isNew(link, try EncodedLink(link)) {
            found.append(link)
        }
        return (found + (try difference.removed()), difference)
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `A map that is read and written again is the same file`(_ seed: UInt64) throws {
        let roads = try RandomRoads(seed: seed)
        #expect(try Self.file(Self.links(of: roads.map), of: roads.map) == roads.file)
    }

    @Test func `A map differs in nothing from itself`() throws {
        let map = try RandomRoads(seed: 4).map
        let (links, difference) = try Self.corrections(Self.links(of: map), beside: map)
        #expect(links.isEmpty)
        #expect(difference.newLinks == 0 && difference.sameLinks == Int(map.header.linkCount))
    }

    /// Each link of a map that is a road, encoded, with the links that leave its ends.
    private static func network(
        of map: RoadMap
    ) throws -> [StableLinkID: (link: EncodedLink, meeting: Set<StableLinkID>)] {
        var found: [StableLinkID: (link: EncodedLink, meeting: Set<StableLinkID>)] = [:]
        try map.forEachLink(in: map.header.bounds) { (link) throws(MapError) in
            guard !link.directions.isEmpty else { return }
            var meeting: Set<StableLinkID> = []
            for end in [link.startNode, link.endNode] {
                try map.forEachLink(leaving: try map.node(end)) { (exit) throws(MapError) in
                    let other = try map.link(exit.link)
                    if !other.directions.isEmpty { meeting.insert(try map.stableID(of: other)) }
                }
            }
            let id = try map.stableID(of: link)
            guard let encoded = try? EncodedLink(NewLink(link, on: map)) else {
                Issue.record("\(id) cannot be written")
                return
            }
            #expect(found.updateValue((encoded, meeting), forKey: id) == nil)
        }
        return found
    }

    @Test(arguments: 10...29 as ClosedRange<UInt64>)
    func `Corrections and the map behind them are the new map`(_ seed: UInt64) throws {
        let old = try RandomRoads(seed: seed, size: 7)
        var random = SplitMix64(seed: seed)
        var links = try Self.links(of: old.map)
        for _ in 0..<6 {
            let number = Int.random(in: 0..<links.count, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: links.remove(at: number)
            case 1: links[number].directions = .forward
            case 2:
                links[number].attributes.append(
                    Attribute(
                        .speedLimit, SpeedLimit.limited(23, .kilometresPerHour).attributeValue,
                        provenance: .overlay, from: .zero, to: Centimetres(Int(UInt32.max))))
            default:
                // A new road between two junctions.
                let other = links[Int.random(in: 0..<links.count, using: &random)]
                let (start, end) = (links[number].startNode, other.endNode)
                guard start.id != end.id else { continue }
                links.append(
                    NewLink(
                        way: 90_000 + Int64(links.count), startNode: start, endNode: end,
                        points: [start.place, end.place], directions: .both))
            }
        }
        let new = try Self.roads(Self.file(links, of: old.map))
        let (corrections, _) = try Self.corrections(Self.links(of: new), beside: old.map)
        #expect(!corrections.isEmpty && corrections.count <= 12)
        let both = try Self.roads(Self.file(corrections, of: old.map), old.file)
        let (wanted, found) = (try Self.network(of: new), try Self.network(of: both))
        #expect(Set(wanted.keys) == Set(found.keys))
        for (id, own) in wanted {
            let other = try #require(found[id])
            #expect(other.link.isSame(as: own.link) && other.meeting == own.meeting, "\(id)")
        }
        // The file of corrections is a map in order.
        var problems: [String] = []
        MapVerification(of: try Self.roads(Self.file(corrections, of: old.map))).run {
            problems.append("\($0)")
            return problems.count < 5
        }
        #expect(problems == [])
    }

    @Test func `A removed road is no way on and no illegal exit`() throws {
        let sketch = try MapSketch(
            """
                N
                |
            A---B---C
            """, gridMetres: 30, roads: [.init("AB"), .init("BC"), .init("BN")])
        let kept = try Self.links(of: sketch.map).filter { $0.way != 102 }
        let (corrections, difference) = try Self.corrections(kept, beside: sketch.map)
        #expect(corrections.count == 1 && difference.newLinks == 0 && difference.sameLinks == 2)
        let whole = try Self.file(Self.links(of: sketch.map), of: sketch.map)
        let both = try Self.roads(Self.file(corrections, of: sketch.map), whole)
        let network = try Self.network(of: both)
        #expect(Set(network.keys.map(\.way)) == [100, 101])
        #expect(network.values.allSatisfy { $0.meeting.count == 2 })
    }

    @Test func `A junction at another place is refused by its number`() throws {
        let map = try MapSketch("A---B---C", gridMetres: 30, roads: [.init("AB"), .init("BC")]).map
        var links = try Self.links(of: map)
        let number = try #require(links.firstIndex { $0.startNode.id == 65 })
        let place = try #require(Coordinate(latitude: 48.1, longitude: 9))
        links[number].startNode.place = place
        links[number].points[0] = place
        #expect(throws: MapDifferenceError.movedJunction(node: 65, way: 100)) {
            _ = try Self.corrections(links, beside: map)
        }
    }
}
