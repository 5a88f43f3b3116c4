import Foundation
import Testing

/// A Python with jsonschema: the one that `EHORIZON_PYTHON` names, or the project's own environment.
enum JSONSchema {
    static let python: String? = {
        let own = Programs.package.appending(path: ".build/python/bin/python").path()
        let path = ProcessInfo.processInfo.environment["EHORIZON_PYTHON"] ?? own
        guard FileManager.default.isExecutableFile(atPath: path) else { return nil }
        let found = try? ChildProcess(path, ["-c", "import jsonschema"]).wait()
        return found?.status == 0 ? path : nil
    }()
    static let reason: Comment = "needs Python's jsonschema: tools/lib/python-environment"

    /// Expects that a schema of the program accepts documents, and no damaged ones.
    static func expect(
        _ documents: String, fit name: String, lines: Bool = true, damage: Int = 2,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let scratch = try Scratch()
        let printed = try ehorizon("reference", "--schema", name)
        #expect(printed.status == 0, "\(printed)", sourceLocation: sourceLocation)
        let check = Programs.package.appending(path: "Tests/schema-check.py").path()
        let files = [
            try scratch.file("schema.json", printed.output),
            try scratch.file("documents", documents),
        ]
        let outcome = try ChildProcess(
            try #require(python),
            [check] + files + ["--damage", "\(damage)"] + (lines ? ["--lines"] : [])
        ).wait(seconds: 300)
        #expect(outcome.status == 0, "\(name): \(outcome)", sourceLocation: sourceLocation)
    }
}

/// The JSON of the commands over the sample drive, against the schemas of the program.
@Suite("JSON Schemas", .enabled(if: JSONSchema.python != nil, JSONSchema.reason))
struct SchemaTests {
    private let drive = Sample.drive.path()
    private let golden = Sample.golden.path()

    /// Each of so many lines.
    private func each(_ number: Int, of outcome: Outcome) -> String {
        outcome.lines.enumerated().filter { $0.offset % number == 0 }
            .map { $0.element + "\n" }.joined()
    }

    private func expect(
        _ arguments: [String], fits schema: String, lines: Bool = true, every number: Int = 1,
        damage: Int = 2, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let outcome = try ehorizon(arguments)
        #expect(!outcome.output.isEmpty, "\(outcome)", sourceLocation: sourceLocation)
        try JSONSchema.expect(
            lines ? each(number, of: outcome) : outcome.text, fit: schema, lines: lines,
            damage: damage, sourceLocation: sourceLocation)
    }

    /// The program has each file of the folder, as it is.
    @Test func theProgramHasAllSchemas() throws {
        let folder = Programs.package.appending(path: "Sources/Programs/Schemas")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path()).sorted()
        #expect(files.count > 25)
        for file in files {
            let name = file.replacing(".schema.json", with: "")
            let printed = try ehorizon("reference", "--schema", name)
            #expect(try printed.output == Data(contentsOf: folder.appending(path: file)), "\(name)")
        }
        try ehorizon("reference", "--schema", "ahead", "--format", "lua")
            .expectRefusal(2, "--schema")
        let unknown = try ehorizon("reference", "--schema", "behind")
        #expect(unknown.status == 2 && unknown.words.contains("'behind'"), "\(unknown)")
    }

    @Test func messages() throws {
        try expect(["decode", "--json", golden], fits: "decode", every: 3, damage: 40)
        try expect(
            ["decode", "--json", "--times", "iso", "--to", "08:00:20", golden], fits: "decode")
    }

    /// Frames of random content on path 8, POSITION at offset 0: each profile type, also those that this provider does
    /// not send, with known numbers, ends of ranges and words.
    @Test func messagesOfAllNumbers() throws {
        let scratch = try Scratch()
        // A linear congruential generator (Knuth): the same frames each time.
        var state: UInt64 = 3
        func byte() -> UInt8 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let bits = UInt8(truncatingIfNeeded: state >> 33)
            return [0, 0xFF, bits][Int(state >> 56) % 3]
        }
        let types: [UInt8] = [1, 3, 2, 4, 5, 6]
        var log = ""
        for number in 0..<6000 {
            let kind = number.isMultiple(of: 7) ? 0 : number % 6
            var payload = (0..<8).map { _ in byte() }
            payload[0] = payload[0] & 0x1F | types[kind] << 5
            if kind < 5 {
                payload[0] = types[kind] << 5
                payload[1] = 0
                payload[2] = payload[2] & 0xC0 | 8
            }
            if kind == 0 { (payload[2], payload[3]) = (8, 0x3A) }
            let digits = payload.map { String(format: "%02X", $0) }.joined()
            log +=
                "(\(number / 50).\(String(format: "%06d", number % 50 * 20_000)))"
                + " vcan0 30\(kind)#\(digits)\n"
        }
        let file = try scratch.file("all.log", log)
        let decoded = try ehorizon("decode", "--json", file)
        #expect(decoded.lines.count == 6000, "\(decoded.words)")
        for part in [#"Saturated":"above""#, #"Saturated":"at-least""#, #"Saturated":"at-most""#] {
            #expect(decoded.text.contains(part), "\(part)")
        }
        try JSONSchema.expect(decoded.text, fit: "decode", damage: 0)
        let trees = try ehorizon("reconstruct", "--follow", "--json", file)
        for type in ["profile-short.road-accessibility", "profile-long.traffic-sign"] {
            #expect(trees.text.contains(type), "\(type)")
        }
        try JSONSchema.expect(each(20, of: trees), fit: "reconstruct", damage: 0)
    }

    @Test func reconstructedTrees() throws {
        try expect(
            ["reconstruct", "--follow", "--json", golden], fits: "reconstruct", every: 40)
    }

    @Test func violations() throws {
        try expect(
            ["check", "--json", "--max-frames", "5", golden], fits: "check", every: 100)
    }

    @Test func attributesAhead() throws {
        let ahead = ["ahead", "--map", try Sample.map, "--input", drive]
        try expect(ahead + ["--json", "--all-paths", "--map-objects"], fits: "ahead")
        try expect(ahead + ["--json", "--times", "clock", "--every", "20"], fits: "ahead")
        try expect(ahead + ["--geojson", "--every", "60"], fits: "ahead-geojson", lines: false)
    }

    @Test func placesAndTrees() throws {
        let (map, place) = (try Sample.map, "53.53763,13.26155,30")
        let tree = ["tree", "--map", map, "--at", place, "--format"]
        try expect(tree + ["json"], fits: "tree", lines: false)
        try expect(tree + ["geojson"], fits: "tree-geojson", lines: false)
        try expect(["map", "at", map, "53.53763,13.26155", "--json"], fits: "map-at", lines: false)
        for moment in ["53.53763,13.26155", "08:01:17", "08:05:00"] {
            try expect(
                ["explain", "--map", map, "--input", drive, "--at", moment, "--json"],
                fits: "explain", lines: false)
        }
    }

    @Test func maps() throws {
        let map = try Sample.map
        let box = ["--bbox", "13.26,53.53,13.27,53.54"]
        try expect(["map", "info", "--json", map], fits: "map-info", lines: false)
        try expect(["map", "link", map, "45011385"], fits: "map-link")
        try expect(["map", "links", map] + box, fits: "map-links", lines: false)
        try expect(
            ["map", "links", map, "--colour", "limit"] + box, fits: "map-links", lines: false)
        try expect(
            ["map", "pde-plan"] + box + ["--layers", "ROAD_GEOM,LINK"], fits: "pde-plan",
            lines: false)
        let tiles = Programs.package.appending(path: "Tests/PlatformDataExtensionTests/Tiles")
        try expect(["map", "pde-rows", "--pde", tiles.path()], fits: "pde-rows", lines: false)
    }

    /// Of the whole drive, and of a log that is too short for most figures.
    @Test func statistics() throws {
        let scratch = try Scratch()
        let log = String(decoding: try Data(contentsOf: Sample.golden), as: UTF8.self)
        let short = try scratch.file(
            "short.log", log.split(separator: "\n").prefix(40).joined(separator: "\n") + "\n")
        let one = try scratch.file("one.log", log.split(separator: "\n")[0] + "\n")
        try expect(
            ["check", "--statistics", "--json", golden, "--compare", short],
            fits: "check-statistics")
        try expect(["check", "--statistics", "--json", one], fits: "check-statistics")
    }

    @Test func observations() throws {
        let scratch = try Scratch()
        let file = scratch["drive.ehobs"]
        try expect(
            ["learn", "--map", try Sample.map, "--input", drive, "--output", file, "--json"],
            fits: "observations", lines: false)
        try expect(["observations", file, "--json"], fits: "observations", lines: false)
    }

    @Test func reportOfAMap() throws {
        let scratch = try Scratch()
        let overlay = try scratch.file(
            "o.geojson",
            """
            {"type":"FeatureCollection","features":[
            {"type":"Feature","id":"a","geometry":null,"properties":{"way":35160067,"limit":30}},
            {"type":"Feature","geometry":null,"properties":{"way":1,"limit":30}}]}
            """)
        let source = Programs.package.appending(path: "tools/sample-map/neubrandenburg.osm.pbf")
        let built = try ehorizon(
            "map", "build", "--osm", source.path(), "--country", "DE", "--overlay", overlay,
            "--report", scratch["report.jsonl"], "--output", scratch["o.ehmap"])
        #expect(built.status == 0, "\(built)")
        let report = String(decoding: try scratch.content("report.jsonl"), as: UTF8.self)
        #expect(report.contains("\"stale\"") && report.contains("\"tag\""), "\(report)")
        try JSONSchema.expect(report, fit: "map-report")
    }

    @Test func regions() throws {
        let scratch = try Scratch()
        let one = try scratch.file("one.ehmap", Data(contentsOf: URL(filePath: Sample.map)))
        let made = try ehorizon("map", "regions", "--output", scratch["regions.json"], one)
        #expect(made.status == 0, "\(made)")
        let index = String(decoding: try scratch.content("regions.json"), as: UTF8.self)
        try JSONSchema.expect(index, fit: "regions", lines: false)
    }

    /// Drives over a road that an overlay makes a one-way road of the other direction.
    @Test func findingsOfAMap() throws {
        let scratch = try Scratch()
        let lines = try String(contentsOf: Sample.drive, encoding: .utf8)
            .components(separatedBy: "\r\n")
        let drives = try (0..<4).map { number in
            let part = lines.dropFirst(number * 2).joined(separator: "\r\n")
            return try scratch.file("car\(number).nmea", Data(part.utf8))
        }
        let source = Programs.package.appending(path: "tools/sample-map/neubrandenburg.osm.pbf")
        var found = 0
        for direction in ["forward", "backward"] {
            let overlay = try scratch.file(
                "o.geojson",
                #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":null,"#
                    + #""properties":{"way":35160067,"oneway":"\#(direction)"}}]}"#)
            let (map, seen) = (scratch["\(direction).ehmap"], scratch["\(direction).ehobs"])
            let built = try ehorizon(
                "map", "build", "--osm", source.path(), "--country", "DE", "--overlay", overlay,
                "--output", map)
            #expect(built.status == 0, "\(built)")
            let learned = try ehorizon(
                ["learn", "--map", map, "--cut", "0", "--output", seen, "--input"] + drives)
            #expect(learned.status == 0, "\(learned)")
            let findings = try ehorizon("findings", "--map", map, "--observations", seen)
            #expect(findings.status == 0, "\(findings)")
            guard findings.text.contains("wrong-one-way") else { continue }
            found += 1
            try JSONSchema.expect(findings.text, fit: "findings", lines: false)
        }
        #expect(found == 1)
    }

    @Test func matches() throws {
        let scratch = try Scratch()
        let matched = try ehorizon(
            "match", "--map", Sample.map, "--input", drive, "--geojson", scratch["m.geojson"],
            "--route", scratch["r.geojson"])
        #expect(matched.status == 0, "\(matched)")
        for (file, schema) in [("m.geojson", "match-geojson"), ("r.geojson", "match-route")] {
            let text = String(decoding: try scratch.content(file), as: UTF8.self)
            try JSONSchema.expect(text, fit: schema, lines: false)
        }
    }
}
