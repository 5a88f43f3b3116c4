import MapCompiler
import RoadMap
import RoadMapWriter
import Testing

/// The results of entries, wrong entries, and maps that have to stay the same.
@Suite struct OverlayOutcomeTests {
    private var street: SmallMap {
        var map = SmallMap()
        map.way(1, [11, 12, 13], ["highway": "primary", "maxspeed": "50"])
        map.way(2, [12, 22], ["highway": "footway"])
        return map
    }

    private func entry(_ way: Int64, _ properties: String) -> String {
        "\"geometry\":null,\"properties\":{\"way\":\(way),\(properties)}"
    }

    @Test func everyEntryHasAResult() throws {
        let map = try CorrectedMap(
            street,
            [
                entry(1, "\"limit\":40"), entry(1, "\"limit\":40"), entry(1, "\"limit\":30"),
                entry(7, "\"limit\":40"), entry(2, "\"limit\":40"),
                entry(1, "\"limit\":20,\"valid_until\":\"2026-06-01\""),
                entry(1, "\"limit\":20,\"valid_from\":\"2026-06-01T00:00:01Z\""),
                "\"geometry\":{\"type\":\"LineString\",\"coordinates\":[[9,46],[9.01,46]]},"
                    + "\"properties\":{\"limit\":20}",
            ])
        #expect(
            map.states == [
                "applied 1", "needless", "conflict", "stale", "no-effect", "expired",
                "not-yet-valid", "stale",
            ])
        #expect(
            map.remarks == [
                "way 1: limit of entry 1 of o.geojson is the same",
                "way 1: limit of entry 1 of o.geojson counts", "way 7 is not in the data",
                "way 2 is not in the map: not-for-cars",
                "no road is along the line or in the area",
            ])
        let needless = try CorrectedMap(street, [entry(1, "\"limit\":50")])
        #expect(needless.states == ["needless"])
        #expect(needless.remarks == ["way 1: the data state the same"])
    }

    @Test func aLimitAgainstTheTrafficOfAOneWayRoadHasNoEffect() throws {
        var map = street
        map.way(3, [13, 14], ["highway": "primary", "oneway": "yes", "maxspeed": "50"])
        let corrected = try CorrectedMap(
            map, [entry(3, "\"limit\":40,\"direction\":\"backward\"")])
        #expect(corrected.states == ["no-effect"])
        #expect(corrected.remarks == ["way 3 is not open in this direction"])
        let opened = try CorrectedMap(
            map,
            [entry(3, "\"oneway\":\"no\""), entry(3, "\"limit\":40,\"direction\":\"backward\"")])
        #expect(opened.states == ["applied 3", "applied 3"])
        let same = try CorrectedMap(
            map,
            [
                entry(3, "\"oneway\":\"no\""), entry(3, "\"limit\":50"),
                entry(3, "\"closed\":true,\"direction\":\"backward\""),
            ])
        #expect(same.states == ["applied 3", "needless", "applied 3"])
        let closed = try CorrectedMap(
            map, [entry(3, "\"closed\":true,\"direction\":\"backward\"")])
        #expect(closed.states == ["needless"])
    }

    @Test func aLimitThatContradictsTheClassIsAppliedWithARemark() throws {
        var map = street
        map.way(3, [13, 14], ["highway": "living_street"])
        let corrected = try CorrectedMap(map, [entry(3, "\"limit\":130")])
        #expect(corrected.states == ["applied 3"])
        #expect(
            corrected.remarks == [
                "way 3: the limit contradicts the class of the road: doubtful, and sent"
            ])
        #expect(try CorrectedMap(map, [entry(3, "\"limit\":20")]).remarks == [])
        let opened = try CorrectedMap(
            map, [entry(2, "\"class\":\"living_street\""), entry(2, "\"limit\":130")])
        #expect(opened.states == ["applied 2", "applied 2"])
        #expect(
            opened.remarks == [
                "way 2: the limit contradicts the class of the road: doubtful, and sent"
            ])
    }

    @Test func partsOfWays() throws {
        let map = try CorrectedMap(
            street,
            [
                entry(1, "\"from\":0,\"to\":1e300,\"limit\":40"),
                entry(1, "\"from\":[8.001,46.01],\"limit\":40"),
                entry(1, "\"from\":20,\"to\":20.5,\"limit\":40"),
                entry(1, "\"from\":20,\"closed\":\"Mo 07:00-08:00\""),
            ])
        #expect(map.states == ["no-effect", "stale", "no-effect", "no-effect"])
        #expect(map.remarks[0] == "way 1 is 154 m long, shorter than 1000000000 m")
    }

    /// One fact of an entry may have no effect, or only with another entry.
    @Test func factsThatHaveNoEffectAreNamed() throws {
        var roads = street
        roads.way(3, [13, 14], ["highway": "construction", "access": "no"])
        roads.way(4, [14, 15], ["highway": "primary", "oneway": "yes"])
        let map = try CorrectedMap(
            roads,
            [
                entry(1, "\"from\":20,\"limit\":40,\"closed\":\"Mo 07:00-08:00\""),
                entry(3, "\"class\":\"primary\""),
                entry(4, "\"road_works\":true,\"direction\":\"backward\""),
            ])
        #expect(map.states == ["applied 1", "no-effect", "no-effect"])
        #expect(
            map.remarks == [
                "way 1: a closure at times is for whole ways only",
                "way 3 is not in the map: closed-to-cars",
                "way 4 is not open in this direction",
            ])
        let opened = try CorrectedMap(
            roads,
            [
                entry(3, "\"class\":\"primary\""), entry(3, "\"closed\":false"),
                entry(4, "\"road_works\":true"),
            ])
        #expect(opened.states == ["applied 3", "applied 3", "applied 4"])
    }

    @Test func entriesWithAValidityNeedAMoment() throws {
        let timed = entry(1, "\"limit\":20,\"valid_from\":\"2026-06-01\"")
        #expect(throws: MapCompileError.noMoment) {
            _ = try CorrectedMap(street, [timed], at: nil)
        }
        #expect(try CorrectedMap(street, [timed], at: "2026-05-31").states == ["not-yet-valid"])
        #expect(try CorrectedMap(street, [timed], at: "2026-06-01").states == ["applied 1"])
    }

    @Test func withoutAnEffectTheMapIsTheSame() throws {
        func bytes(_ features: [String]) throws -> [UInt8] {
            var content = try CorrectedMap(street, features).content
            // The name of the temporary file is in the notes.
            content.notes.removeAll { $0.key == "source" }
            return try content.encoded()
        }
        let plain = try bytes([])
        #expect(try bytes([entry(1, "\"limit\":50")]) == plain)
        #expect(try bytes([entry(7, "\"limit\":40")]) == plain)
        let once = try bytes([entry(1, "\"limit\":40")])
        #expect(try bytes([entry(1, "\"limit\":40")]) == once)
        #expect(once != plain)
    }

    /// The map file holds what the compiler wrote, through the real reader.
    @Test func theMapFileKeepsTheSource() throws {
        let content = try CorrectedMap(street, [entry(1, "\"limit\":40")]).content
        let roads = try RoadMap(source: MemoryBlockSource(content.encoded()))
        var found: [String] = []
        try roads.forEachLink(in: roads.header.bounds) { (link) throws(MapError) in
            try roads.forEachAttribute(of: link) { (attribute) throws(MapError) in
                if attribute.kind == .speedLimit { found.append("\(attribute.provenance)") }
            }
        }
        #expect(found == ["overlay"])
    }

    @Test(
        arguments: [
            ("\"limit\":\"5o\"", "a limit as in maxspeed: 5o: not understood"),
            ("\"limit\":0", "a limit as in maxspeed: 0: no number of a sign"),
            ("\"limt\":50", "not limt"),
            ("\"basis\":\"sign\"", "basis of a limit"),
            ("\"limit\":50,\"basis\":\"guess\"", "sign, marking or zone"),
            ("\"conditional_limit\":\"30 @ sometimes\"", "not 30 @ sometimes"),
            ("\"closed\":\"sometimes\"", "not sometimes"),
            ("\"closed\":\"Mo 07:00-08:00\",\"direction\":\"forward\"", "no direction beside"),
            ("\"class\":\"footway\"", "not footway"),
            ("\"class\":\"primary\",\"direction\":\"forward\"", "no direction beside"),
            ("\"oneway\":\"yes\"", "forward, backward or no"),
            ("\"road_works\":false", "true as road_works"),
            ("\"sign\":\"DE:205\"", "a sign at a Point"),
            ("\"limit\":50,\"direction\":\"north\"", "forward, backward or both"),
            ("\"limit\":50,\"bearing\":90", "only with a Point"),
            ("\"limit\":50,\"from\":-1", "metres along the way"),
            ("\"limit\":50,\"valid_from\":\"May\"", "a date or time of ISO 8601"),
            (
                "\"limit\":50,\"valid_from\":\"2026-02-01\",\"valid_until\":\"2026-01-01\"",
                "valid_until after valid_from"
            ), ("\"note\":\"nothing\"", "a fact"),
        ])
    func aWrongEntryIsNamed(_ properties: String, _ words: String) throws {
        let file = try CorrectedMap.file([
            entry(1, "\"limit\":40"), "\"id\":\"x\"," + entry(1, properties),
            entry(2, "\"limit\":40"),
        ])
        #expect(file.entries.map(\.number) == [1, 3])
        #expect(file.problems.count == 1)
        let problem = file.problems.first ?? ""
        #expect(problem.hasPrefix("o.geojson: entry 2 (x): line 3: expected "), "\(problem)")
        #expect(problem.contains(words), "\(problem)")
    }

    @Test(arguments: [
        "\"geometry\":null,\"properties\":{\"limit\":30}",
        "\"geometry\":{\"type\":\"LineString\",\"coordinates\":[[8,46]]},\"properties\":{\"limit\":30}",
        "\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[[[8,46],[9,46],[9,47]]]},"
            + "\"properties\":{\"limit\":30}",
        "\"geometry\":{\"type\":\"Point\",\"coordinates\":[8,146]},\"properties\":{\"limit\":30}",
        "\"geometry\":{\"type\":\"Point\",\"coordinates\":[8,46]},\"properties\":{\"sign\":\"x\"}",
        "\"geometry\":{\"type\":\"Point\",\"coordinates\":[8,46]},"
            + "\"properties\":{\"limit\":30,\"bearing\":9}",
    ])
    func aWrongPlaceIsNamed(_ feature: String) throws {
        let file = try CorrectedMap.file([feature])
        #expect(file.entries.isEmpty && file.problems.count == 1)
    }

    /// Each byte of a file replaced by others, and the file cut at each byte: entries or lines, never a trap.
    @Test func aDamagedFileIsRead() {
        let text =
            "{\"type\":\"FeatureCollection\",\"features\":[{\"id\":1,\"geometry\":{\"type\":\"Polygon\","
            + "\"coordinates\":[[[8,46],[9,46],[9,47],[8,46]]]},\"properties\":{\"limit\":\"30 mph\"}},"
            + "{\"geometry\":null,\"properties\":{\"way\":1,\"from\":[8,46],\"to\":9,\"closed\":\"Mo 07:00-08:00\","
            + "\"conditional_limit\":\"30 @ (Mo-Fr 07:00-17:00 AND wet)\",\"valid_from\":\"2026-01-01\"}}]}"
        let bytes = Array(text.utf8)
        var read = 0
        for index in bytes.indices {
            var files = ["\"", "{", "]", ",", "9", "-", "e", "\u{0}"].map { other in
                var changed = bytes
                changed[index] = Array(other.utf8)[0]
                return changed
            }
            files.append(Array(bytes[..<index]))
            for file in files {
                guard let overlay = try? OverlayFile(file, name: "o") else { continue }
                read += 1
                #expect(overlay.entries.count + overlay.problems.count <= 3)
            }
        }
        #expect(read > 100)
    }

    @Test(arguments: ["", "{", "[]", "{\"type\":\"Feature\"}", "{\"type\":\"FeatureCollection\"}"])
    func aFileThatIsNoCollectionIsNamed(_ text: String) {
        #expect(throws: OverlayFileError.self) {
            _ = try OverlayFile(Array(text.utf8), name: "o.geojson")
        }
    }
}
