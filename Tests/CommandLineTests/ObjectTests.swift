import Foundation
import Testing

/// `ehorizon ahead --objects`: objects of the user's own, along the sample drive.
@Suite("ehorizon ahead with objects")
struct ObjectTests {
    /// On the drive's fixes of the seconds 100, 150 to 175, 300 and around that of 340; one is in the sea.
    private static let objects = #"""
        {"type": "FeatureCollection", "features": [
        {"type": "Feature", "id": "camera", "properties": {},
         "geometry": {"type": "Point", "coordinates": [13.263439, 53.550883]}},
        {"type": "Feature", "id": "queue", "properties": {"kind": "congestion", "severity": "major"},
         "geometry": {"type": "LineString", "coordinates":
          [[13.266728, 53.555425], [13.266796, 53.556066], [13.266766, 53.556657]]}},
        {"type": "Feature", "id": "toll", "properties": {"gantry": true},
         "geometry": {"type": "LineString", "coordinates":
          [[13.268818, 53.575705], [13.270018, 53.575705]]}},
        {"type": "Feature", "id": "zone", "properties": {},
         "geometry": {"type": "Polygon", "coordinates":
          [[[13.269146, 53.579587], [13.273146, 53.579587], [13.273146, 53.583587],
            [13.269146, 53.583587]]]}}
        """#

    private struct Answer: Decodable {
        struct Event: Decodable {
            let event: String
            let id: String
            let atEnd: Bool?
        }
        struct Item: Decodable {
            let kind: String
            let id: String?
            let distance: Double
            let end: Double
            let severity: String?
        }
        let time: Double
        let ahead: [Item]
        let events: [Event]
    }

    /// What is said of the drive alone.
    private static var wholeDrive: Substring {
        "\(Sample.drive.path()): 956 sentences, 478 fixes; rejected: nothing"
    }

    private func ahead(_ objects: String, _ flags: String...) throws -> Outcome {
        try ehorizon(
            [
                "ahead", "--map", Sample.map, "--input", Sample.drive.path(), "--objects", objects,
                "--kind", "custom", "--kind", "congestion",
            ] + flags)
    }

    @Test(.enabled(if: JSONSchema.python != nil, JSONSchema.reason))
    func answersWithObjectsFitTheirSchema() throws {
        let scratch = try Scratch()
        let file = try scratch.file("o.geojson", Self.objects + "]}")
        try JSONSchema.expect(ahead(file, "--json", "--kind", "curve").text, fit: "ahead")
        let features = try ahead(file, "--geojson", "--every", "20").text
        try JSONSchema.expect(features, fit: "ahead-geojson", lines: false)
        #expect(features.contains(#""id":"queue","severity":"major""#))
    }

    /// Objects are listed by their kinds as all else is; what happened to them is told whatever is listed.
    @Test func onlyTheKindsThatAreAskedFor() throws {
        let scratch = try Scratch()
        let file = try scratch.file("o.geojson", Self.objects + "]}")
        func listed(_ kind: String) throws -> (names: Set<String>, events: Int) {
            let outcome = try ehorizon([
                "ahead", "--map", Sample.map, "--input", Sample.drive.path(), "--objects", file,
                "--json", "--kind", kind,
            ])
            let answers = try outcome.lines.map {
                try JSONDecoder().decode(Answer.self, from: Data($0.utf8))
            }
            return (
                Set(answers.flatMap(\.ahead).map { $0.id ?? $0.kind }),
                answers.reduce(0) { $0 + $1.events.count }
            )
        }
        let (congestion, events) = try listed("congestion")
        #expect(congestion == ["queue"] && events == 6)
        #expect(try listed("curve").names == ["curve"])
    }

    @Test func theyAreListedAndMet() throws {
        let scratch = try Scratch()
        let file = try scratch.file("o.geojson", Self.objects + "]}")
        let outcome = try ahead(file, "--json")
        #expect(outcome.status == 0 && outcome.said == [Self.wholeDrive], "\(outcome)")
        let answers = try outcome.lines.map {
            try JSONDecoder().decode(Answer.self, from: Data($0.utf8))
        }
        let events = answers.flatMap(\.events)
        #expect(
            events.map { "\($0.event) \($0.id)" } == [
                "passed camera", "entered queue", "exited queue", "passed toll", "entered zone",
                "exited zone",
            ])
        #expect(events.compactMap(\.atEnd).allSatisfy { $0 })
        let begin = try #require(answers.first?.time)
        let passed = try #require(answers.first { $0.events.contains { $0.id == "camera" } }?.time)
        #expect(abs(passed - begin - 100) <= 2)
        let queue = answers.flatMap(\.ahead).filter { $0.id == "queue" && $0.distance > 0 }
        #expect(queue.count > 50)
        #expect(queue.allSatisfy { abs($0.end - $0.distance - 137) < 15 && $0.severity == "major" })
        let words = try ahead(file)
        #expect(words.lines.contains { $0.hasSuffix(" entered zone") })
        #expect(words.lines.contains { $0.contains("custom-object  queue  congestion  (major)") })
    }

    /// The sample drive goes over four bridges.
    @Test func theMapsOwnAreMetToo() throws {
        let outcome = try ehorizon([
            "ahead", "--map", Sample.map, "--input", Sample.drive.path(), "--map-objects", "--kind",
            "country", "--json",
        ])
        #expect(outcome.status == 0 && outcome.said == [Self.wholeDrive], "\(outcome)")
        let answers = try outcome.lines.map {
            try JSONDecoder().decode(Answer.self, from: Data($0.utf8))
        }
        let events = answers.flatMap(\.events).map { "\($0.event) \($0.id)" }
        #expect(events.count == 8)
        #expect(events.first == "entered bridge 23544719:254944730-254944728 forward 0")
        for (entry, exit) in zip(events, events.dropFirst()) where entry.hasPrefix("entered") {
            #expect(exit == entry.replacingOccurrences(of: "entered", with: "exited"))
        }
        // They are in the list of what lies ahead already, if that is asked for.
        #expect(!answers.contains { $0.ahead.contains { $0.kind == "bridge" } })
    }

    @Test func whatIsOnNoRoadIsNamed() throws {
        let scratch = try Scratch()
        let far = #"""
            ,
            {"type": "Feature", "id": "far", "geometry": {"type": "Point", "coordinates": [13, 53]}}]}
            """#
        let file = try scratch.file("o.geojson", Self.objects + far)
        let outcome = try ahead(file, "--every", "end")
        #expect(outcome.status == 1)
        #expect(
            outcome.said == [
                "ehorizon: \(file), line 14: far: there is no road of the map within 50 m",
                Self.wholeDrive,
            ])
        #expect(!outcome.lines.isEmpty)
        let broken = try scratch.file("b.geojson", Self.objects)
        try ahead(broken).expectRefusal(1, "ehorizon: \(broken), line 13: expected")
        try ahead(scratch["no"]).expectRefusal(1, "cannot open")
    }
}
