import ADASISv2
import Foundation
import Quantities
import Testing

/// The tiles made by hand: three links of class 3 from west to east over a tile border, one more that
/// is digitized the other way, a ferry, and in class 5 a side road and one without a line.
@Suite("HERE Platform Data Extension")
struct PlatformDataTests {
    static let tiles = Programs.package.appending(path: "Tests/PlatformDataExtensionTests/Tiles")

    private func objects(_ outcome: Outcome) throws -> [[String: Any]] {
        #expect(outcome.status == 0, "\(outcome)")
        let whole = try JSONSerialization.jsonObject(with: outcome.output)
        return try #require(whole as? [[String: Any]])
    }

    // MARK: pde-plan

    @Test func plan() throws {
        let requests = try objects(
            ehorizon(
                "map", "pde-plan", "--bbox", "-70.7,-33.5,-70.5,-33.3", "--layers",
                "ROAD_GEOM,LINK_FC5,POSTAL@12"))
        let layers = requests.compactMap { $0["layer"] as? String }
        #expect(Set(layers) == Set((1...5).map { "ROAD_GEOM_FC\($0)" } + ["LINK_FC5", "POSTAL"]))
        for request in requests {
            let tiles = try #require(request["tiles"] as? [[String: Int]])
            #expect((1...15).contains(tiles.count))
            let level = try #require(request["level"] as? Int)
            // Every tile lies where its numbers say.
            let size = 180 / Double(1 << level)
            for tile in tiles {
                let west = Double(tile["x"] ?? 0) * size - 180
                let south = Double(tile["y"] ?? 0) * size - 90
                #expect(west < -70.5 && west + size > -70.7)
                #expect(south < -33.3 && south + size > -33.5)
            }
        }
        let fifth = requests.filter { $0["layer"] as? String == "LINK_FC5" }
        #expect(
            fifth.compactMap { $0["level"] as? Int } == Array(repeating: 13, count: fifth.count))
        let tiles = fifth.flatMap { $0["tiles"] as? [[String: Int]] ?? [] }
        #expect(tiles.count == 100)
        #expect(Set(tiles).count == 100)
    }

    @Test func wrongPlans() throws {
        func plan(_ bbox: String, _ layers: String) throws -> Outcome {
            try ehorizon("map", "pde-plan", "--bbox", bbox, "--layers", layers)
        }
        #expect(try plan("1,2,3", "LINK").status == 2)
        #expect(try plan("1,3,2,2", "LINK").status == 2)
        try plan("1,2,3,4", "POSTAL").expectRefusal(2, "the level of 'POSTAL' is not known")
        try plan("1,2,3,4", "LINK,,").expectRefusal(2, "'' is not the name of a layer")
        try plan("1,2,3,4", "LINK_FC9").expectRefusal(2, "'LINK_FC9' is not the name of a layer")
        try plan("1,2,3,4", "POSTAL@99").expectRefusal(2, "a level is a number of 1 to 20")
    }

    // MARK: pde-rows

    private func columns(_ link: [String: Any], _ layer: String) -> [[String: Any]] {
        let rows = link["rows"] as? [[String: Any]] ?? []
        return rows.filter { $0["layer"] as? String == layer }
            .compactMap { $0["columns"] as? [String: Any] }
    }

    @Test func joinedRows() throws {
        let outcome = try ehorizon("map", "pde-rows", "--pde", Self.tiles.path())
        let links = try objects(outcome)
        #expect(
            links.compactMap { $0["link"] as? String }
                == ["101", "102", "103", "104", "105", "201", "202"])
        #expect(outcome.said.count == 1)
        #expect(outcome.words.contains("7 rows that several tiles share, 0 without a link"))
        // One row of each layer, though two tiles hold it; values as they are.
        #expect(columns(links[2], "ROAD_GEOM_FC3").count == 1)
        #expect(columns(links[5], "BASIC_HEIGHT")[0]["DTM_REF_ZCOORD"] as? String == "35600")
        #expect(columns(links[3], "SPEED_LIMITS_FC3")[0]["FROM_REF_SPEED_LIMIT"] is NSNull)
        // One sign at two links, two signs at one.
        let signs = (links[2]["rows"] as? [[String: Any]] ?? [])
            .filter { $0["layer"] as? String == "TRAFFIC_SIGN_FC3" }
        #expect(signs.count == 1)
        #expect(signs[0]["direction"] as? String == "from-reference")
        #expect(signs[0]["place"] as? Int == 0)
        #expect(columns(links[3], "TRAFFIC_SIGN_FC3").count == 2)
    }

    @Test func someRows() throws {
        let links = try objects(
            ehorizon(
                "map", "pde-rows", "--pde", Self.tiles.path(), "--layers", "LINK,ROAD_GEOM_FC5",
                "--link", "104", "--link", "201"))
        #expect(links.compactMap { $0["link"] as? String } == ["104", "201"])
        let layers = links.flatMap { $0["rows"] as? [[String: Any]] ?? [] }
            .compactMap { $0["layer"] as? String }
        #expect(layers == ["LINK_FC3", "LINK_FC5", "ROAD_GEOM_FC5"])
    }

    @Test func badTiles() throws {
        let scratch = try Scratch()
        let folder = scratch[""]
        func refuse(_ text: String, _ line: String) throws {
            _ = try scratch.file("LINK_FC3.json", text)
            for outcome in [
                try ehorizon("map", "pde-rows", "--pde", folder),
                try ehorizon(
                    "map", "build", "--pde", folder, "--country", "DE", "--output",
                    scratch["m.ehmap"]),
            ] { outcome.expectRefusal(1, line) }
        }
        try ehorizon("map", "pde-rows", "--pde", folder).expectRefusal(1, "no tile response")
        try refuse("{\"Rows\":[", "LINK_FC3.json: line 1, column 10: a value is expected")
        try refuse(
            "{\"Rows\":[{\"LINK_ID\":\"a\"}]}",
            "LINK_FC3.json: LINK_FC3, row 1, column LINK_ID: \"a\" is not a whole number")
        try ehorizon("map", "pde-rows", "--pde", "/nowhere")
            .expectRefusal(1, "cannot read /nowhere: No such file or directory")
        #expect(try scratch.names() == ["LINK_FC3.json"])
    }

    // MARK: From tiles to frames

    private func build(_ output: String) throws -> Outcome {
        try ehorizon(
            "map", "build", "--pde", Self.tiles.path(), "--country", "DE", "--output", output)
    }

    @Test func mapOfTiles() throws {
        let scratch = try Scratch()
        let built = try build(scratch["m.ehmap"])
        #expect(built.status == 0, "\(built)")
        #expect(built.words.contains("6 links, 7 nodes"))
        #expect(built.words.contains("dropped: fewer-than-two-points 1"))
        let info = try ehorizon("map", "info", scratch["m.ehmap"], "--json")
        #expect(info.status == 0, "\(info)")
        let facts = try #require(
            try JSONSerialization.jsonObject(with: info.output) as? [String: Any])
        #expect(facts["links"] as? Int == 6)
        let coverage = try #require(facts["coverage"] as? [String: Double])
        #expect(coverage["functionalRoadClass"] == 1)
        // The sides of the road that have a limit: not link 104.
        #expect((0.6..<1).contains(coverage["speedLimit"] ?? 0))
        #expect((0.1..<1).contains(coverage["curvature"] ?? 0))
        _ = try build(scratch["again.ehmap"])
        #expect(try scratch.content("again.ehmap") == scratch.content("m.ehmap"))
    }

    /// The slope of link 102 is known up to 179.58 m and from 538.23 m on.
    @Test func whatIsNotKnownWithinALinkIsSaid() throws {
        let scratch = try Scratch()
        let map = scratch["m.ehmap"]
        #expect(try build(map).status == 0)
        let link = try ehorizon("map", "link", map, "102")
        #expect(link.status == 0, "\(link)")
        let one = try #require(
            try JSONSerialization.jsonObject(with: link.output) as? [String: Any])
        let unknown = try #require(one["unknown"] as? [String: [[String: Double]]])
        let voids = try #require(unknown["slope"])
        #expect(voids.contains { $0["from_m"] == 179.58 && $0["to_m"] == 538.23 })
        let csv = try ehorizon(
            "map", "links", map, "--bbox", "9,49,11,51", "--format", "csv")
        #expect(
            csv.lines.contains {
                $0.hasPrefix("102,") && $0.hasSuffix(",179.58,538.23,both,slope,unknown,")
            },
            "\(csv)")
        let json = try ehorizon("map", "links", map, "--bbox", "9,49,11,51")
        #expect(json.text.contains(#""slope":[{"from_m":179.58,"to_m":538.23}]"#))
    }

    /// From west to east, over the tile border and the link that is digitized the other way.
    @Test func driveOverTiles() throws {
        let scratch = try Scratch()
        #expect(try build(scratch["m.ehmap"]).status == 0)
        let drive = try ehorizon(
            "simulate", "--map", scratch["m.ehmap"], "--from", "50.0,9.9905", "--to",
            "50.001,10.0395", "--output", scratch["d.nmea"])
        #expect(drive.status == 0, "\(drive)")
        let replay = try ehorizon(
            "replay", "--map", scratch["m.ehmap"], "--input", scratch["d.nmea"], "--messages",
            "all", "--output", "-")
        #expect(replay.status == 0, "\(replay)")
        let log = try FrameLog(of: replay)
        // After the first seconds the car is on the road throughout.
        #expect(log.places.count > log.positions.count * 9 / 10)

        let profiles = log.entries.compactMap { entry in
            if case .profileShort(let profile) = entry.message { profile } else { nil }
        }
        let curvatures = profiles.filter { $0.profileType == .curvature }
            .flatMap { [$0.value0, $0.value1] }.compactMap { $0.curvature.value?.value }
        // The tunnel's right bend of 333 m, and the one of 667 m that the layer has as a left one.
        for expected in [0.003, 0.0015] {
            #expect(curvatures.contains { abs($0 - expected) < expected * 0.05 }, "\(curvatures)")
        }
        #expect(!curvatures.contains { abs($0 + 0.003) < 0.0002 || abs($0 + 0.0015) < 0.0001 })
        let slopes = profiles.filter { $0.profileType == .slopeLinear }
            .flatMap { [$0.value0, $0.value1] }.compactMap { $0.slopePercent.value }
        // 2° and, uphill as driven, 3°.
        for expected in [3.49, 5.24] {
            #expect(slopes.contains { abs($0 - expected) < 0.15 }, "\(slopes)")
        }
        #expect(!slopes.contains { $0 < -0.1 })
        let altitudes = log.entries.compactMap { entry -> Double? in
            guard case .profileLong(let profile) = entry.message,
                profile.profileType == .altitude
            else { return nil }
            return profile.value.altitude.value?.value
        }
        // The layer's heights are above the ellipsoid, and so are no altitude.
        #expect(altitudes.isEmpty)
    }
}
