import MapCompiler
import RoadMap
import RoadMapWriter
import Testing

/// Tags of one way, and what has to come of them.
struct TagCase: Sendable, CustomTestStringConvertible {
    let tags: KeyValuePairs<String, String>
    let expected: [String]

    init(_ tags: KeyValuePairs<String, String>, _ expected: String...) {
        self.tags = tags
        self.expected = expected
    }

    var testDescription: String { "\(tags)" }

    /// The map of that way alone. The surface makes it a described one.
    func compiled() throws -> (content: MapContent, report: CompileReport) {
        var map = SmallMap()
        map.way(1, [11, 12], tags)
        map.way(2, [31, 32], ["highway": "residential", "surface": "asphalt"])
        return try map.compiled()
    }

    func facts(_ kind: AttributeKind) throws -> [String] { try compiled().content.facts(kind) }
}

@Suite("What tags say of a road")
struct RoadTagTests {
    @Test(arguments: [
        TagCase(["highway": "residential"], "1:11<>12"),
        TagCase(["highway": "residential", "oneway": "yes"], "1:11>12"),
        TagCase(["highway": "residential", "oneway": "1"], "1:11>12"),
        TagCase(["highway": "residential", "oneway": "-1"], "1:11<12"),
        TagCase(["highway": "residential", "oneway": "no"], "1:11<>12"),
        TagCase(["highway": "residential", "oneway": "reversible"], "1:11<>12"),
        TagCase(["highway": "residential", "oneway": "alternating"], "1:11<>12"),
        TagCase(["highway": "residential", "oneway": "yes", "oneway:bicycle": "no"], "1:11>12"),
        TagCase(
            ["highway": "residential", "oneway": "no", "oneway:motor_vehicle": "yes"],
            "1:11>12"
        ),
        TagCase(["highway": "motorway"], "1:11>12"),
        TagCase(["highway": "motorway", "oneway": "no"], "1:11<>12"),
        TagCase(["highway": "motorway_link"], "1:11<>12"),
        TagCase(["highway": "tertiary", "junction": "roundabout"], "1:11>12"),
        TagCase(["highway": "tertiary", "junction": "circular"], "1:11>12"),
        TagCase(["highway": "tertiary", "junction": "roundabout", "oneway": "-1"], "1:11<12"),
        TagCase(["highway": "residential", "vehicle:backward": "no"], "1:11>12"),
        TagCase(["highway": "residential", "motor_vehicle:forward": "no"], "1:11<12"),
        TagCase(
            ["highway": "residential", "access:backward": "no", "motorcar:backward": "yes"],
            "1:11<>12"
        ),
    ])
    func direction(_ example: TagCase) throws {
        let names = try example.compiled().content.linkNames.filter { $0.hasPrefix("1:") }
        #expect(names == example.expected)
    }

    @Test(arguments: [
        TagCase(["highway": "residential"], "open"),
        TagCase(["highway": "service", "access": "private"], "restricted"),
        TagCase(["highway": "service", "access": "customers"], "restricted"),
        TagCase(["highway": "residential", "motor_vehicle": "destination"], "restricted"),
        TagCase(["highway": "residential", "access": "no"], "closed-to-cars"),
        TagCase(["highway": "residential", "access": "no", "motorcar": "yes"], "open"),
        TagCase(["highway": "residential", "access": "no", "vehicle": "private"], "restricted"),
        TagCase(["highway": "residential", "motor_vehicle": "no"], "closed-to-cars"),
        TagCase(
            ["highway": "residential", "motor_vehicle": "agricultural;forestry"],
            "closed-to-cars"
        ),
        TagCase(
            ["highway": "residential", "motor_vehicle": "agricultural; destination"],
            "restricted"
        ),
        TagCase(["highway": "residential", "motor_vehicle": "no", "motorcar": "yes"], "open"),
        TagCase(["highway": "residential", "access": "unknown"], "open"),
        TagCase(["highway": "residential", "access": "no @ (22:00-05:00)"], "open"),
        TagCase(["highway": "service", "access": "no", "bus": "yes"], "public-transport-only"),
        TagCase(["highway": "service", "access": "no", "psv": "yes"], "public-transport-only"),
        TagCase(["highway": "busway"], "public-transport-only"),
        TagCase(["highway": "service", "service": "emergency_access"], "emergency-access"),
        TagCase(["highway": "track"], "tracks"),
        TagCase(["highway": "track", "tracktype": "grade1"], "open"),
        TagCase(["highway": "track", "surface": "asphalt"], "open"),
        TagCase(["highway": "track", "motor_vehicle": "yes"], "open"),
        TagCase(["highway": "track", "tracktype": "grade1", "vehicle": "no"], "closed-to-cars"),
        TagCase(["highway": "track", "motor_vehicle": "forestry"], "closed-to-cars"),
        TagCase(["highway": "pedestrian"], "not-for-cars"),
        TagCase(["highway": "pedestrian", "access": "yes"], "not-for-cars"),
        TagCase(["highway": "pedestrian", "motor_vehicle": "delivery"], "restricted"),
        TagCase(["highway": "footway"], "not-for-cars"),
        TagCase(["highway": "cycleway"], "not-for-cars"),
        TagCase(["highway": "path", "motor_vehicle": "yes"], "not-for-cars"),
        TagCase(["highway": "construction"], "not-built"),
        TagCase(["highway": "proposed"], "not-built"),
        TagCase(["highway": "service", "area": "yes"], "areas"),
        TagCase(["route": "ferry"], "ferries"),
        TagCase(["highway": "unclassified;tertiary"], "open"),
        TagCase(["highway": "residential_link"], "not-for-cars"),
    ])
    func access(_ example: TagCase) throws {
        let (content, report) = try example.compiled()
        var found = report.dropped.map(\.what)
        if content.linkNames.contains(where: { $0.hasPrefix("1:") }) {
            found.append(content.facts(.restrictedAccess).isEmpty ? "open" : "restricted")
        }
        #expect(found == example.expected)
    }

    @Test(arguments: [
        TagCase(["highway": "motorway"], "1", "1"),
        TagCase(["highway": "motorway_link", "oneway": "yes"], "1", "9"),
        TagCase(["highway": "trunk"], "1", "~3"),
        TagCase(["highway": "trunk", "motorroad": "yes", "oneway": "yes"], "1", "1"),
        TagCase(["highway": "trunk_link", "motorroad": "yes"], "1", "9"),
        TagCase(["highway": "trunk", "oneway": "yes"], "1"),
        TagCase(["highway": "primary", "oneway": "yes", "dual_carriageway": "yes"], "2", "2"),
        TagCase(["highway": "primary_link", "oneway": "yes"], "2", "10"),
        TagCase(["highway": "secondary"], "3", "~3"),
        TagCase(["highway": "tertiary"], "4", "~3"),
        TagCase(["highway": "unclassified", "oneway": "yes"], "5"),
        TagCase(["highway": "living_street"], "5", "~3"),
        TagCase(["highway": "service"], "6", "11"),
        TagCase(["highway": "service", "service": "parking_aisle"], "6", "~12"),
        TagCase(["highway": "pedestrian", "motorcar": "destination"], "6", "14"),
        TagCase(["highway": "road"], "~3"),
    ])
    func classAndForm(_ example: TagCase) throws {
        let content = try example.compiled().content
        #expect(content.facts(.functionalRoadClass) + content.facts(.formOfWay) == example.expected)
    }

    @Test(arguments: [
        TagCase(["highway": "primary", "lanes": "2"], "~1"),
        TagCase(["highway": "primary", "lanes": "4"], "~2"),
        TagCase(["highway": "primary", "lanes": "3"]),
        TagCase(["highway": "primary", "lanes": "1"], "~1"),
        TagCase(["highway": "primary", "lanes": "3", "lanes:both_ways": "1"], "~1"),
        TagCase(["highway": "primary", "lanes": "3", "lanes:forward": "2"], "2>", "~1<"),
        TagCase(["highway": "primary", "lanes:forward": "2", "lanes:backward": "1"], "2>", "1<"),
        TagCase(["highway": "primary", "lanes:forward": "2"], "2>"),
        TagCase(["highway": "primary", "lanes": "2", "lanes:backward": "2"], "2<"),
        TagCase(["highway": "primary", "oneway": "yes", "lanes": "3"], "3>"),
        TagCase(["highway": "primary", "oneway": "-1", "lanes": "3"], "3<"),
        TagCase(["highway": "primary", "lanes": "2;3"]),
        TagCase(["highway": "primary", "lanes": "0"]),
        TagCase(["highway": "primary", "lanes": "200"]),
    ])
    func lanes(_ example: TagCase) throws {
        #expect(try example.facts(.lanes) == example.expected)
    }

    @Test(arguments: [
        TagCase(["highway": "primary"], "tunnel ~0", "bridge ~0", "divided ~0"),
        TagCase(
            ["highway": "primary", "tunnel": "yes", "layer": "-2"],
            "tunnel 1",
            "bridge ~0",
            "layer 3",
            "divided ~0"
        ),
        TagCase(
            ["highway": "primary", "tunnel": "no", "bridge": "viaduct", "layer": "1"],
            "tunnel 0",
            "bridge 1",
            "layer 2",
            "divided ~0"
        ),
        TagCase(["highway": "primary", "tunnel": "culvert"], "bridge ~0", "divided ~0"),
        TagCase(["highway": "motorway"], "tunnel ~0", "bridge ~0", "divided ~1"),
        TagCase(
            ["highway": "primary", "oneway": "yes", "dual_carriageway": "yes"],
            "tunnel ~0",
            "bridge ~0",
            "divided 1"
        ),
        TagCase(
            ["highway": "primary", "zone:traffic": "CH:urban"],
            "tunnel ~0",
            "bridge ~0",
            "divided ~0",
            "built-up 1"
        ),
        TagCase(
            ["highway": "primary", "oneway": "yes", "source:maxspeed": "CH:rural"],
            "tunnel ~0",
            "bridge ~0",
            "built-up ~0"
        ),
    ])
    func surroundings(_ example: TagCase) throws {
        let content = try example.compiled().content
        let kinds: [(String, AttributeKind)] = [
            ("tunnel", .tunnel), ("bridge", .bridge), ("layer", .layer), ("divided", .dividedRoad),
            ("built-up", .builtUpArea),
        ]
        let found = kinds.flatMap { name, kind in content.facts(kind).map { "\(name) \($0)" } }
        #expect(found == example.expected)
    }

    @Test func `A network of nothing but classes says nothing about tunnels and bridges`() throws {
        var map = SmallMap()
        map.way(1, [11, 12], ["highway": "unclassified"])
        map.way(2, [12, 13], ["highway": "unclassified", "oneway": "yes"])
        let content = try map.compiled().content
        #expect(content.facts(.tunnel).isEmpty && content.facts(.bridge).isEmpty)
        #expect(content.facts(.functionalRoadClass) == ["5"])
    }

    @Test func `Names keep their script`() throws {
        var map = SmallMap()
        map.way(
            1,
            [11, 12],
            ["highway": "residential", "name": "Αγίου Δημητρίου 東京 &amp; 🚗", "ref": "E 25"]
        )
        let link = try map.compiled().content.links[0]
        #expect(link.texts.map(\.text) == ["Αγίου Δημητρίου 東京 & 🚗", "E 25"])
        #expect(link.texts.map(\.kind) == [.name, .reference])
    }

    @Test func `Every country has a code, a side and a unit`() throws {
        #expect(CountryTable.alpha2Codes.count == 249)
        #expect(Set(CountryTable.alpha2Codes).count == 249)
        var numbers: Set<UInt16> = []
        for code in CountryTable.alpha2Codes {
            numbers.insert(try #require(CountryTable.country(alpha2: code)).numericCode)
        }
        #expect(numbers.count == 249)
        let britain = try #require(CountryTable.country(alpha2: "gb"))
        #expect(britain.numericCode == 826)
        #expect(britain.drivingSide == .left && britain.speedUnit == .milesPerHour)
        let japan = try #require(CountryTable.country(alpha2: "JP"))
        #expect(japan.drivingSide == .left && japan.speedUnit == .kilometresPerHour)
        for code in ["", "A", "XX", "ß", "AND", "02", "A\u{0}"] {
            #expect(CountryTable.country(alpha2: code) == nil)
        }
        for (stated, code) in [
            ("DEU", "DE"), ("aut", "AT"), ("ch", "CH"), ("ROU", "RO"), ("AND", "AD"),
        ] {
            #expect(CountryTable.alpha2(stated: stated) == code)
        }
        for stated in ["", "D", "XXX", "DE2", "DEUT", "ẞU", "276"] {
            #expect(CountryTable.alpha2(stated: stated) == nil)
        }
    }
}
