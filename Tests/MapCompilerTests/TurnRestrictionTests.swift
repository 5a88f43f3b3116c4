import MapCompiler
import Quantities
import RoadMap
import RoadMapWriter
import Testing

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
        try map.lines { (roads, link) throws(MapError) in
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

    /// Ways 1 to 4 meet in node 22, way 3 goes on to 24, where way 5 comes; 6 goes on behind it.
    @Test(
        arguments: [
            (
                [("motor_vehicle:conditional", "no @ (07:00-10:00); no @ (15:00-18:00)")],
                "no 3, at times"
            ),
            (
                [("access:conditional", "no @ (Nov 01-Apr 30)"), ("bus", "yes")],
                "no 3, not for buses, at times"
            ),
            (
                [("vehicle:conditional", "no @ snow"), ("motor_vehicle", "yes")],
                "no 3, not for cars, not for buses, at times"
            ),
            (
                [("hgv:conditional", "no @ (22:00-06:00)")],
                "no 3, not for cars, not for buses, at times"
            ),
            ([("motor_vehicle:conditional", "no @ (07:00-10:00); yes @ PH")], nil),
        ] as [([(String, String)], String?)])
    func `Who is not in it may not turn into a road that is closed then`(
        _ tags: [(String, String)], _ rule: String?
    ) throws {
        var map = crossing()
        map.way(3, [22, 23, 24], tags: [("highway", "residential")] + tags)
        map.way(5, [24, 34], ["highway": "residential"])
        map.way(6, [24, 25], tags: [("highway", "residential")] + tags)
        let six = rule.map { $0.replacing("no 3", with: "no 6") }
        // From the closed way 3 one goes on into the closed way 6.
        let expected = [
            "12-22 forward", "22-32 backward", "24-34 backward",
        ].flatMap { place -> [String] in
            guard let rule, let six else { return [] }
            return place == "24-34 backward"
                ? ["\(place) \(rule)", "\(place) \(six)"] : ["\(place) \(rule)"]
        }
        #expect(try restrictions(of: map) == expected)
    }

    @Test func `A closed one-way road is entered at its beginning alone`() throws {
        var map = crossing()
        map.way(
            4, [23, 22],
            tags: [
                ("highway", "residential"), ("oneway", "yes"),
                ("motor_vehicle:conditional", "no @ (07:00-10:00)"),
            ])
        #expect(try restrictions(of: map) == ["22-23 forward no 4, at times"])
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
            (
                [
                    "restriction": "no_right_turn", "day_on": "Monday", "day_off": "Friday",
                    "hour_on": "07:30", "hour_off": "09:00",
                ], ["12-22 forward no 3, at times"]
            ),
            (
                ["restriction": "no_right_turn", "hour_on": "22:00", "hour_off": "06:00"],
                ["12-22 forward no 3, at times"]
            ),
            (
                [
                    "restriction": "no_right_turn", "day_on": "Mo", "day_off": "Fr",
                    "hour_on": "7", "hour_off": "18:30",
                ], ["12-22 forward no 3, at times"]
            ),
            (["restriction": "no_right_turn", "hour_on": "sunrise-ish", "hour_off": "9"], []),
            (["restriction": "no_right_turn", "day_on": "Monday"], []),
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

    /// The second file has a newer version of the relation.
    @Test func `Of a relation that two files have the first one's holds`() throws {
        var older = crossing()
        var newer = crossing()
        older.relation(turn, ["restriction": "no_right_turn"])
        newer.relation(turn, ["restriction": "only_right_turn"])
        newer.relation(
            [("way", 1, "from"), ("node", 22, "via"), ("way", 2, "to")],
            ["restriction": "no_straight_on"])
        let files = try [older, newer].map { try TemporaryFile($0.xml, suffix: ".osm") }
        func rules(_ files: [TemporaryFile]) throws -> [TurnRestriction.Rule] {
            try compile(files).content.links.flatMap(\.attributes).compactMap {
                guard $0.kind == .turnRestriction else { return nil }
                return TurnRestriction(attributeValue: $0.value)?.rule
            }
        }
        #expect(try rules([files[0], files[1]]) == [.no, .no])
        #expect(try rules([files[1], files[0]]) == [.only, .no])
        #expect(try rules([files[0], files[0]]) == [.no])
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
