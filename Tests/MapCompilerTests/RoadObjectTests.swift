import MapCompiler
import Quantities
import RoadMap
import RoadMapWriter
import Testing

@Suite("What stands on a road")
struct RoadObjectTests {
    private func objects(of map: SmallMap) throws -> [String] {
        try map.lines { (roads, link) throws(MapError) in
            var found: [String] = []
            for direction in Direction.allCases {
                try roads.forEachObject(of: link, direction) { placed in
                    let place = link.offset(placed.offset, in: direction)
                    found.append("\(placed.object.kind) \(direction) \(place.value / 100)")
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
        let signs = try map.lines { (roads, link) throws(MapError) in
            var signs: [String] = []
            try roads.forEachAttribute(of: link) { (attribute) throws(MapError) in
                guard attribute.kind == .signText else { return }
                signs.append("\(try roads.text(attribute, of: link)) \(attribute.from.value)")
            }
            return signs
        }
        #expect(signs == ["11-41 CH:2.30[50] 22230"])
    }

    @Test func `A sign to stop without a direction is for who comes to the nearer junction`()
        throws
    {
        var map = SmallMap()
        map.way(1, [11, 21, 31, 41], ["highway": "residential"])
        map.way(2, [41, 42], ["highway": "residential"])
        map.tag(21, ["highway": "give_way"])
        map.tag(31, ["highway": "stop"])
        // The other end is no junction.
        #expect(
            try objects(of: map) == ["11-41 giveWaySign forward 111", "11-41 stopSign forward 222"])
        map.way(3, [11, 12], ["highway": "residential"])
        #expect(
            try objects(of: map) == [
                "11-41 giveWaySign backward 111", "11-41 stopSign forward 222",
            ])
        // On a road that is open one way it is for that way.
        map.way(4, [51, 61, 71], ["highway": "residential", "oneway": "-1"])
        map.way(5, [71, 72], ["highway": "residential"])
        map.tag(61, ["highway": "stop"])
        #expect(try objects(of: map).contains("51-71 stopSign backward 111"))
    }

    @Test(arguments: [
        ("N", "backward"), ("0", "backward"), ("180", "forward"), ("ssw", "forward"),
        // Across the road it says nothing of it.
        ("90", "both"), ("360", "backward"), ("400", "both"), ("uphill", "both"),
    ])
    func `The bearing that a sign faces to tells for whom it is`(
        _ direction: String, _ expected: String
    ) throws {
        var map = SmallMap()
        map.way(1, [11, 21, 31], ["highway": "residential"])
        for tags: [(key: String, value: String)] in [
            [("traffic_sign", "CH:2.30[50]"), ("direction", direction)],
            [("traffic_sign", "CH:2.30[50]"), ("traffic_sign:direction", direction)],
        ] {
            map.tag(21, tags: tags)
            #expect(
                try objects(of: map)
                    == (expected == "both" ? ["backward", "forward"] : [expected])
                    .map { "11-31 trafficSign \($0) 111" })
        }
        map.tag(21, ["traffic_sign": "CH:2.30[50]", "traffic_sign:direction": "forward"])
        #expect(try objects(of: map) == ["11-31 trafficSign forward 111"])
    }

    /// A road to the north; a place 8 m beside it at 46.0025 is half between its second and third node.
    private func roadside(
        _ longitude: String, _ tags: KeyValuePairs<String, String>,
        road: KeyValuePairs<String, String> = ["highway": "residential"]
    ) -> SmallMap {
        var map = SmallMap()
        map.way(1, [11, 21, 31], road)
        map.place(95, "46.0025", longitude)
        map.tag(95, tags)
        return map
    }

    @Test func `What stands beside a road is on the nearest one, for the side it stands on`()
        throws
    {
        let sign: KeyValuePairs<String, String> = ["traffic_sign": "CH:2.30[50]"]
        let place = "11-31 trafficSign"
        #expect(try objects(of: roadside("8.0011", sign)) == ["\(place) forward 166"])
        #expect(try objects(of: roadside("8.0009", sign)) == ["\(place) backward 166"])
        #expect(
            try objects(of: roadside("8.0011", ["traffic_sign": "city_limit", "direction": "0"]))
                == ["11-31 cityLimit backward 166"])
        #expect(
            try objects(
                of: roadside("8.0009", sign, road: ["highway": "residential", "oneway": "yes"]))
                == ["\(place) forward 166"])
        // In a tunnel it is not, nor across a field; it is counted.
        for map in [
            roadside("8.0011", sign, road: ["highway": "residential", "tunnel": "yes"]),
            roadside("8.0015", sign),
        ] {
            #expect(try objects(of: map).isEmpty)
            #expect(try map.compiled().report.dropped.map(\.what) == ["signs-far-from-roads"])
        }
        // The nearer of two roads, whose text goes with it.
        var two = roadside("8.0011", sign)
        two.way(2, [12, 32], ["highway": "residential"])
        two.place(12, "46.001", "8.00115")
        two.place(32, "46.003", "8.00115")
        #expect(try objects(of: two) == ["12-32 trafficSign backward 166"])
        let texts = try two.compiled().content.links.flatMap(\.texts)
            .filter { $0.kind == .signText }
        #expect(texts.map(\.text) == ["CH:2.30[50]"])
    }

    @Test func `A camera is for both directions unless a relation tells which one it watches`()
        throws
    {
        let camera: KeyValuePairs<String, String> = ["highway": "speed_camera"]
        var map = roadside("8.0011", camera)
        #expect(
            try objects(of: map) == [
                "11-31 speedCamera backward 166", "11-31 speedCamera forward 166",
            ])
        map.relation(
            [("node", 95, "device"), ("node", 31, "from"), ("node", 11, "to")],
            ["type": "enforcement", "enforcement": "maxspeed"])
        #expect(try objects(of: map) == ["11-31 speedCamera backward 166"])
        // A camera on the line of the road, too; it is there once.
        var on = SmallMap()
        on.way(1, [11, 21, 31], ["highway": "residential"])
        on.tag(21, camera)
        on.relation(
            [("node", 21, "device"), ("node", 11, "from")],
            ["type": "enforcement", "enforcement": "maxspeed"])
        on.relation(
            [("node", 777, "device")], ["type": "enforcement", "enforcement": "maxspeed"])
        on.relation(
            [("node", 21, "device")], ["type": "enforcement", "enforcement": "traffic_signals"])
        #expect(try objects(of: on) == ["11-31 speedCamera forward 111"])
        let report = try on.compiled().report
        #expect(report.dropped.map(\.what) == ["enforcement-without-place"])
        #expect(report.unread.map(\.what) == ["enforcement: not of a speed limit"])
    }

    @Test func `Toll booths and border crossings stand at their places`() throws {
        var map = SmallMap()
        map.way(1, [11, 21, 31, 41], ["highway": "motorway"])
        map.way(2, [41, 51], ["highway": "primary"])
        map.tag(21, ["barrier": "toll_booth"])
        map.tag(31, ["highway": "toll_gantry", "direction": "backward"])
        map.tag(41, ["barrier": "border_control"])
        // Of a gantry for the other direction a road that is open one way has nothing.
        #expect(
            try objects(of: map) == [
                "11-41 borderCrossing forward 333", "11-41 tollBooth forward 111",
                "41-51 borderCrossing backward 0",
            ])
        // Where no car passes, the road ends, and is told up to there.
        map.tag(21, ["barrier": "toll_booth", "access": "no"])
        #expect(
            try objects(of: map) == [
                "11-21 tollBooth forward 111", "21-41 borderCrossing forward 222",
                "41-51 borderCrossing backward 0",
            ])
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
            (["barrier": "border_control", "access": "no"], "borderCrossing closed"),
            (["barrier": "toll_booth", "motor_vehicle": "private"], "tollBooth restricted"),
            (["highway": "toll_gantry"], "tollGantry unknown"),
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
