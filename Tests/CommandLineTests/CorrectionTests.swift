import Foundation
import Testing

/// Corrections of a map: found by place, explained, corrected by an overlay, seen on the wire.
@Suite("corrections")
struct CorrectionTests {
    private static let source = Programs.package.appending(
        path: "tools/sample-map/neubrandenburg.osm.pbf"
    ).path()

    private func overlay(_ scratch: Scratch, _ features: String...) throws -> String {
        let list = features.map { "{\"type\":\"Feature\",\($0)}" }.joined(separator: ",\n")
        return try scratch.file(
            "o.geojson", "{\"type\":\"FeatureCollection\",\"features\":[\n\(list)\n]}\n")
    }

    private func build(_ scratch: Scratch, _ options: String...) throws -> Outcome {
        try ehorizon(
            [
                "map", "build", "--osm", Self.source, "--country", "DE", "--output",
                scratch["o.ehmap"],
            ]
                + options)
    }

    private func segments(_ map: String, _ scratch: Scratch) throws -> [Substring] {
        let log = scratch["frames.log"]
        let replay = try ehorizon(
            "replay", "--map", map, "--input", Sample.shortDrive, "--messages", "all", "--output",
            log)
        #expect(replay.status == 0, "\(replay)")
        return try ehorizon("decode", log).lines.filter { $0.contains(" SEGMENT ") }
    }

    @Test func aWrongLimitIsFoundExplainedCorrectedAndSent() throws {
        let scratch = try Scratch()
        let place = "53.5378844,13.2622578"
        let found = try ehorizon("map", "at", Sample.map, place)
        #expect(
            found.lines.contains { $0.contains("speedLimit") && $0.hasSuffix("50 km/h  (tag)") })

        let link = "35160067:289828855-287099409"
        let why = ["map", "why", try Sample.map, link, "speed-limit", "--osm", Self.source]
        let reasons = try ehorizon(why + ["--country", "DE"])
        #expect(reasons.status == 0, "\(reasons)")
        #expect(
            reasons.lines == [
                "link \(link), 42 m: in the map",
                "  speedLimit 50, both, tagged", "way 35160067", "  tag       maxspeed=50",
                "  rule      a tag states the limit",
            ])

        // The name of the overlay's member is understood too.
        let byMember = why.map { $0 == "speed-limit" ? "limit" : $0 }
        #expect(try ehorizon(byMember + ["--country", "DE"]).lines == reasons.lines)

        let file = try overlay(
            scratch,
            "\"id\":\"a\",\"geometry\":null,\"properties\":{\"way\":35160067,\"limit\":30,\"basis\":\"sign\"}"
        )
        let tried = try ehorizon(why + ["--country", "DE", "--overlay", file])
        #expect(tried.lines.contains("  speedLimit 30 source=sign, both, overlay"), "\(tried.text)")
        #expect(tried.lines.contains("  overlay   \(file): entry 1 (a): limit 30, basis sign"))

        let built = try build(scratch, "--overlay", file)
        #expect(built.status == 0 && built.words.contains("overlay entries: 1 applied"), "\(built)")
        #expect(try ehorizon("map", "verify", scratch["o.ehmap"]).status == 0)
        let corrected = try ehorizon("map", "at", scratch["o.ehmap"], place)
        #expect(corrected.text.contains("30 km/h source=sign  (overlay)"), "\(corrected.text)")
        let links = try ehorizon("map", "diff", Sample.map, scratch["o.ehmap"])
        #expect(links.lines.contains("~ \(link) speedLimit") && links.lines.count == 5)
        #expect(
            links.lines.allSatisfy { $0.hasPrefix("~ 35160067:") && $0.hasSuffix(" speedLimit") })
        let near = try ehorizon(
            ["map", "why", scratch["o.ehmap"], place, "speed-limit"] + why[5...])
        #expect(near.lines.contains("link \(link), at 42 of 42 m: of the data"))

        let ahead = try ehorizon(
            "ahead", "--map", scratch["o.ehmap"], "--input", Sample.shortDrive, "--json")
        #expect(ahead.text.contains("\"provenance\":\"overlay\""))
        #expect(try segments(Sample.map, scratch)[0].contains("limit 50  by unknown"))
        #expect(try segments(scratch["o.ehmap"], scratch)[0].contains("limit 30  by sign"))
    }

    @Test func anOverlayWithoutEntriesGivesTheSameBytes() throws {
        let scratch = try Scratch()
        let file = try overlay(scratch)
        #expect(try build(scratch, "--overlay", file).status == 0)
        #expect(try scratch.content("o.ehmap") == Data(contentsOf: URL(filePath: Sample.map)))
    }

    @Test func wrongEntriesAreNamedAndNoMapIsWritten() throws {
        let scratch = try Scratch()
        let file = try overlay(
            scratch, "\"geometry\":null,\"properties\":{\"way\":1,\"limit\":\"fast\"}",
            "\"geometry\":null,\"properties\":{\"way\":1,\"limit\":50}",
            "\"geometry\":null,\"properties\":{\"limit\":50}")
        let outcome = try build(scratch, "--overlay", file)
        #expect(outcome.status == 1)
        #expect(
            outcome.words.contains(
                "\(file): entry 1: line 2: expected a limit as in maxspeed: fast: not understood"))
        #expect(outcome.words.contains("\(file): entry 3: line 4: expected a geometry or a way"))
        #expect(outcome.words.contains("2 of 3 entries are wrong"))
        #expect(try scratch.names() == ["o.geojson"])
        #expect(try build(scratch, "--overlay", "/nowhere/o.geojson").status == 1)
        try build(scratch, "--moment", "2026-01-01").expectRefusal(2, "--moment is for --overlay")
        try build(scratch, "--overlay", file, "--moment", "May").expectRefusal(2, "--moment May")
    }

    @Test func theReportHasEachTagAndEachEntry() throws {
        let scratch = try Scratch()
        let file = try overlay(
            scratch, "\"id\":\"gone\",\"geometry\":null,\"properties\":{\"way\":1,\"limit\":50}",
            "\"geometry\":null,\"properties\":{\"way\":35160067,\"limit\":40,\"valid_until\":\"2020-01-01\"}"
        )
        let outcome = try build(
            scratch, "--overlay", file, "--moment", "2026-01-01", "--report", scratch["r.jsonl"])
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.words.contains("overlay entries: 1 stale, 1 expired"))
        #expect(outcome.words.contains("entry 1 (gone): stale: way 1 is not in the data"))
        let lines = try String(decoding: scratch.content("r.jsonl"), as: UTF8.self)
            .split(separator: "\n").map(String.init)
        let objects = try lines.map { line in
            try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
        #expect(
            objects.map { $0["record"] as? String } == ["tag", "tag", "tag", "overlay", "overlay"])
        #expect(
            objects[0]["id"] as? Int == 215_234_480 && objects[0]["value"] as? String == "beton")
        #expect(objects[2]["understood"] as? Bool == true)
        #expect(objects[3]["state"] as? String == "stale" && objects[3]["entry"] as? Int == 1)
        let timeless = try build(scratch, "--overlay", file)
        timeless.expectRefusal(1, "name the moment by --moment")
    }

    @Test func whyNeedsTheData() throws {
        try ehorizon("map", "why", Sample.map, "35160067", "speed-limit")
            .expectRefusal(2, "--osm is missing")
        try ehorizon("map", "why", Sample.map, "35160067", "speed", "--osm", Self.source)
            .expectRefusal(2, "speed: not a value")
        try ehorizon("map", "why", Sample.map, "35160067", "--osm", Self.source)
            .expectRefusal(2, "a position or a link, and a value")
        try ehorizon("map", "why", Sample.map, "1", "speed-limit", "--osm", "/nowhere/x.osm.pbf")
            .expectRefusal(1, "cannot read /nowhere/x.osm.pbf")
        let gone = try ehorizon("map", "why", Sample.map, "1", "lanes", "--osm", Self.source)
        #expect(gone.lines == ["way 1", "  data      way 1 is not in the data"])
    }
}
