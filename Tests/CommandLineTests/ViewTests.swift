import Foundation
import Testing

@Suite("ehorizon view")
struct ViewTests {
    /// The text between two texts.
    private static func part(_ text: String, _ start: String, _ end: String) throws -> String {
        let from = try #require(text.range(of: start))
        let to = try #require(text.range(of: end, range: from.upperBound..<text.endIndex))
        return String(text[from.upperBound..<to.lowerBound])
    }

    @Test func aPageContainsTheRecordsOfItsScene() throws {
        let scratch = try Scratch()
        let drive = try ["view", "--map", Sample.map, "--input", Sample.drive.path(), "--output"]
        #expect(try ehorizon(drive + [scratch["drive.html"]]).status == 0)
        #expect(try ehorizon(drive + [scratch["drive.ndjson"]]).status == 0)
        let page = try String(decoding: scratch.content("drive.html"), as: UTF8.self)
        let scene = try Self.part(page, "<script id=\"scene\" type=\"text/plain\">", "</script>")
        try #require(Data(base64Encoded: scene)).write(to: URL(filePath: scratch["scene.gz"]))
        let unpacked = try ChildProcess(
            "/usr/bin/gzip", ["-dc", scratch["scene.gz"]], input: "/dev/null"
        ).wait()
        #expect(unpacked.status == 0)
        let isSame = unpacked.output == (try scratch.content("drive.ndjson"))
        #expect(isSame)
        let tiles = try Self.part(
            page, "<script id=\"tiles\" type=\"application/json\">", "</script>")
        let names = try #require(
            try JSONSerialization.jsonObject(with: Data(tiles.utf8)) as? [String: String])
        #expect(names.count > 7)
        #expect(names.values.allSatisfy { Data(base64Encoded: $0)?.isEmpty == false })
    }

    /// Whatever names a resource in HTML or CSS names none outside of the file.
    @Test func aPageNamesNoResourceOutside() throws {
        let scratch = try Scratch()
        let outcome = try ehorizon([
            "view", "--map", Sample.map, "--input", Sample.drive.path(), "--output",
            scratch["drive.html"],
        ])
        #expect(outcome.status == 0)
        let page = try String(decoding: scratch.content("drive.html"), as: UTF8.self)
        #expect(!page.contains("<script src"))
        #expect(!page.contains("rel=\"stylesheet\""))
        #expect(page.contains("default-src 'none'"))
        // Scripts may contain the word; a browser test watches what they request.
        for style in page.components(separatedBy: "<style>").dropFirst() {
            let rules = style.components(separatedBy: "</style>")[0]
            for match in rules.matches(of: /url\(["']?(?<target>[^"')]{1,12})/) {
                let target = match.output.target
                #expect(target.hasPrefix("data:") || target.hasPrefix("#"), "\(target)")
            }
        }
    }

    @Test func aLogAndADriveAreSources() throws {
        let scratch = try Scratch()
        let outcome = try ehorizon([
            "view", "--map", Sample.map, "--input", Sample.drive.path(), "--log",
            Sample.golden.path(), "--output", scratch["drive.ndjson"],
        ])
        #expect(outcome.status == 0, "\(outcome)")
        let text = try String(decoding: scratch.content("drive.ndjson"), as: UTF8.self)
        let head = try #require(text.split(separator: "\n").first)
        let names = head.matches(of: /"kind":"(?<kind>[a-z]+)"/).map { String($0.output.kind) }
        #expect(names == ["engine", "client", "client"])
        // The golden log has coordinates, the default mask has none.
        #expect(head.contains("\"geometry\":\"transmitted\""))
        #expect(head.contains("\"geometry\":\"turn-angles\""))
        for source in 0...2 { #expect(text.contains("{\"r\":\"step\",\"s\":\(source),")) }
    }

    /// Of a log of two buses a page shows the chosen one, as of a log of that bus alone.
    @Test func anInterfaceOfALogIsChosen() throws {
        let scratch = try Scratch()
        let lines = try String(contentsOf: Sample.golden, encoding: .utf8)
            .split(separator: "\n").prefix(2000)
        let other = lines.suffix(1500).map { $0.replacing("vcan0", with: "can7") }
        let text =
            (lines.map { String($0) } + other.map { String($0) }).sorted()
            .joined(separator: "\n") + "\n"
        let log = try scratch.file("drive.log", text)
        let folder = try Scratch()
        let alone = try folder.file("drive.log", other.joined(separator: "\n") + "\n")
        for (log, options) in [(log, ["--interface", "can7"]), (alone, [])] {
            let name = options.isEmpty ? "alone.ndjson" : "chosen.ndjson"
            let outcome = try ehorizon(
                ["view", "--log", log, "--output", scratch[name]] + options)
            #expect(outcome.status == 0, "\(outcome)")
        }
        let isSame = try scratch.content("chosen.ndjson") == scratch.content("alone.ndjson")
        #expect(isSame)
        try ehorizon("view", "--interface", "can7", "--can", "can0")
            .expectRefusal(2, "--interface can7: it needs --log; --can follows a bus")
    }

    /// A malformed line is reported, and the page is there all the same.
    @Test func aLogWithAMalformedLineIsShown() throws {
        let scratch = try Scratch()
        var lines = try String(contentsOf: Sample.golden, encoding: .utf8)
        lines.replaceSubrange(lines.startIndex..<lines.startIndex, with: "no frame\n")
        try lines.write(toFile: scratch["bad.log"], atomically: true, encoding: .utf8)
        let outcome = try ehorizon([
            "view", "--log", scratch["bad.log"], "--output", scratch["bad.ndjson"],
        ])
        #expect(outcome.status == 1)
        #expect(outcome.words.contains("line 1, column"), "\(outcome)")
        let text = try String(decoding: scratch.content("bad.ndjson"), as: UTF8.self)
        #expect(text.contains("{\"r\":\"step\""))
    }

    @Test func aLogOfAnotherTimeBeginsAtTheStart() throws {
        let scratch = try Scratch()
        let log = try String(contentsOf: Sample.golden, encoding: .utf8)
        let later = log.replacing(/\((?<first>\d)(?<rest>\d+\.)/) { match in
            "(\((Int(match.output.first) ?? 0) + 1)\(match.output.rest)"
        }
        try later.write(toFile: scratch["later.log"], atomically: true, encoding: .utf8)
        let outcome = try ehorizon([
            "view", "--log", Sample.golden.path(), "--log", scratch["later.log"], "--output",
            scratch["both.ndjson"],
        ])
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.words.contains("a log of another time"))
        let text = try String(decoding: scratch.content("both.ndjson"), as: UTF8.self)
        #expect(text.contains("{\"r\":\"step\",\"s\":1,\"t\":0"))
    }

    @Test func aDriveWithoutAMapIsWrongUsage() throws {
        try ehorizon("view", "--input", "d.nmea", "--output", "x.html")
            .expectRefusal(2, "--input needs --map <file.ehmap>")
    }
}
