import MapSketch
import Quantities
import RoadMap
import RoadMapWriter
import Testing

/// How often cars took an exit, as map files have it.
@Suite struct ExitCountTests {
    @Test func `A count is read as it was written`() {
        let ways: [Int64] = [0, 1, -1, 8_367_055, 1 << 40, -(1 << 40)]
        for own in ways {
            for way in ways {
                for count in [1, 63, 64, 4095] {
                    for direction in Direction.allCases {
                        let written = ExitCount(way: way, direction, count: count)
                        let value = written.attributeValue(on: own)
                        #expect(ExitCount(attributeValue: value, on: own) == written)
                    }
                }
            }
        }
    }

    @Test func `The way of the link itself takes the fewest bits`() {
        #expect(ExitCount(way: 7, .forward, count: 1).attributeValue(on: 7) == 2)
        #expect(ExitCount(way: 7, .backward, count: 63).attributeValue(on: 7) == 127)
        #expect(ExitCount(way: 8, .forward, count: 1).attributeValue(on: 7) == 2 << 13 | 2)
    }

    @Test func `No passes are no count, and more than the most are the most`() {
        #expect(ExitCount(attributeValue: 0, on: 7) == nil)
        #expect(ExitCount(attributeValue: 1 << 13 | 1, on: 7) == nil)
        #expect(ExitCount(way: 7, .forward, count: 1 << 20).count == ExitCount.most)
        #expect(ExitCount(way: 7, .forward, count: -3).count == 1)
    }

    private static func map(
        _ value: UInt64, kind: AttributeKind = .exitCount,
        notes: [(key: String, value: String)] = []
    ) throws -> RoadMap {
        let end = Centimetres(Int(UInt32.max))
        let attribute = Attribute(
            kind, value, directions: .forward, provenance: .observed, from: .zero, to: end)
        return try MapSketch(
            "A---B---C", gridMetres: 20, roads: [.init("AB", also: [attribute]), .init("BC")],
            notes: notes
        ).map
    }

    @Test func `A map has the counts of a road and its direction`() throws {
        let written = ExitCount(way: 101, .forward, count: 34)
        let map = try Self.map(written.attributeValue(on: 100))
        var found: [(Int64, Direction, ExitCount)] = []
        try map.forEachLink(in: map.header.bounds) { (link) throws(MapError) in
            for direction in Direction.allCases {
                try map.forEachExitCount(after: link, direction) {
                    found.append((link.way, direction, $0))
                }
            }
        }
        #expect(found.count == 1)
        #expect(found[0] == (100, .forward, written))
    }

    @Test func `The least number of cars stands in the notes`() throws {
        let value = ExitCount(way: 101, .forward, count: 1).attributeValue(on: 100)
        for (text, cars) in [(nil, 1), ("3", 3), ("0", 1), ("99", 8), ("many", 1)]
            as [(String?, Int)]
        {
            let map = try Self.map(
                value, notes: text.map { [(key: RoadMap.leastCarsNote, value: $0)] } ?? [])
            try map.forEachLink(in: map.header.bounds) { (link) throws(MapError) in
                #expect(try map.leastCars(of: link) == cars)
            }
        }
    }

    @Test func `Counts and speeds that cannot be are found`() throws {
        func problems(_ map: RoadMap) -> String {
            var problems: [String] = []
            MapVerification(of: map).run {
                problems.append("\($0)")
                return true
            }
            return problems.joined(separator: "; ")
        }
        #expect(problems(try Self.map(2)) == "")
        #expect(problems(try Self.map(0)).hasSuffix("way 100: an invalid count of an exit"))
        #expect(problems(try Self.map(97, kind: .averageSpeed)) == "")
        for value in [0, 512] as [UInt64] {
            #expect(
                problems(try Self.map(value, kind: .averageSpeed))
                    .hasSuffix("way 100: an invalid average speed"))
        }
    }
}
