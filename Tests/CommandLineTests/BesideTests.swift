import ADASISv2
import Foundation
import Glibc
import Testing

/// Corrections as a small map in front of the whole one.
@Suite("corrections beside a map")
struct BesideTests {
    private static let source = Programs.package.appending(
        path: "tools/sample-map/neubrandenburg.osm.pbf"
    ).path()
    /// A way of the drive, and one beside it.
    private static let driven = 35_160_067

    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        _ = try scratch.file("base.ehmap", Data(contentsOf: URL(filePath: Sample.map)))
    }

    private func overlay(_ properties: String...) throws -> String {
        let list = properties.map {
            #"{"type":"Feature","geometry":null,"properties":{\#($0)}}"#
        }.joined(separator: ",\n")
        return try scratch.file(
            "o.geojson", "{\"type\":\"FeatureCollection\",\"features\":[\n\(list)\n]}\n")
    }

    private func build(
        _ options: [String], country: String = "DE", to name: String
    ) throws -> Outcome {
        try ehorizon(
            ["map", "build", "--osm", Self.source, "--country", country, "--output", scratch[name]]
                + options)
    }

    private func index(_ names: String...) throws -> Outcome {
        try ehorizon(
            ["map", "regions", "--output", scratch["index.json"]] + names.map { scratch[$0] })
    }

    /// What the SEGMENTs of a drive state, in any order.
    private func segments(_ map: String) throws -> Set<Substring> {
        let replay = try ehorizon(
            "replay", "--map", map, "--input", Sample.shortDrive, "--messages", "all", "--output",
            scratch["frames.log"])
        #expect(replay.status == 0, "\(replay)")
        let check = try ehorizon("check", scratch["frames.log"])
        #expect(check.status == 0, "\(check)")
        let decoded = try ehorizon("decode", scratch["frames.log"]).lines
        return Set(
            decoded.filter { $0.contains(" SEGMENT ") }.compactMap { line in
                // Behind time and frame, and before the counter.
                line.split(separator: " SEGMENT ").last?.split(separator: "  #").first
            })
    }

    @Test func aLimitAndAClosedRoad() throws {
        let file = try overlay(
            "\"way\":\(Self.driven),\"limit\":30,\"basis\":\"sign\"",
            "\"way\":32348505,\"closed\":true")
        let beside = try build(
            ["--overlay", file, "--beside", scratch["base.ehmap"]], to: "corrections.ehmap")
        #expect(beside.status == 0, "\(beside)")
        #expect(beside.words.contains("links are new or differ"), "\(beside)")
        let whole = try build(["--overlay", file], to: "whole.ehmap")
        #expect(whole.status == 0, "\(whole)")
        let size = try scratch.content("corrections.ehmap").count
        #expect(size * 5 < (try scratch.content("whole.ehmap").count))
        let made = try index("corrections.ehmap", "base.ehmap")
        #expect(made.status == 0, "\(made)")

        // Each road is that of the whole map.
        for place in ["53.5378844,13.2622578", "53.53763,13.26155"] {
            let expected = try ehorizon("map", "at", scratch["whole.ehmap"], place)
            let found = try ehorizon("map", "at", scratch["index.json"], place)
            #expect(found.status == expected.status)
            #expect(
                found.lines.filter { $0.contains("speedLimit") }
                    == expected.lines.filter { $0.contains("speedLimit") })
        }
        let segments = try segments(scratch["index.json"])
        #expect(segments.count > 50 && segments.contains { $0.contains("limit 30  by sign") })
        #expect(try segments == self.segments(scratch["whole.ehmap"]))
        #expect(try segments != self.segments(Sample.map))
    }

    @Test func nothingDiffers() throws {
        let beside = try build(["--beside", scratch["base.ehmap"]], to: "none.ehmap")
        #expect(beside.status == 0, "\(beside)")
        #expect(beside.words.contains("0 links are new or differ, 0 are removed"), "\(beside)")
    }

    @Test func correctionsStandInFrontOfTheirMap() throws {
        let file = try overlay("\"way\":\(Self.driven),\"limit\":30")
        let made = try build(
            ["--overlay", file, "--beside", scratch["base.ehmap"]], to: "corrections.ehmap")
        #expect(made.status == 0, "\(made)")
        let behind = try index("base.ehmap", "corrections.ehmap")
        #expect(behind.status == 1)
        behind.expectRefusal(1, "\(scratch["corrections.ehmap"]): corrections of the map ")
        let alone = try index("corrections.ehmap")
        alone.expectRefusal(1, "name that map after them, or compile them again with --beside")
        let other = try build([], country: "AT", to: "other.ehmap")
        #expect(other.status == 0, "\(other)")
        let otherMap = try index("corrections.ehmap", "other.ehmap")
        otherMap.expectRefusal(
            1, "\(scratch["corrections.ehmap"]): corrections of the map ")
        #expect(try !scratch.names().contains("index.json"))
        let identity = try ehorizon("map", "info", scratch["base.ehmap"])
        let words = try #require(otherMap.words.split(separator: " ").first { $0.hasSuffix(",") })
        #expect(identity.text.contains(words.dropLast()), "\(otherMap) \(identity.text)")
    }

    @Test(
        "The tools take corrections as the daemon does",
        arguments: ["replay", "match", "tree", "ahead", "explain", "view"])
    func theToolsTakeCorrections(_ command: String) throws {
        let file = try overlay("\"way\":\(Self.driven),\"limit\":30,\"basis\":\"sign\"")
        let beside = try build(
            ["--overlay", file, "--beside", scratch["base.ehmap"]], to: "corrections.ehmap")
        #expect(beside.status == 0, "\(beside)")
        let drive = ["--input", try Sample.shortDrive]
        let rest = try #require(
            [
                "replay": drive + ["--messages", "all", "--output", "-"],
                "match": drive + ["--output", "-"],
                "tree": ["--at", "53.5378844,13.2622578,30"],
                "ahead": drive, "explain": drive + ["--at", "2026-01-01T08:00:10Z"],
                "view": drive,
            ][command])
        // A page is written to a file; the other commands print.
        func run(_ map: [String], to name: String) throws -> String {
            let output = command == "view" ? ["--title", "a drive", "--output", scratch[name]] : []
            let outcome = try ehorizon([command] + map + rest + output)
            #expect(outcome.status == 0, "\(outcome)")
            return command == "view"
                ? String(decoding: try scratch.content(name), as: UTF8.self) : outcome.text
        }
        let base = ["--map", scratch["base.ehmap"]]
        let corrections = scratch["corrections.ehmap"]
        let found = try run(["--overlay", corrections] + base, to: "a.html")
        #expect(try found == run(["--map", corrections] + base, to: "b.html"))
        #expect(try command == "match" || found != run(base, to: "c.html"))

        try ehorizon([command] + base + ["--overlay", file] + rest).expectRefusal(
            1, "\(file): no corrections of a map")
        let other = try build([], country: "AT", to: "other.ehmap")
        #expect(other.status == 0, "\(other)")
        try ehorizon(
            [command, "--map", scratch["other.ehmap"], "--overlay", corrections] + rest
        ).expectRefusal(1, "\(corrections): corrections of the map ")
    }

    @Test func aFileThatIsNoMapIsRefused() throws {
        let text = try scratch.file("text.ehmap", Data("hello\n".utf8))
        for (path, words) in [
            (scratch["none.ehmap"], "none.ehmap"), (text, "text.ehmap"),
        ] {
            let outcome = try build(["--beside", path], to: "corrections.ehmap")
            #expect(outcome.status == 1 && outcome.words.contains(words), "\(outcome)")
        }
        #expect(try !scratch.names().contains("corrections.ehmap"))
    }

    @Test func theDaemonTakesCompiledCorrections() throws {
        let entries = try overlay("\"way\":\(Self.driven),\"limit\":30")
        let text = try scratch.file("text.csv", Data("time,latitude\n".utf8))
        for (path, words) in [
            (entries, "o.geojson: no corrections of a map. Compile an overlay with"),
            (try Sample.map, "neubrandenburg.ehmap: no corrections of a map"),
            (text, "text.csv: no corrections of a map"), (scratch["none.ehmap"], "none.ehmap"),
        ] {
            let outcome = try ChildProcess(
                Programs.daemon,
                [
                    "--map", scratch["base.ehmap"], "--overlay", path, "--position", "-", "--can",
                    "ehznone0",
                ]
            ).wait()
            #expect(outcome.status == 1 && outcome.words.contains(words), "\(outcome)")
            #expect(outcome.said.count == 1, "\(outcome)")
        }
    }
}

/// Corrections in front of the map of a running daemon.
@Suite(.enabled(if: Bus.isThere, Bus.reason))
struct BesideOnVCAN {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        _ = try scratch.file("base.ehmap", Data(contentsOf: URL(filePath: Sample.map)))
    }

    /// Corrections of a limit of the whole drive's first way, beside a map.
    private func corrections(_ limit: Int, beside base: String, to name: String) throws {
        let file = try scratch.file(
            "o.geojson",
            #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":null,"#
                + #""properties":{"way":35160067,"limit":\#(limit),"basis":"sign"}}]}"#)
        let source = Programs.package.appending(path: "tools/sample-map/neubrandenburg.osm.pbf")
        let made = try ehorizon(
            "map", "build", "--osm", source.path(), "--country", "DE", "--overlay", file,
            "--beside", base, "--output", scratch[name])
        #expect(made.status == 0, "\(made)")
        // The files of User Mode Linux have times in whole seconds: a later write in the same second would not show.
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -60)], ofItemAtPath: scratch[name])
    }

    private func segments(_ bus: Bus) throws -> [Double] {
        try bus.log().entries.compactMap { entry -> Double? in
            guard case .segment(let segment) = entry.message else { return nil }
            guard case .upTo(let limit) = segment.effectiveSpeedLimit.reading else { return nil }
            return Double(limit)
        }
    }

    @Test func correctionsAreReadAgainAndThoseOfAnotherMapAreNot() throws {
        let bus = try Bus("ehzbeside0")
        // The car stands on the way: the maps are made while the daemon runs, however long that takes.
        let drive = try Sample.parkedDrive(in: scratch, standing: 580)
        try corrections(30, beside: scratch["base.ehmap"], to: "corrections.ehmap")
        let daemon = try ChildProcess(
            Programs.daemon,
            [
                "--map", scratch["base.ehmap"], "--overlay", scratch["corrections.ehmap"],
                "--position", "file:\(drive)?rate=1", "--can", bus.name, "--messages",
                "all",
            ])
        try eventually("the corrected limit") { try segments(bus).contains(30) }
        #expect(daemon.words.isEmpty, "\(daemon.words)")

        try corrections(20, beside: scratch["base.ehmap"], to: "new.ehmap")
        #expect(rename(scratch["new.ehmap"], scratch["corrections.ehmap"]) == 0)
        try eventually("the new limit") { try segments(bus).contains(20) }
        try eventually("a line about it") { daemon.words.contains(": a new map, ") }

        // The file is overwritten in place: the daemon keeps the map and drops the corrections.
        let file = try FileHandle(forUpdating: scratch.url("corrections.ehmap"))
        try file.seek(toOffset: 4000)
        try file.write(contentsOf: [1, 2, 3])
        try file.close()
        try eventually("a line about the file") {
            daemon.words.contains("corrections.ehmap: the file was changed in place")
        }
        let places = try bus.log().places.count
        try eventually("20 more POSITIONs on a path") { try bus.log().places.count >= places + 20 }

        // Made beside another map: the roads are those of the map alone.
        let source = Programs.package.appending(path: "tools/sample-map/neubrandenburg.osm.pbf")
        let other = try ehorizon(
            "map", "build", "--osm", source.path(), "--country", "AT", "--output",
            scratch["other.ehmap"])
        #expect(other.status == 0, "\(other)")
        try corrections(10, beside: scratch["other.ehmap"], to: "new.ehmap")
        #expect(rename(scratch["new.ehmap"], scratch["corrections.ehmap"]) == 0)
        try eventually("a line") {
            daemon.words.contains("which does not stand behind them; they are not used")
        }
        let before = try bus.log().places.count
        try eventually("20 more POSITIONs on a path") { try bus.log().places.count >= before + 20 }
        #expect(try !segments(bus).contains(10))
        daemon.send(SIGTERM)
        #expect(try daemon.wait().status == 0)
    }
}
