import MapCompiler
import Quantities
import RoadMap
import RoadMapWriter
import Testing

/// Roads in residential areas that are drawn in the input.
@Suite("Built-up areas that are drawn")
struct BuiltUpAreaTests {
    /// A street of 542 m to the east, 77.5 m from node to node.
    private func street(_ tags: KeyValuePairs<String, String>) -> SmallMap {
        var map = SmallMap()
        map.way(1, [11, 12, 13, 14, 15, 16, 17, 18], tags)
        return map
    }

    /// Draws an area over the street, from a longitude to another.
    private func area(
        _ id: Int64, from west: String, to east: String, in map: inout SmallMap,
        _ tags: KeyValuePairs<String, String> = ["landuse": "residential"], isClosed: Bool = true
    ) {
        let corners = (0..<4).map { id * 10 + $0 }
        map.way(id, corners + (isClosed ? [corners[0]] : []), tags)
        map.place(corners[0], "46.0005", west)
        map.place(corners[1], "46.0005", east)
        map.place(corners[2], "46.0015", east)
        map.place(corners[3], "46.0015", west)
    }

    /// What is known of the street, as `limit 50~~ 113-274`: ~ what is derived, ~~ what the law says.
    private func described(_ map: SmallMap, in code: String = "CH") throws -> [String] {
        let content = try map.compiled(in: code).content
        let link = try #require(content.links.first { $0.way == 1 })
        return link.attributes.compactMap { attribute in
            var words: String
            switch attribute.kind {
            case .builtUpArea: words = "built-up \(attribute.value)"
            case .speedLimit:
                guard case .limited(let number, _) = SpeedLimit(attributeValue: attribute.value)
                else { return "limit ?" }
                words = "limit \(number)"
            default: return nil
            }
            words += ["", "", "~", "~~"][Int(attribute.provenance.rawValue)]
            if attribute.directions != .both {
                words += attribute.directions == .forward ? ">" : "<"
            }
            let isWhole = attribute.to.value > 100_000
            return words
                + (isWhole ? "" : " \(attribute.from.value / 100)-\(attribute.to.value / 100)")
        }
    }

    /// Three metres wider than the area.
    private let inside = "113-274"

    /// What is known of a street with an area from 116 m to 271 m.
    private func described(
        _ tags: KeyValuePairs<String, String>, in code: String = "CH"
    ) throws -> [String] {
        var map = street(tags)
        area(90, from: "8.0025", to: "8.0045", in: &map)
        return try described(map, in: code)
    }

    @Test func `The stretch inside is built up, and has the law's limit where no other is known`()
        throws
    {
        #expect(
            try described(["highway": "residential"])
                == ["built-up 1~ \(inside)", "limit 50~~ \(inside)"])
        #expect(
            try described(["highway": "residential", "maxspeed": "30"])
                == ["limit 30", "built-up 1~ \(inside)"])
        #expect(
            try described(["highway": "residential", "maxspeed:forward": "40"])
                == ["limit 40>", "built-up 1~ \(inside)", "limit 50~~< \(inside)"])
        // Where the limit is not understood it is another one.
        #expect(
            try described(["highway": "residential", "maxspeed": "slow"])
                == ["built-up 1~ \(inside)"])
        // The law knows no limit of its own in towns of Spain, and in a living street another one.
        #expect(try described(["highway": "residential"], in: "ES") == ["built-up 1~ \(inside)"])
        #expect(
            try described(["highway": "living_street"]) == ["limit 20~~", "built-up 1~ \(inside)"])
    }

    @Test func `What the tags say of the road counts more`() throws {
        #expect(
            try described(["highway": "residential", "zone:traffic": "CH:rural"])
                == ["limit 80~~", "built-up 0"])
        #expect(
            try described(["highway": "residential", "zone:traffic": "CH:urban"])
                == ["limit 50~~", "built-up 1"])
        // So fast is nobody there.
        #expect(try described(["highway": "residential", "maxspeed": "60"]) == ["limit 60"])
        #expect(
            try described(["highway": "residential", "maxspeed": "60"], in: "BY")
                == ["limit 60", "built-up 1~ \(inside)"])
    }

    @Test(
        arguments: [
            ["highway": "trunk"], ["highway": "motorway_link"],
            ["highway": "primary", "motorroad": "yes"], ["highway": "primary", "tunnel": "yes"],
        ] as [KeyValuePairs<String, String>])
    func `Roads that pass through or below are not told of`(
        _ tags: KeyValuePairs<String, String>
    ) throws {
        #expect(try described(tags).isEmpty)
    }

    @Test func `A street between two areas is inside, a corner that is touched is not`() throws {
        var map = street(["highway": "residential", "maxspeed": "50"])
        area(90, from: "8.0025", to: "8.0045", in: &map)
        // 19.4 m further east, and so 13.4 m behind the stretch.
        area(91, from: "8.00475", to: "8.0057", in: &map)
        // 7.7 m alone, 62 m away.
        area(92, from: "8.0065", to: "8.0066", in: &map)
        #expect(try described(map) == ["limit 50", "built-up 1~ 113-367"])
    }

    @Test func `A street along the edge of an area is inside, on either side`() throws {
        for (south, north) in [("46.001", "46.002"), ("46", "46.001")] {
            var map = street(["highway": "residential", "maxspeed": "50"])
            area(90, from: "7.99", to: "8.01", in: &map)
            for (corner, latitude, longitude) in [
                (900, south, "7.99"), (901, south, "8.01"), (902, north, "8.01"),
                (903, north, "7.99"),
            ] as [(Int64, String, String)] { map.place(corner, latitude, longitude) }
            #expect(try described(map) == ["limit 50", "built-up 1~ 0-542"])
        }
    }

    @Test func `A link inside of two areas that meet is inside as a whole`() throws {
        var map = street(["highway": "residential", "maxspeed": "50"])
        area(90, from: "8", to: "8.004", in: &map)
        area(91, from: "8.003", to: "8.01", in: &map)
        #expect(try described(map) == ["limit 50", "built-up 1~ 0-542"])
    }

    @Test func `What is no residential area, or not whole in the input, says nothing`() throws {
        for tags: KeyValuePairs<String, String> in [
            ["landuse": "forest"], ["landuse": "industrial"], ["highway": "rest_area"],
        ] {
            var map = street(["highway": "residential"])
            area(90, from: "8.0025", to: "8.0045", in: &map, tags)
            #expect(try described(map).isEmpty, "\(tags)")
        }
        var map = street(["highway": "residential"])
        area(90, from: "8.0025", to: "8.0045", in: &map)
        map.lose(902)
        #expect(try described(map).isEmpty)
        map = street(["highway": "residential"])
        area(90, from: "8.0025", to: "8.0045", in: &map, isClosed: false)
        #expect(try described(map).isEmpty)
    }

    @Test func `Unsorted files, one area twice and one as wide as the Earth change nothing`() throws
    {
        var map = street(["highway": "residential", "maxspeed": "50"])
        area(90, from: "8.0025", to: "8.0045", in: &map)
        map.way(91, [901, 902, 903, 900, 901], ["landuse": "residential"])
        map.way(92, [920, 921, 922, 920], ["landuse": "residential"])
        map.place(920, "-89", "-179")
        map.place(921, "89", "-179")
        map.place(922, "89", "179")
        map.isUnsorted = true
        // The triangle has its corner in the south-west, and holds the street.
        #expect(try described(map) == ["limit 50", "built-up 1~ 0-542"])
        map.place(922, "89", "-178")
        #expect(try described(map) == ["limit 50", "built-up 1~ \(inside)"])
        map.isUnsorted = false
        #expect(try described(map) == ["limit 50", "built-up 1~ \(inside)"])
    }

    @Test func `An area can be a relation, with a hole`() throws {
        var map = street(["highway": "residential", "maxspeed": "50"])
        area(90, from: "8.0025", to: "8.0065", in: &map, ["barrier": "fence"])
        area(91, from: "8.0035", to: "8.0045", in: &map, ["leisure": "park"])
        map.relation(
            [("way", 90, "outer"), ("way", 91, "inner")],
            ["type": "multipolygon", "landuse": "residential"])
        #expect(try described(map) == ["limit 50", "built-up 1~ 113-196", "built-up 1~ 268-429"])
    }

    @Test func `Across a border each part has the limit of its own law`() throws {
        var map = street(["highway": "residential"])
        area(90, from: "8.0025", to: "8.0065", in: &map)
        area(91, from: "8.0045", to: "8.1", in: &map, ["boundary": "administrative"])
        map.relation(
            [("way", 91, "outer")],
            ["boundary": "administrative", "admin_level": "2", "ISO3166-1": "BY"])
        #expect(
            try described(map) == [
                "built-up 1~ 113-271", "limit 50~~ 113-271",
                "built-up 1~ 271-429", "limit 60~~ 271-429",
            ])
    }
}
