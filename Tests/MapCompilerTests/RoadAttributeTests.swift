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
        TagCase(["lit": "yes"], "lit 1"), TagCase(["lit": "sunset-sunrise"], "lit 1"),
        TagCase(["lit": "no"], "lit 0"), TagCase(["lit": "brightly"]),
    ])
    func facts(_ example: TagCase) throws {
        var map = SmallMap()
        let tags = example.tags.map { (key: $0.key, value: $0.value) }
        map.way(1, [11, 12], tags: tags + [(key: "highway", value: "primary")])
        let content = try map.compiled().content
        let kinds: [(String, AttributeKind)] = [
            ("surface", .surface), ("toll", .toll), ("priority", .priorityRoad),
            ("number", .routeNumberClass), ("access", .vehicleAccess), ("form", .formOfWay),
            ("lit", .lit),
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

    @Test(arguments: [
        ("access:conditional", "yes @ (22:00-06:00)"),
        ("motor_vehicle:conditional", "no @ (22:00-06:00); destination @ (06:00-07:00)"),
        ("motor_vehicle:conditional", "no @ Ramadan"), ("motorcar:conditional", "no"),
        ("hgv:conditional", "no @ trailer"), ("oneway:conditional", "yes @ (22:00-06:00)"),
        ("motor_vehicle:backward:conditional", "no @ (22:00-06:00)"),
    ])
    func `Access and one-way rules at times are told as left out`(
        _ key: String, _ value: String
    ) throws {
        var map = SmallMap()
        map.way(1, [11, 12], tags: [("highway", "residential"), (key, value)])
        let unread = try map.compiled().report.unread
        #expect(unread.map(\.what) == ["\(key): not in the map"])
        #expect(unread.first?.example == value)
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

    /// The limits of three ways one behind the other, which share the tags.
    @Test(arguments: [
        (["100", "40", "100"], "ref", "low"), (["90", "30", "70"], "ref", "low"),
        (["80", "25", "80"], "", "low"), (["90", "40", "70"], "ref", "none"),
        (["30", "90", "30"], "name", "rejected"), (["30", "80", "30"], "name", "none"),
        (["30", "100", "40"], "name", "none"), (["80", "30", "none"], "name", "none"),
    ])
    func `A limit far from both neighbours is in doubt, one far above them is not to be told`(
        _ limits: [String], _ key: String, _ expected: String
    ) throws {
        var map = SmallMap()
        for (number, limit) in limits.enumerated() {
            var tags: [(key: String, value: String)] = [
                ("highway", "primary"), ("maxspeed", limit),
            ]
            if !key.isEmpty { tags.append((key, "H 3")) }
            // The name alone changes where the number goes on.
            if key == "ref" { tags.append(("name", "Part \(number)")) }
            let node = Int64(11 + number)
            map.way(Int64(number + 1), [node, node + 1], tags: tags)
        }
        let content = try map.compiled().content
        let rules = content.links.map { link in
            link.attributes.first { $0.kind == .speedLimit || $0.kind == .particularSpeedLimit }
                .flatMap { SpeedLimitRule(attributeValue: $0.value) }
        }
        // One that is not to be told is not the limit of the road.
        #expect(content.facts(.speedLimit, of: 1).isEmpty == (expected == "rejected"))
        let rule = try #require(rules[1])
        let found = rule.isRejected ? "rejected" : rule.isImplausible ? "low" : "none"
        #expect(found == expected)
        #expect(rules[0]?.isImplausible == false && rules[2]?.isImplausible == false)
    }

    @Test func `Where it goes on in two others without its name, no neighbour is told`() throws {
        var map = SmallMap()
        map.way(1, [11, 12], ["highway": "primary", "maxspeed": "80"])
        map.way(2, [12, 13], ["highway": "primary", "maxspeed": "25"])
        map.way(3, [13, 14], ["highway": "primary", "maxspeed": "80"])
        #expect(try map.compiled().report.doubtful.map(\.example) == ["way 2"])
        map.way(4, [13, 23], ["highway": "primary", "maxspeed": "80"])
        #expect(try map.compiled().report.doubtful.map(\.example).isEmpty)
    }

    /// A square of 155 by 222 m whose south-western corner is node 11.
    private func roads(
        in area: KeyValuePairs<String, String>, _ tags: KeyValuePairs<String, String>,
        _ nodes: [Int64]
    ) throws -> [String] {
        var map = SmallMap()
        for (node, latitude, longitude) in [
            (91, "46.0005", "8.0005"), (92, "46.0025", "8.0005"), (93, "46.0025", "8.0025"),
            (94, "46.0005", "8.0025"),
        ] as [(Int64, String, String)] { map.place(node, latitude, longitude) }
        map.way(9, [91, 92, 93, 94, 91], area)
        map.way(1, nodes, tags)
        let content = try map.compiled().content
        return content.facts(.formOfWay, of: content.links.firstIndex { $0.way == 1 } ?? 0)
    }

    @Test func `Service roads into car parks and rest areas, and roads of squares, are told`()
        throws
    {
        let (parking, rest): (KeyValuePairs<String, String>, KeyValuePairs<String, String>) = (
            ["amenity": "parking"], ["highway": "services"]
        )
        let service: KeyValuePairs<String, String> = ["highway": "service"]
        // From outside to inside, and right across.
        for nodes: [Int64] in [[41, 11], [41, 21, 1]] {
            #expect(try roads(in: parking, service, nodes) == ["~12"])
            #expect(try roads(in: rest, service, nodes) == ["~13"])
        }
        // To a corner of it.
        #expect(try roads(in: parking, service, [41, 92]) == ["~12"])
        #expect(try roads(in: parking, service, [14, 24]) == ["11"])
        #expect(try roads(in: parking, ["highway": "residential"], [41, 11]) == ["~3"])
        let square: KeyValuePairs<String, String> = ["place": "square"]
        #expect(try roads(in: square, ["highway": "residential"], [11, 21]) == ["~5"])
        #expect(
            try roads(in: square, ["highway": "primary", "oneway": "yes"], [11, 21]) == ["~5"])
        #expect(try roads(in: square, ["highway": "residential"], [41, 11]) == ["~3"])
        #expect(try roads(in: square, service, [11, 21]) == ["11"])
        #expect(
            try roads(in: square, ["highway": "primary", "junction": "roundabout"], [11, 21])
                == ["4"])
    }
}
