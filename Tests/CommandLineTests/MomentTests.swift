import Foundation
import Testing

/// `explain`, `tree` and `ahead` at a moment of a drive, against each other and against the frames of a replay.
@Suite("A moment of a drive")
struct MomentTests {
    /// The frames are those of a replay, each with a reason; the text has the exits of sent paths alone.
    @Test func framesHaveReasons() throws {
        let scratch = try Scratch()
        let command = try ExplainTests.command("08:00:40") + ["--frames", "1.5"]
        let answer = try ExplainTests.answer(try ehorizon(command + ["--json"]))
        let replayed = try ehorizon(
            "replay", "--map", Sample.map, "--input", Sample.shortDrive, "--messages", "all",
            "--from",
            "1767254438.5", "--to", "1767254441.5", "--output", scratch["part.log"])
        #expect(replayed.status == 0, "\(replayed)")
        let log = String(decoding: try scratch.content("part.log"), as: UTF8.self)
        let frames = log.split(separator: "\n").compactMap { $0.split(separator: " ").last }
        #expect(answer.frames.map { "\($0.id)#\($0.data)" } == frames.map(String.init))
        #expect(frames.count > 30)
        #expect(answer.frames.allSatisfy { abs($0.after) <= 1.5 })
        #expect(!answer.frames.contains { $0.cause == "unknown" })
        #expect(answer.frames.contains { $0.cause == "distance" })
        for frame in answer.frames where frame.message == "POSITION" {
            #expect(frame.cause == "cycle")
        }
        let none = try ExplainTests.answer(
            try ehorizon(try ExplainTests.command("08:00:40") + ["--frames", "0", "--json"]))
        #expect(none.frames.allSatisfy { $0.after == 0 })
        let text = try ehorizon(try ExplainTests.command("08:00:40"))
        let all = try ehorizon(try ExplainTests.command("08:00:40") + ["--all-exits"])
        #expect(text.lines[0].contains("on-road, path \(answer.paths[0].index ?? 0) at"))
        #expect(text.text.contains(" not sent") && !all.text.contains("--all-exits"))
        #expect(!text.text.contains("tree path") && all.text.contains("tree path"))
        try ehorizon(try ExplainTests.command("08:00:40") + ["--frames", "-1"]).expectRefusal(
            2, "--frames")
    }

    /// Tree, list and frames of a moment have one number for a path.
    @Test func aPathHasOneNumber() throws {
        let answer = try ExplainTests.answer(
            try ehorizon(try ExplainTests.command("08:00:40") + ["--json"]))
        let drive = [
            "--map", try Sample.map, "--input", try Sample.shortDrive, "--messages", "all",
        ]
        let tree = try ehorizon(["tree"] + drive + ["--at", "08:00:40", "--format", "json"])
        struct Tree: Decodable {
            struct Path: Decodable { let path: Int, pathIndex: Int? }
            let time: Double
            let state: String
            let paths: [Path]
        }
        let described = try JSONDecoder().decode(Tree.self, from: tree.output)
        #expect(described.time == answer.time && described.state == "on-road")
        #expect(described.paths.map(\.path) == answer.paths.map(\.path))
        #expect(described.paths.map(\.pathIndex) == answer.paths.map(\.index))
        let index = try #require(answer.paths[0].index)
        let text = try ehorizon(["tree"] + drive + ["--at", "2026-01-01T08:00:40Z"])
        #expect(text.lines[0] == "2026-01-01T08:00:40Z  on-road")
        #expect(text.lines[1].hasPrefix("main path \(index), the vehicle at"), "\(text)")
        let ahead = try ehorizon(["ahead"] + drive + ["--at", "08:00:40", "--json"])
        #expect(ahead.lines.count == 1)
        #expect(ahead.text.contains("\"pathIndex\":\(index),"))
        let geojson = try ehorizon(["tree"] + drive + ["--at", "08:00:40", "--geojson"])
        #expect(geojson.text.contains("\"path_index\":\(index),"), "\(geojson)")
        // POSITION of that moment has this path.
        let position = try #require(
            answer.frames.first { $0.message == "POSITION" && $0.after == 0 })
        let path = try #require(Int(position.data.dropFirst(4).prefix(2), radix: 16)) & 63
        #expect(path == index)
        try ehorizon(["tree"] + drive + ["--at", "noon"]).expectRefusal(
            2, "--at noon: with --input")
        try ehorizon(["tree"] + drive + ["--at", "12:00:00"]).expectRefusal(
            1, "--at 12:00:00: the drive")
        try ehorizon(["tree"] + drive + ["--at", "08:00:40", "--time", "5"]).expectRefusal(
            2, "--time 5")
        try ehorizon("tree", "--map", try Sample.map, "--at", "08:00:40").expectRefusal(
            2, "--at 08:00:40: a time needs a drive")
    }
}
