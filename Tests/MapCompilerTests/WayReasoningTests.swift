import MapCompiler
import RoadMap
import Testing

/// Reasons for values, and the list of each tag that was not understood.
@Suite struct WayReasoningTests {
    private func reasons(
        _ map: SmallMap, _ features: [String] = [], of way: Int64 = 1,
        _ kinds: [AttributeKind] = [.speedLimit]
    ) throws -> [String] {
        let report = try CorrectedMap(map, features, explaining: [way]).report
        return (report.reasoning?.reasons(for: kinds, of: way) ?? []).map {
            "\($0.topic): \($0.text)"
        }
    }

    @Test func aTaggedLimit() throws {
        var map = SmallMap()
        map.way(
            1, [11, 12],
            ["highway": "primary", "maxspeed": "50", "source:maxspeed": "sign", "lanes": "2"])
        #expect(
            try reasons(map) == [
                "tag: maxspeed=50", "tag: source:maxspeed=sign", "rule: a tag states the limit",
            ])
        #expect(
            try reasons(map, of: 1, [.functionalRoadClass]) == [
                "tag: highway=primary", "rule: a tag states the value",
            ])
        #expect(try reasons(map, of: 7) == ["data: way 7 is not in the data"])
    }

    @Test func aLimitOfTheLaw() throws {
        var map = SmallMap()
        map.way(1, [11, 12], ["highway": "motorway", "oneway": "yes"])
        map.way(2, [12, 13], ["highway": "primary", "zone:traffic": "DE:rural"])
        #expect(
            try reasons(map) == [
                "tag: highway=motorway", "rule: no tag states a limit: the law applies",
                "law: DE, motorway: none (w, StVO § 3; divided: § 3 (3) 2 c)",
            ])
        let rural = try reasons(map, of: 2)
        #expect(rural.contains("tag: zone:traffic=DE:rural"))
        #expect(rural.contains { $0.hasPrefix("law: DE, outside of built-up areas: 100 ") })
    }

    @Test func theOverlayAndTheNeighbours() throws {
        var map = SmallMap()
        map.way(1, [11, 12], ["highway": "primary", "ref": "B 1", "maxspeed": "100"])
        map.way(2, [12, 13], ["highway": "primary", "ref": "B 1", "maxspeed": "30"])
        map.way(3, [13, 14], ["highway": "primary", "ref": "B 1", "maxspeed": "100"])
        #expect(
            try reasons(map, of: 2).last
                == "neighbour: way 1 with 100 km/h and way 3 with 100 km/h continue the road: the limit is doubtful"
        )
        let entry = "\"id\":\"a\",\"geometry\":null,\"properties\":{\"way\":2,\"limit\":80}"
        let corrected = try reasons(map, [entry], of: 2)
        #expect(corrected.contains("tag: maxspeed=80 (overlay)"))
        #expect(corrected.contains("overlay: o.geojson: entry 1 (a): limit 80"))
        #expect(!corrected.contains { $0.hasPrefix("neighbour") })
    }

    /// What is said of an overlay's limit is what the map has: it is in doubt, and sent.
    @Test(arguments: [("100", 30, "low"), ("30", 100, "high")])
    func anOverlaysLimitBesideItsNeighboursIsInDoubtAndSent(
        neighbours: String, limit: Int, kind: String
    ) throws {
        var map = SmallMap()
        for way in Int64(1)...3 {
            map.way(
                way, [10 + way, 11 + way],
                ["highway": "primary", "ref": "B 1", "maxspeed": way == 2 ? "50" : neighbours])
        }
        let entry = "\"id\":\"a\",\"geometry\":null,\"properties\":{\"way\":2,\"limit\":\(limit)}"
        let corrected = try CorrectedMap(map, [entry])
        #expect(corrected.values(.speedLimit, of: 2) == ["12-13 \(limit) doubtful overlay"])
        #expect(
            corrected.report.doubtful.map { "\($0.what) \($0.example)" } == [
                "speed limit of an overlay beside its neighbours way 2"
            ])
        let neighbour = try #require(
            try reasons(map, [entry], of: 2).first { $0.hasPrefix("neighbour") })
        #expect(
            neighbour.hasSuffix(
                kind == "low" ? "the limit is doubtful" : "doubtful and sent, being of an overlay"))
    }

    /// An overlay that corrects a part of a way in doubt is not in doubt there.
    @Test func aCorrectedPartOfALimitInDoubtIsInNone() throws {
        var map = SmallMap()
        for way in Int64(1)...3 {
            map.way(
                way, [10 + way, 11 + way],
                ["highway": "primary", "ref": "B 1", "maxspeed": way == 2 ? "30" : "100"])
        }
        let corrected = try CorrectedMap(
            map, ["\"geometry\":null,\"properties\":{\"way\":2,\"to\":30,\"limit\":80}"])
        #expect(
            corrected.values(.speedLimit, of: 2).map { $0.split(separator: " ")[1...].prefix(2) }
                == [["80", "overlay"], ["30", "doubtful"]])
    }

    /// An entry of another property for a part of the way does not end the doubt there.
    @Test func aPartWithAnotherEntryKeepsTheDoubt() throws {
        var map = SmallMap()
        for way in Int64(1)...3 {
            map.way(
                way, [10 + way, 11 + way],
                ["highway": "primary", "ref": "B 1", "maxspeed": way == 2 ? "50" : "100"])
        }
        let corrected = try CorrectedMap(
            map,
            [
                "\"geometry\":null,\"properties\":{\"way\":2,\"limit\":20}",
                "\"geometry\":null,\"properties\":{\"way\":2,\"to\":30,"
                    + "\"conditional_limit\":\"10 @ (22:00-06:00)\"}",
            ])
        let limits = corrected.values(.speedLimit, of: 2)
        #expect(
            !limits.isEmpty && limits.allSatisfy { $0.contains(" 20 doubtful overlay") },
            "\(limits)")
    }

    @Test func aLimitThatTheClassDoesNotHave() throws {
        var map = SmallMap()
        map.way(1, [11, 12], ["highway": "residential", "maxspeed": "130"])
        let kinds: [AttributeKind] = [.speedLimit, .particularSpeedLimit]
        #expect(
            try reasons(map, of: 1, kinds).contains(
                "rule: a 130 limit contradicts the class of the road and is not sent"))
        let entry = "\"id\":\"a\",\"geometry\":null,\"properties\":{\"way\":1,\"limit\":120}"
        #expect(
            try reasons(map, [entry], of: 1, kinds).contains(
                "rule: a 120 limit contradicts the class of the road and is sent, being of an overlay"
            ))
    }

    @Test func aWayThatIsNotInTheMap() throws {
        var map = SmallMap()
        map.way(1, [11, 12], ["highway": "primary", "access": "no"])
        map.way(2, [12, 13], ["highway": "primary"])
        let found = try reasons(map)
        #expect(found.contains("dropped: the way is not in the map: closed-to-cars"))
        #expect(found.contains("tag: access=no"))
    }

    @Test func eachTagThatWasNotUnderstoodIsReported() throws {
        var map = SmallMap()
        map.way(
            1, [11, 12],
            [
                "highway": "primary", "surface": "lava",
                "maxspeed:conditional": "30 @ (Mo-Fr 07:00-17:00); 40 @ sometimes; 20 @ never",
            ])
        map.way(2, [12, 13], ["highway": "primary", "surface": "lava"])
        map.relation([("way", 1, "from")], ["restriction": "no_left_turn"])
        let file = try TemporaryFile(map.xml, suffix: ".osm")
        var remarks: [TagRemark] = []
        let report = try withExtendedLifetime(file) {
            try compile([file.path], in: "DE") { compilation in
                compilation.reportTag = { remarks.append($0) }
            }
        }.report
        #expect(
            remarks.map { "\($0.object) \($0.id) \($0.key) [\($0.clause ?? "")] \($0.reason)" } == [
                "relation 1 restriction [no_left_turn] members missing",
                "way 1 maxspeed:conditional [40 @ sometimes] condition not understood",
                "way 1 maxspeed:conditional [20 @ never] condition not understood",
                "way 1 surface [lava] not understood", "way 2 surface [lava] not understood",
            ])
        #expect(remarks[1].value == "30 @ (Mo-Fr 07:00-17:00); 40 @ sometimes; 20 @ never")
        #expect(report.unread.map(\.count).reduce(0, +) == remarks.count)
    }
}
