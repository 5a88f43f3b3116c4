import MapCompiler
import Quantities
import RoadMap
import RoadMapWriter
import Testing

@Suite("Countries and regions of roads")
struct BorderTests {
    /// A street of 550 m to the east over a border at 8.0045° east.
    private func street(_ tags: KeyValuePairs<String, String>) -> SmallMap {
        var map = SmallMap()
        map.way(1, [11, 12, 13, 14, 15, 16, 17, 18], tags)
        // The border itself, by its corners, as two ways: that to the west and the rest.
        for (node, latitude, longitude) in [
            (901, "45.9", "8.0045"), (902, "46.1", "8.0045"), (903, "46.1", "8.1"),
            (904, "45.9", "8.1"),
        ] as [(Int64, String, String)] { map.place(node, latitude, longitude) }
        map.way(901, [901, 902], ["boundary": "administrative"])
        map.way(902, [902, 903, 904, 901], ["boundary": "administrative"])
        return map
    }

    private let ring: [(type: String, id: Int64, role: String)] = [
        ("way", 902, "outer"), ("way", 901, "outer"),
    ]

    private func described(_ map: SmallMap, in code: String = "CH") throws -> [String] {
        let content = try map.compiled(in: code).content
        let kinds: [(AttributeKind, String)] = [
            (.speedLimit, "limit"), (.country, "country"), (.region, "region"),
        ]
        let link = try #require(content.links.first)
        let texts = link.texts.filter { $0.kind == .timeZone }.map(\.text)
        return link.attributes.compactMap { attribute in
            guard let name = kinds.first(where: { $0.0 == attribute.kind })?.1 else { return nil }
            let from = attribute.from.value / 100
            let to = min(attribute.to.value / 100, 9999)
            var value = "\(attribute.value)"
            if attribute.kind == .speedLimit {
                let limit = SpeedLimitRule(attributeValue: attribute.value)?.limit
                switch limit {
                case .limited(let number, .kilometresPerHour): value = "\(number)"
                case .walkingPace: value = "walk"
                default: value = "?"
                }
            }
            if attribute.kind == .region {
                value = RegionCode(attributeValue: attribute.value)?.text ?? "?"
            }
            return "\(name) \(value) \(from)-\(to)"
        } + texts
    }

    @Test func `The law is that of the country, on both sides of a closed border`() throws {
        var map = street(["highway": "living_street"])
        map.relation(
            ring, ["boundary": "administrative", "admin_level": "2", "ISO3166-1:alpha2": "AT"])
        #expect(
            try described(map) == [
                "limit 20 0-271",
                "limit walk 271-542", "country 40 271-542",
            ])
        // In a map of Austria what lies outside of a border that has no other side is at its coast.
        #expect(try described(map, in: "AT") == ["limit walk 0-9999"])
    }

    @Test func `Where the time zone is not known, the map says so`() throws {
        var map = street(["highway": "residential"])
        map.relation(
            ring, ["boundary": "administrative", "admin_level": "2", "ISO3166-1": "ES"])
        // The link begins outside, where it is that of the map.
        #expect(try described(map) == ["country 724 271-542"])
        map.way(2, [15, 25], ["highway": "residential"])
        let inside = try map.compiled().content.links.first { $0.way == 2 }
        #expect(inside?.texts.filter { $0.kind == .timeZone }.map(\.text) == [""])
    }

    @Test func `Where both laws say the same, nothing is cut`() throws {
        var map = street(["highway": "residential", "maxspeed": "30"])
        map.relation(
            ring,
            [
                "boundary": "administrative", "admin_level": "2", "ISO3166-1": "IT",
                "timezone": "Europe/Rome",
            ])
        #expect(
            try described(map) == [
                "limit 30 0-9999",
                "country 380 271-542",
            ])
    }

    /// Of a neighbour an extract has the piece of border that both share.
    @Test func `Outside of a closed border the piece nearby tells the neighbour`() throws {
        var map = street(["highway": "living_street"])
        map.relation(
            ring, ["boundary": "administrative", "admin_level": "2", "ISO3166-1": "LI"])
        map.relation(
            [("way", 901, "outer"), ("way", 7777, "outer")],
            ["boundary": "administrative", "admin_level": "2", "ISO3166-1": "AT"])
        map.relation(
            [("way", 901, "outer"), ("way", 7778, "outer"), ("way", 7779, "outer")],
            ["boundary": "administrative", "admin_level": "4", "ISO3166-2": "AT-8"])
        #expect(
            try described(map, in: "LI")
                == [
                    "limit walk 0-271",
                    "limit 20 271-542",
                    "country 40 0-271", "region 8 0-271",
                    "Europe/Vienna CET-1CEST,M3.5.0,M10.5.0/3",
                ])
    }

    @Test func `A part of a country has its own law and its name`() throws {
        var map = street(["highway": "residential", "maxspeed": "BE:rural"])
        map.relation(
            ring, ["boundary": "administrative", "admin_level": "4", "ISO3166-2": "BE-VLG"])
        #expect(
            try described(map, in: "BE") == [
                "limit 70 271-542",
                "region VLG 271-542",
            ])
    }

    @Test func `A relation that is no border of a country changes nothing`() throws {
        for tags: KeyValuePairs<String, String> in [
            ["boundary": "administrative", "admin_level": "2"],
            ["boundary": "administrative", "admin_level": "2", "ISO3166-1": "XX"],
            ["boundary": "administrative", "admin_level": "8", "ISO3166-1": "AT"],
            ["boundary": "maritime", "admin_level": "2", "ISO3166-1": "AT"],
            ["boundary": "administrative", "admin_level": "4", "ISO3166-2": "AT-"],
        ] {
            var map = street(["highway": "living_street"])
            map.relation(ring, tags)
            #expect(try described(map).count == 1, "\(tags)")
        }
    }

    @Test func `The time zone of the country is a note of the map`() throws {
        let notes = try street(["highway": "residential"]).compiled(in: "PT").content.notes
        #expect(!notes.contains { $0.key == "time-zone" }, "Portugal has two")
        // The row of Zurich, which Büsingen keeps too, comes before that of Berlin.
        let german = try street(["highway": "residential"]).compiled(in: "DE").content.notes
        #expect(
            german.first { $0.key == "time-zone" }?.value
                == "Europe/Berlin CET-1CEST,M3.5.0,M10.5.0/3")
        let swiss = try street(["highway": "residential"]).compiled(in: "CH").content.notes
        #expect(
            swiss.first { $0.key == "time-zone" }?.value
                == "Europe/Zurich CET-1CEST,M3.5.0,M10.5.0/3")
    }

    @Test(arguments: [
        ("52.5", "13.4", "DE"), ("40.4", "-3.7", "ES"), ("53.0", "-8.0", "IE"),
        // A country inside another one.
        ("-29.6", "28.3", "LS"), ("-36.8", "174.7", "NZ"), ("-39.0", "176.0", "NZ"),
        // At a border, and in the sea.
        ("48.58", "7.75", nil), ("45.0", "-30.0", nil),
    ])
    func `The middle of the data tells the country, far from any border`(
        _ latitude: String, _ longitude: String, _ expected: String?
    ) throws {
        let file = try TemporaryFile(
            "<osm version='0.6'><node id='1' lat='\(latitude)' lon='\(longitude)'/></osm>",
            suffix: ".osm")
        #expect(try country(of: [file]) == expected)
    }

    /// The country of a map of these files.
    private func country(of files: [TemporaryFile]) throws -> String? {
        try withExtendedLifetime(files) { try MapCompilation.country(of: files.map(\.path)) }
    }

    /// A street of two countries far from any border, one of which has a border in the input, elsewhere.
    @Test func `Far from all borders of the input the coarse ones tell, unless the user has`()
        throws
    {
        func street(
            _ way: Int64, _ nodes: [Int64], _ latitude: String, _ longitude: String
        ) -> SmallMap {
            var map = SmallMap()
            map.way(way, nodes, ["highway": "living_street"])
            map.place(nodes[0], latitude, longitude)
            map.place(nodes[1], latitude + "1", longitude)
            return map
        }
        var west = street(1, [1, 2], "59.92", "10.77")
        west.way(901, [901, 902], ["boundary": "administrative"])
        west.way(902, [902, 903, 901], ["boundary": "administrative"])
        for (node, latitude, longitude) in [
            (901, "43.72", "7.4"), (902, "43.75", "7.4"), (903, "43.75", "7.44"),
        ] as [(Int64, String, String)] { west.place(node, latitude, longitude) }
        west.relation(
            ring, ["boundary": "administrative", "admin_level": "2", "ISO3166-1": "MC"])
        let east = street(2, [3, 4], "60.2", "24.9")
        let files = try [west, east].map { try TemporaryFile($0.xml, suffix: ".osm") }
        #expect(try country(of: files) == "MC")
        func found(asking: Bool) throws -> ([String], CompileReport) {
            let (content, report) = try compile(files, in: "MC", asksCoarseBorders: asking)
            let words = content.links.map { link in
                let country = link.attributes.first { $0.kind == .country }?.value ?? 0
                let limit = link.attributes.first { $0.kind == .speedLimit }
                    .flatMap { SpeedLimitRule(attributeValue: $0.value) }?.limit
                let zone = link.texts.first { $0.kind == .timeZone }?.text.prefix { $0 != " " }
                return "\(link.way) \(country) \(limit.map { "\($0)" } ?? "-") \(zone ?? "-")"
            }
            return (words, report)
        }
        let (asked, report) = try found(asking: true)
        #expect(
            asked == [
                "1 578 walkingPace Europe/Berlin",
                "2 246 limited(20, RoadMap.SpeedUnit.kilometresPerHour) Europe/Helsinki",
            ])
        #expect(report.placedLength == report.totalLength)
        let (told, assumed) = try found(asking: false)
        #expect(told == ["1 0 - -", "2 0 - -"])
        #expect(assumed.placedLength == .zero)
        // Without any border it is that of the first file.
        #expect(try country(of: [files[1]]) == "FI")
    }

    @Test func `The one closed border tells the country`() throws {
        var map = street(["highway": "residential"])
        map.relation(
            ring, ["boundary": "administrative", "admin_level": "2", "ISO3166-1": "SM"])
        let file = try TemporaryFile(map.xml, suffix: ".osm")
        #expect(try country(of: [file]) == "SM")
    }
}
