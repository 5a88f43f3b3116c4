import MapCompiler
import Quantities
import RoadMap
import RoadMapWriter
import Testing

/// What a compiled map says of each link, read back through the map file.
private func lines(
    of map: SmallMap,
    _ read: (RoadMap, Link) throws(MapError) -> [String]
) throws -> [String] {
    let content = try map.compiled().content
    let roads = try RoadMap(source: MemoryBlockSource(content.encoded()))
    var found: [String] = []
    try roads.forEachLink(in: roads.header.bounds) { (link) throws(MapError) in
        let name = try roads.stableID(of: link)
        found += try read(roads, link).map { "\(name.startNode)-\(name.endNode) \($0)" }
    }
    return found.sorted()
}

@Suite("What stands on a road")
struct RoadObjectTests {
    private func objects(of map: SmallMap) throws -> [String] {
        try lines(of: map) { (roads, link) throws(MapError) in
            var found: [String] = []
            for direction in Direction.allCases {
                try roads.forEachObject(of: link, direction) { object, place in
                    found.append("\(object.kind) \(direction) \(place.value / 100)")
                }
            }
            return found
        }
    }

    @Test func `An object inside a link stands at its place, for both directions`() throws {
        var map = SmallMap()
        map.way(1, [11, 21, 31], ["highway": "residential"])
        map.tag(21, ["highway": "crossing", "crossing": "zebra"])
        #expect(
            try objects(of: map) == [
                "11-31 pedestrianCrossing backward 111", "11-31 pedestrianCrossing forward 111",
            ]
        )
    }

    @Test func `At a junction it is met once on every way across`() throws {
        var map = SmallMap()
        map.way(1, [11, 21], ["highway": "residential"])
        map.way(2, [21, 31], ["highway": "residential"])
        map.way(3, [21, 22], ["highway": "residential", "oneway": "yes"])
        map.tag(21, ["highway": "traffic_signals"])
        #expect(
            try objects(of: map) == [
                "11-21 trafficLight forward 111", "21-31 trafficLight backward 0",
            ]
        )
    }

    @Test func `A sign is for the direction that its tags say`() throws {
        var map = SmallMap()
        map.way(1, [11, 21, 31, 41], ["highway": "residential"])
        map.tag(21, ["highway": "stop", "direction": "backward"])
        map.tag(31, ["traffic_sign:forward": "CH:2.30[50]", "traffic_calming": "table"])
        #expect(
            try objects(of: map) == [
                "11-41 speedBump backward 222", "11-41 speedBump forward 222",
                "11-41 stopSign backward 111", "11-41 trafficSign forward 222",
            ]
        )
        let signs = try lines(of: map) { (roads, link) throws(MapError) in
            var signs: [String] = []
            try roads.forEachAttribute(of: link) { (attribute) throws(MapError) in
                guard attribute.kind == .signText else { return }
                signs.append("\(try roads.text(attribute, of: link)) \(attribute.from.value)")
            }
            return signs
        }
        #expect(signs == ["11-41 CH:2.30[50] 22230"])
    }

    /// A road to the east, which a rest area holds from 38.7 m to 116.2 m.
    private func restArea(
        _ tags: KeyValuePairs<String, String> = ["highway": "service"], asRelation: Bool = false,
        isWhole: Bool = true, through nodes: [Int64] = [11, 13]
    ) throws -> [String] {
        var map = SmallMap()
        map.way(1, nodes, tags)
        let corners: [(Int64, String, String)] = [
            (95, "46.0005", "8.0015"), (96, "46.001", "8.0015"), (97, "46.0015", "8.0015"),
            (98, "46.0015", "8.0025"), (99, "46.0005", "8.0025"),
        ]
        if asRelation {
            map.way(2, [95, 96, 97, 98], ["barrier": "fence"])
            map.way(3, [98, 99, 95], ["barrier": "fence"])
            map.relation(
                [("way", 2, "outer"), ("way", 3, "outer")],
                ["type": "multipolygon", "highway": "services"])
        } else {
            map.way(2, [95, 96, 97, 98, 99, 95], ["highway": "rest_area"])
        }
        for (node, latitude, longitude) in corners { map.place(node, latitude, longitude) }
        if !isWhole { map.lose(99) }
        return try objects(of: map)
    }

    @Test func `A rest area that is an area begins where the road enters it`() throws {
        let both = ["11-13 restArea backward 116", "11-13 restArea forward 38"]
        #expect(try restArea() == both)
        #expect(try restArea(asRelation: true) == both)
        #expect(try restArea(["highway": "service", "oneway": "yes"]) == [both[1]])
        // Of an area whose line the input does not hold nobody can say where it is.
        #expect(try restArea(isWhole: false).isEmpty)
        // It is told once where the road has a node on the line, and a junction there.
        #expect(try restArea(through: [11, 96, 13]) == both)
        // No object of a road that stays outside.
        #expect(try restArea(through: [1, 3]).isEmpty)
    }

    @Test(
        arguments: [
            (["barrier": "gate"], "gate unknown"), (["barrier": "lift_gate"], "liftGate unknown"),
            (["barrier": "gate", "access": "private"], "gate restricted"),
            (["barrier": "gate", "motor_vehicle": "no"], "gate closed"),
            (["barrier": "bollard", "motor_vehicle": "yes"], "bollard open"),
            (["barrier": "bollard"], "bollard closed"),
            (["barrier": "toll_booth"], "tollBooth open"),
            (["barrier": "border_control"], "borderCrossing open"),
            (["barrier": "cattle_grid"], "cattleGrid open"), (["barrier": "kerb"], nil),
            (["highway": "traffic_signals;crossing"], "trafficLight unknown"),
            (["railway": "level_crossing"], "levelCrossing unknown"),
            (["highway": "speed_camera"], "speedCamera unknown"),
            (["highway": "street_lamp"], nil), (["traffic_calming": "no"], nil),
        ] as [(KeyValuePairs<String, String>, String?)])
    func kindAndAccess(_ tags: KeyValuePairs<String, String>, _ expected: String?) throws {
        var map = SmallMap()
        map.way(1, [11, 21, 31], ["highway": "residential"])
        map.tag(21, tags)
        var first: String?
        let content = try map.compiled().content
        for attribute in content.links[0].attributes where attribute.kind == .roadObject {
            let object = try #require(RoadObject(attributeValue: attribute.value))
            first = first ?? "\(object.kind) \(object.carAccess)"
        }
        #expect(first == expected)
    }
}

@Suite("What may not be driven at a junction")
struct TurnRestrictionTests {
    /// Way 1 comes from the south to node 22, way 2 goes on to the north, way 3 to the east.
    private func crossing() -> SmallMap {
        var map = SmallMap()
        map.way(1, [12, 22], ["highway": "residential"])
        map.way(2, [22, 32], ["highway": "residential"])
        map.way(3, [22, 23], ["highway": "residential"])
        return map
    }

    private func restrictions(of map: SmallMap) throws -> [String] {
        try lines(of: map) { (roads, link) throws(MapError) in
            var found: [String] = []
            for direction in Direction.allCases {
                try roads.forEachTurnRestriction(of: link, direction) {
                    restriction, previous, holds in
                    var words = ["\(direction) \(restriction.rule) \(restriction.toWay)"]
                    if !restriction.holds(for: .cars) { words.append("not for cars") }
                    if !restriction.holds(for: .buses) { words.append("not for buses") }
                    if previous.count > 0 {
                        words.append(
                            "from "
                                + (0..<previous.count).map { "\(previous[$0])" }
                                .joined(separator: "<"))
                    }
                    if holds == nil { words.append("at times") }
                    found.append(words.joined(separator: ", "))
                }
            }
            return found
        }
    }

    private let turn: [(type: String, id: Int64, role: String)] = [
        ("way", 1, "from"), ("node", 22, "via"), ("way", 3, "to"),
    ]

    @Test(
        arguments: [
            (["restriction": "no_right_turn"], ["12-22 forward no 3"]),
            (["restriction": "only_right_turn"], ["12-22 forward only 3"]),
            (
                ["restriction": "no_right_turn", "except": "psv;bicycle"],
                ["12-22 forward no 3, not for buses"]
            ),
            (
                ["restriction:hgv": "no_right_turn"],
                ["12-22 forward no 3, not for cars, not for buses"]
            ),
            (
                ["restriction:conditional": "no_right_turn @ (07:00-09:00)"],
                ["12-22 forward no 3, at times"]
            ),
            (
                ["restriction:conditional": "no_right_turn @ (07:00-09:00 AND hgv)"],
                ["12-22 forward no 3, not for cars, not for buses, at times"]
            ),
            (["restriction": "maybe"], []),
            (["restriction:conditional": "no_right_turn @ (when it rains)"], []),
            (["restriction:ufo": "no_right_turn"], []),
            (["type": "multipolygon"], []),
        ] as [(KeyValuePairs<String, String>, [String])])
    func tags(_ tags: KeyValuePairs<String, String>, _ expected: [String]) throws {
        var map = crossing()
        map.relation(turn, tags)
        #expect(try restrictions(of: map) == expected)
    }

    @Test func `Over a way it stands at its end, for who came by the first one`() throws {
        var map = crossing()
        map.way(4, [32, 33], ["highway": "residential"])
        map.relation(
            [("way", 1, "from"), ("way", 2, "via"), ("way", 4, "to")],
            ["restriction": "no_u_turn"]
        )
        #expect(
            try restrictions(of: map) == [
                "12-22 forward onward 2", "22-32 forward no 4, from 1",
            ])
    }

    @Test(arguments: [
        (
            "no_u_turn",
            [
                "12-22 forward onward 2", "22-32 forward onward 4, from 1",
                "33-32 backward no 5, from 2<1",
            ]
        ),
        (
            "only_left_turn",
            [
                "12-22 forward only 2", "12-22 forward onward 2",
                "22-32 forward only 4, from 1", "22-32 forward onward 4, from 1",
                "33-32 backward only 5, from 2<1",
            ]
        ),
    ])
    func `Over several ways it names all of them, in whatever order they stand`(
        _ rule: String, _ expected: [String]
    ) throws {
        var map = crossing()
        map.way(4, [33, 32], ["highway": "residential"])
        map.way(5, [33, 34], ["highway": "residential"])
        for vias: [Int64] in [[2, 4], [4, 2]] {
            var map = map
            map.relation(
                [("way", 1, "from")] + vias.map { ("way", $0, "via") } + [("way", 5, "to")],
                tags: [("restriction", rule)])
            #expect(try restrictions(of: map) == expected)
        }
    }

    @Test func `Over ways that are no course it has no place, and two over the same are told once`()
        throws
    {
        var map = crossing()
        map.way(4, [32, 33], ["highway": "residential"])
        map.way(5, [32, 34], ["highway": "residential"])
        map.relation(
            [("way", 1, "from"), ("way", 2, "via"), ("way", 3, "via"), ("way", 4, "to")],
            ["restriction": "no_left_turn"])
        #expect(
            try map.compiled().report.dropped.map(\.what) == ["restrictions-without-place"])
        for (to, rule) in [
            (4, "no_left_turn"), (5, "no_right_turn @ (Mo-Fr 07:00-09:00)"),
        ] as [(Int64, String)] {
            map.relation(
                [("way", 1, "from"), ("way", 2, "via"), ("way", to, "to")],
                tags: [
                    (rule.contains("@") ? "restriction:conditional" : "restriction", rule)
                ])
        }
        #expect(
            try restrictions(of: map) == [
                "12-22 forward onward 2", "22-32 forward no 4, from 1",
                "22-32 forward no 5, from 1, at times",
            ])
    }

    @Test func `What does not fit the roads is counted`() throws {
        var map = crossing()
        map.relation(
            [("way", 1, "from"), ("node", 12, "via"), ("way", 3, "to")],
            ["restriction": "no_right_turn"]
        )
        map.relation([("way", 1, "from")], ["restriction": "no_left_turn"])
        let report = try map.compiled().report
        #expect(report.dropped.map(\.what) == ["restrictions-without-place"])
        #expect(report.unread.map(\.what) == ["restriction: members missing"])
    }

    @Test func `A bollard cuts its road and closes it, but not at a junction`() throws {
        var map = SmallMap()
        map.way(1, [11, 21, 31], ["highway": "residential"])
        map.tag(21, ["barrier": "bollard"])
        #expect(
            try restrictions(of: map) == [
                "11-21 forward noPassage 0", "21-31 backward noPassage 0",
            ]
        )
        map.way(2, [21, 22], ["highway": "residential"])
        #expect(try restrictions(of: map).isEmpty)
    }
}

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
