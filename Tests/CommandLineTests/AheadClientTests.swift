import Foundation
import Testing

/// The client of the contract of `ehorizon ahead --json`, over the sample drive.
@Suite("tools/ahead-client") struct AheadClientTests {
    static let client = Programs.package.appending(
        path: "tools/ahead-client/ahead_client.py"
    ).path()

    private func client(_ input: String) throws -> Outcome {
        try ChildProcess("python3", [Self.client], input: input).wait()
    }

    /// It says what the lines of the command say.
    @Test func aDrive() throws {
        let scratch = try Scratch()
        let command = ["ahead", "--map", try Sample.map, "--input", Sample.drive.path()]
        let json = try ehorizon(command + ["--json", "--every", "20"])
        let outcome = try client(scratch.file("ahead.jsonl", json.output))
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.lines.count == json.lines.count)
        #expect(outcome.lines.first?.hasPrefix("1767254400.000  limit 50 km/h  ") == true)
        for part in ["  next limit ", "  curve ", "  stop trafficLight in "] {
            #expect(outcome.text.contains(part), "\(outcome.text)")
        }
        for (line, text) in zip(outcome.lines, json.lines) {
            let answer = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
            let entries = try #require(answer?["ahead"] as? [[String: Any]])
            let curve = entries.first { $0["kind"] as? String == "curve" }
            guard let speed = curve?["safeSpeed"] as? Double,
                let distance = curve?["distance"] as? Double
            else {
                #expect(!line.contains("curve"))
                continue
            }
            let shown = try #require(line.firstMatch(of: /curve (\d+) km\/h in (\d+) m/)?.output)
            #expect(abs((Double(shown.1) ?? -1) - speed * 3.6) <= 0.5, "\(line)")
            #expect(abs((Double(shown.2) ?? -1) - max(distance, 0)) <= 0.5, "\(line)")
        }
    }

    @Test func anotherVersionIsRefused() throws {
        let scratch = try Scratch()
        for (line, words) in [
            ("{\"version\":2,\"time\":0,\"ahead\":[]}\n", "line 1: not version 1"),
            ("no json\n", "line 1: no JSON"),
        ] {
            try client(scratch.file("other", line)).expectRefusal(1, words)
        }
    }
}
