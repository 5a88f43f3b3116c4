import MapCompiler
import Quantities
import RoadMap
import RoadMapWriter
import Testing

@Suite("Other attributes of a road")
struct RoadAttributeTests {
    @Test(arguments: [
        TagCase(["surface": "asphalt"], "surface 2"), TagCase(["surface": "dirt"], "surface 21"),
        TagCase(["surface": "cheese"]), TagCase(["toll": "yes"], "toll 1"),
        TagCase(["toll": "no"], "toll 0"), TagCase(["toll:hgv": "yes"], "toll 2"),
        TagCase(["priority_road": "designated"], "priority 1"),
        TagCase(["priority_road": "end"]),
        TagCase(["ref": "A 1"], "number ~2"), TagCase(["ref": "H2"], "number ~3"),
        TagCase(["ref": "E 25"], "number ~1"), TagCase(["ref": "17"]),
        // Two bits each from the low end: car, truck, bus, taxi, delivery, emergency …
        TagCase(["hgv": "no"], "access \(3 << 2)"),
        TagCase(["bus": "designated", "foot": "no"], "access \(1 << 4 | 3 << 16)"),
        TagCase(["frontage_road": "yes"], "form 8"),
    ])
    func facts(_ example: TagCase) throws {
        var map = SmallMap()
        let tags = example.tags.map { (key: $0.key, value: $0.value) }
        map.way(1, [11, 12], tags: tags + [(key: "highway", value: "primary")])
        let content = try map.compiled().content
        let kinds: [(String, AttributeKind)] = [
            ("surface", .surface), ("toll", .toll), ("priority", .priorityRoad),
            ("number", .routeNumberClass), ("access", .vehicleAccess), ("form", .formOfWay),
        ]
        let found = kinds.flatMap { name, kind in content.facts(kind).map { "\(name) \($0)" } }
        #expect(found.filter { $0 != "form ~3" } == example.expected)
    }

    @Test func `Names by language, lanes and numbers`() throws {
        var map = SmallMap()
        map.way(
            1,
            [11, 12],
            [
                "highway": "primary", "name": "A", "name:sv": "B", "name:fi": "C", "name:left": "D",
                "name:zh-Hant": "E", "int_ref": "E 18", "turn:lanes:forward": "left|through;right",
                "turn:lanes": "left",
            ]
        )
        let texts = try map.compiled().content.links[0].texts
        #expect(
            texts.map(\.text) == ["A", "fi=C", "sv=B", "zh-Hant=E", "E 18", "left|through;right"]
        )
        #expect(texts.last?.directions == .forward)
    }

    @Test func `The day of the last edit`() throws {
        var map = SmallMap()
        map.way(1, [11, 12], ["highway": "primary"])
        // 29 February 2024 is day 19782 since 1970.
        #expect(try map.compiled().content.facts(.lastEdit) == ["19782"])
    }

    @Test func `A ferry for cars is a link that no car drives`() throws {
        var map = SmallMap()
        map.way(1, [11, 12], ["highway": "primary"])
        map.way(2, [12, 13], ["route": "ferry", "motor_vehicle": "yes", "name": "Over"])
        map.way(3, [13, 14], ["route": "ferry", "motor_vehicle": "no"])
        let (content, report) = try map.compiled()
        #expect(content.links.count == 2)
        #expect(content.links[1].directions.isEmpty)
        #expect(content.facts(.ferry, of: 1) == ["1"])
        #expect(report.dropped.map(\.what) == ["ferries"])
    }

    @Test func `A limit that its road's neighbours contradict is in doubt`() throws {
        var map = SmallMap()
        map.way(1, [11, 12], ["highway": "primary", "name": "Road", "maxspeed": "80"])
        map.way(2, [12, 13], ["highway": "primary", "name": "Road", "maxspeed": "24"])
        map.way(3, [13, 14], ["highway": "primary", "name": "Road", "maxspeed": "80"])
        map.way(4, [14, 15], ["highway": "primary", "name": "Road", "maxspeed": "30"])
        let (content, report) = try map.compiled()
        let doubts = content.links.map { link in
            link.attributes.contains {
                $0.kind == .speedLimit
                    && SpeedLimitRule(attributeValue: $0.value)?.isImplausible == true
            }
        }
        #expect(doubts == [false, true, false, false])
        #expect(report.doubtful.map(\.example) == ["way 2"])
    }
}
