import MapCompiler
import RoadMap
import RoadMapWriter
import Testing

@Suite("Divided roads by where they lie")
struct DividedRoadTests {
    /// Two streets to the east, one row of 111 m apart unless their nodes are placed.
    private func streets(
        gap: String, _ first: KeyValuePairs<String, String>,
        _ second: KeyValuePairs<String, String>, isReversed: Bool = true
    ) -> SmallMap {
        var map = SmallMap()
        map.way(1, [11, 13], first)
        map.way(2, isReversed ? [23, 21] : [21, 23], second)
        map.place(21, gap, "8.001")
        map.place(23, gap, "8.003")
        return map
    }

    private func divided(_ map: SmallMap, in code: String = "CH") throws -> [Int64] {
        try map.compiled(in: code).content.links.filter { link in
            let isDivided = link.attributes.contains {
                $0.kind == .dividedRoad && $0.value == 1 && $0.provenance == .derived
            }
            let form = link.attributes.first { $0.kind == .formOfWay }?.value
            #expect(isDivided == (form == UInt64(FormOfWay.multipleCarriageway.rawValue)))
            return isDivided
        }.map(\.way)
    }

    private let ring: KeyValuePairs = ["highway": "primary", "oneway": "yes", "name": "Ring"]

    @Test func `The same name the other way on the left is the other carriageway`() throws {
        // 0.00018° are 20 m.
        #expect(try divided(streets(gap: "46.00118", ring, ring)) == [1, 2])
        // On the right it is where one drives on the left.
        #expect(try divided(streets(gap: "46.00082", ring, ring)).isEmpty)
        #expect(try divided(streets(gap: "46.00082", ring, ring), in: "GB") == [1, 2])
    }

    @Test func `What is far, of another name, both ways or the same way is not`() throws {
        #expect(try divided(streets(gap: "46.00145", ring, ring)).isEmpty)
        #expect(try divided(streets(gap: "46.00118", ring, ring, isReversed: false)).isEmpty)
        let other: KeyValuePairs = ["highway": "primary", "oneway": "yes", "name": "Allee"]
        #expect(try divided(streets(gap: "46.00118", ring, other)).isEmpty)
        let both: KeyValuePairs = ["highway": "primary", "name": "Ring"]
        #expect(try divided(streets(gap: "46.00118", ring, both)).isEmpty)
        let unnamed: KeyValuePairs = ["highway": "primary", "oneway": "yes"]
        #expect(try divided(streets(gap: "46.00118", unnamed, unnamed)).isEmpty)
    }

    @Test func `A tag counts more than the place`() throws {
        let single: KeyValuePairs = [
            "highway": "primary", "oneway": "yes", "name": "Ring", "dual_carriageway": "no",
        ]
        #expect(try divided(streets(gap: "46.00118", single, single)).isEmpty)
    }

    /// The links of a road that crosses both carriageways, as the nodes at their ends, that lie inside of
    /// an intersection.
    private func crossing(
        gap: String = "46.00118", _ tags: KeyValuePairs<String, String> = ["highway": "tertiary"],
        at longitude: String = "8.002", second: KeyValuePairs<String, String>? = nil
    ) throws -> [String] {
        var map = SmallMap()
        map.way(1, [11, 12, 13], ring)
        map.way(2, [23, 22, 21], second ?? ring)
        map.way(3, [2, 12, 22, 32], tags)
        for (node, longitude) in [(21, "8.001"), (22, longitude), (23, "8.003")]
            as [(Int64, String)]
        {
            map.place(node, gap, longitude)
        }
        return try map.compiled().content.links.filter { link in
            link.attributes.contains { $0.kind == .complexIntersection && $0.value == 1 }
        }.map { "\($0.startNode.id)-\($0.endNode.id)" }
    }

    @Test func `What crosses from one carriageway to the other is inside of an intersection`()
        throws
    {
        #expect(try crossing() == ["12-22"])
        // Where they are no carriageways of one road, as they are far apart or of another name.
        #expect(try crossing(gap: "46.00145").isEmpty)
        #expect(
            try crossing(second: ["highway": "primary", "oneway": "yes", "name": "Allee"]).isEmpty)
        // 70 m along them.
        #expect(try crossing(at: "8.0029").isEmpty)
        #expect(try crossing(["highway": "tertiary", "junction": "roundabout"]).isEmpty)
        #expect(try crossing(["highway": "footway"]).isEmpty)
    }

    @Test func `Where carriageways part neither is inside of an intersection`() throws {
        var map = SmallMap()
        map.way(1, [11, 12, 13], ring)
        // The other one leaves the first at 12, across it at first, and goes back beside it.
        map.way(2, [12, 22, 21], ring)
        map.way(3, [22, 32], ["highway": "tertiary"])
        for (node, longitude) in [(21, "8.001"), (22, "8.0019")] as [(Int64, String)] {
            map.place(node, "46.00118", longitude)
        }
        let content = try map.compiled().content
        #expect(content.links.contains { $0.way == 2 && $0.endNode.id == 22 })
        #expect(
            !content.links.contains { link in
                link.attributes.contains { $0.kind == .complexIntersection }
            })
    }
}
