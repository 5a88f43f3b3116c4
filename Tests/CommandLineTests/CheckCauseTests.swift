import Foundation
import Testing

/// `ehorizon check`: root causes, places, filters, the page of a rule, statistics.
@Suite("Causes")
struct CheckCauseTests {
    private static let lines = Result {
        try String(contentsOf: Sample.golden, encoding: .utf8).split(separator: "\n")
            .map(String.init)
    }

    /// The line of a STUB that opens a path of many messages, the line of the next STUB, and the violations that follow
    /// where the first one is lost.
    private static let (lost, next, following) = (666, 671, 41)

    /// The demo's log without a line, from 1, in a file.
    private func log(_ scratch: Scratch, without line: Int) throws -> String {
        var lines = try Self.lines.get()
        lines.remove(at: line - 1)
        return try scratch.file("lost.log", lines.joined(separator: "\n") + "\n")
    }

    @Test func oneLostStubIsOneRootCause() throws {
        let scratch = try Scratch()
        let log = try log(scratch, without: Self.lost)
        let roots = try ehorizon("check", log)
        #expect(roots.status == 1)
        #expect(
            roots.text
                == "1767254405.720810  counter (B)  STUB: the counter is 1 after 3: at least 1 frame is missing"
                + "  [line \(Self.next); … and \(Self.following) that follow]\n")
        #expect(
            roots.words
                == "ehorizon: 1 counter, 1 stub-first, 1 index-reuse, \(Self.following - 2) retransmission;"
                + " 1 root cause\n")
        let all = try ehorizon("check", "--all", log)
        #expect(all.status == 1 && all.words == roots.words)
        #expect(all.lines.count == Self.following + 1)
        let followers = all.lines.filter { $0.contains("; follows ") }
        #expect(followers.count == Self.following)
        #expect(
            followers.contains {
                $0.contains("follows counter of line \(Self.next): a STUB was lost]")
            })
        // From a pipe nobody knows what comes: each violation is printed, and the same number counts.
        let piped = try ChildProcess("sh", ["-c", "cat \(log) | \(Programs.tool) check -"]).wait()
        #expect(piped.status == 1)
        #expect(piped.lines.count == Self.following + 1)
    }

    @Test func aSecondFaultIsASecondRootCause() throws {
        let scratch = try Scratch()
        var lines = try Self.lines.get()
        // A SEGMENT far from the lost STUB, also lost.
        let segment = try #require(
            lines.indices.first { $0 > 6000 && lines[$0].contains(" 302#") })
        lines.remove(at: segment)
        lines.remove(at: Self.lost - 1)
        let log = try scratch.file("two.log", lines.joined(separator: "\n") + "\n")
        let outcome = try ehorizon("check", log)
        #expect(outcome.lines.count == 2, "\(outcome)")
        #expect(outcome.lines.last?.contains("counter (B)  SEGMENT: ") == true, "\(outcome)")
        #expect(outcome.words.hasSuffix("; 2 root causes\n"))
    }

    @Test func jsonHasPlaceAndCause() throws {
        let scratch = try Scratch()
        let log = try log(scratch, without: Self.lost)
        func objects(_ flags: String...) throws -> [[String: Any]] {
            try ehorizon(["check", "--json", log] + flags).lines.map {
                try #require(
                    try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
            }
        }
        let root = try #require(try objects().first)
        #expect(root["line"] as? Int == Self.next && root["frame"] as? Int == Self.next)
        #expect(root["following"] as? Int == Self.following && root["follows"] is NSNull)
        #expect(root["rule"] as? String == "counter")
        let all = try objects("--all")
        #expect(all.count == Self.following + 1)
        let stub = try #require(all.first { $0["rule"] as? String == "index-reuse" })
        let cause = try #require(stub["follows"] as? [String: Any])
        #expect(cause["rule"] as? String == "stub-first")
        #expect(cause["line"] as? Int ?? 0 < stub["line"] as? Int ?? 0)
        #expect((cause["reason"] as? String)?.hasSuffix(" had no STUB") == true)
        let path = try #require(stub["path"] as? Int)
        let ofPath = try ehorizon("check", "--all", "--path", "\(path)", log)
        #expect(ofPath.lines.count > 30 && ofPath.lines.count <= Self.following, "\(ofPath)")
    }

    /// In a binary log the number of the frame is the place.
    @Test func aBinaryLogHasFrames() throws {
        let scratch = try Scratch()
        let log = scratch["drive.blf"]
        let replay = try ehorizon(
            "replay", "--map", Sample.map, "--input", Sample.shortDrive, "--output", log)
        #expect(replay.status == 0)
        let outcome = try ehorizon("check", "--max-frames", "3", log)
        #expect(outcome.status == 1)
        #expect(
            outcome.lines.first?.hasSuffix("[frame 4; … and 1006 that follow]") == true,
            "\(outcome.text.prefix(300))")
    }

    @Test func filtersChooseWhatCounts() throws {
        let scratch = try Scratch()
        let log = try log(scratch, without: Self.lost)
        func rules(_ flags: String...) throws -> (status: Int32?, lines: Int, words: String) {
            let outcome = try ehorizon(["check", "--all", log] + flags)
            return (outcome.status, outcome.lines.count, outcome.words)
        }
        let reuse = try rules("--rule", "index-reuse")
        #expect(reuse.status == 1 && reuse.lines == 1)
        let two = try rules("--rule", "index-reuse", "--rule", "counter")
        #expect(two.lines == 2)
        let fair = try rules("--at-least", "B")
        #expect(fair.lines == Self.following - 1, "\(fair)")
        let high = try rules("--at-least", "a")
        #expect(
            high.status == 0
                && high.words == "ehorizon: no violations; \(Self.following + 1) others\n",
            "\(high)")
        let elsewhere = try rules("--path", "63")
        #expect(elsewhere.status == 0 && elsewhere.lines == 0)
        // What follows from a violation that was not chosen is not lost.
        let follower = try ehorizon("check", "--rule", "index-reuse", log)
        #expect(follower.lines.count == 1)
        #expect(follower.text.contains("; follows stub-first of line "), "\(follower)")
    }

    @Test(arguments: [
        (
            ["--rule", "stub-frst"],
            "--rule stub-frst: no rule of this name; did you mean stub-first?"
        ),
        (["--rule", "xyz"], "--rule xyz: no rule of this name; the rules are bad-frame, "),
        (["--explain", "x"], "--explain x: no rule of this name; the rules are bad-frame, "),
        (["--at-least", "E"], "--at-least E: one of A, B, C and D"),
        (["--path", "7"], "--path 7: a path index of 8 to 63"),
        (["--compare", "other.log"], "--compare other.log: it needs --statistics"),
    ])
    func wrongFlagsAreNamed(flags: [String], words: String) throws {
        try ehorizon(["check", Sample.golden.path()] + flags).expectRefusal(2, words)
    }

    @Test func aRuleIsExplained() throws {
        let outcome = try ehorizon("check", "--explain", "index-reuse")
        #expect(outcome.status == 0)
        #expect(outcome.text.hasPrefix("## index-reuse\n\n"))
        let page = try ehorizon("reference", "--format", "rules")
        #expect(page.status == 0 && page.text.contains(outcome.text))
    }

    /// POSITION comes every 100 ms: two of them 200 ms apart cannot have five more between them.
    @Test func theNumberOfMissingFramesIsStatedWhereItIsKnown() throws {
        let scratch = try Scratch()
        let positions = try Self.lines.get().enumerated().filter { $0.element.contains(" 300#") }
        let one = try ehorizon("check", try log(scratch, without: positions[400].offset + 1))
        #expect(one.text.contains("POSITION: the counter is "), "\(one)")
        #expect(
            one.text.contains(": 1 frame is missing") && !one.text.contains("at least"), "\(one)")
        var lines = try Self.lines.get()
        for number in [401, 400] { lines.remove(at: positions[number].offset) }
        let two = try ehorizon(
            "check", try scratch.file("two.log", lines.joined(separator: "\n") + "\n"))
        #expect(two.text.contains(": 2 frames are missing"), "\(two)")
    }

    /// ASC counts from zero: its own time stands beside the time of day.
    @Test func theTimeOfTheLogItself() throws {
        let scratch = try Scratch()
        let asc = scratch["drive.asc"]
        let replay = try ehorizon(
            "replay", "--map", Sample.map, "--input", Sample.shortDrive, "--output", asc)
        #expect(replay.status == 0, "\(replay)")
        let all = String(decoding: try scratch.content("drive.asc"), as: UTF8.self)
        var lines = all.split(separator: "\n", omittingEmptySubsequences: false)
        let frames = lines.indices.filter { lines[$0].contains(" 300 ") }
        lines.remove(at: frames[100])
        let log = try scratch.file("lost.asc", lines.joined(separator: "\n"))
        let own = try #require(
            lines[frames[100]...].first { $0.contains(" 300 ") }?.split(separator: " ").first)
        let text = try ehorizon("check", log)
        let seconds = try #require(Double(own))
        #expect(
            text.text.contains(" (log \(String(format: "%.6f", seconds)))  counter"),
            "\(own): \(text)")
        let json = try ehorizon("check", "--json", log)
        let violation = try #require(
            try JSONSerialization.jsonObject(with: Data(json.lines[0].utf8)) as? [String: Any])
        #expect(violation["logTime"] as? Double == seconds)
        #expect((violation["time"] as? Double ?? 0) > 1.7e9)
        // candump has the time of day itself.
        #expect(
            !(try ehorizon("check", "--json", try self.log(scratch, without: Self.lost))).text
                .contains(
                    "logTime"))
    }

    @Test func statisticsWithABitRateHaveTheLoad() throws {
        let golden = Sample.golden.path()
        func object(_ flags: String...) throws -> [String: Any] {
            let outcome = try ehorizon(["check", "--statistics", "--json", golden] + flags)
            let object = try JSONSerialization.jsonObject(with: Data(outcome.lines[0].utf8))
            return try #require(object as? [String: Any])
        }
        let with = try object("--bitrate", "500000")
        let bits = try #require(with["most_bits_per_second"] as? Double)
        let load = try #require(with["most_load_percent"] as? Double)
        #expect(abs(load - bits / 5000) < 0.01 && load < 5.01)
        #expect(with["load_percent"] is Double)
        #expect(try object()["most_load_percent"] == nil)
        let positions = try #require((with["messages"] as? [[String: Any]])?.first)
        let least = try #require(positions["interval_least_ms"] as? Double)
        let mean = try #require(positions["interval_mean_ms"] as? Double)
        let most = try #require(positions["interval_most_ms"] as? Double)
        #expect(least <= mean && mean <= most && least > 90 && abs(mean - 100) < 1)
        let text = try ehorizon("check", "--statistics", golden, "--bitrate", "500000").text
        #expect(text.contains("load %, most") && text.contains("POSITION interval ms, least"))
        try ehorizon("check", "--statistics", golden, "--bitrate", "0").expectRefusal(
            2, "--bitrate 0")
    }

    @Test func statisticsOfOneSenderAndOfTwo() throws {
        let scratch = try Scratch()
        let golden = Sample.golden.path()
        let lines = try Self.lines.get()
        let half = try scratch.file(
            "half.log", lines[..<(lines.count / 2)].joined(separator: "\n") + "\n")
        let outcome = try ehorizon("check", "--statistics", golden, "--compare", half)
        #expect(outcome.status == 0, "\(outcome.words)")
        let rows = outcome.lines.map { $0.split(separator: " ").map(String.init) }
        let frames = try #require(rows.first { $0.first == "frames" && $0.count == 3 })
        #expect(frames == ["frames", "\(lines.count)", "\(lines.count / 2)"])
        let positions = lines.count { $0.contains(" 300#") }
        #expect(rows.contains { $0.starts(with: ["POSITION", "frames", "\(positions)"]) })
        #expect(
            rows.contains {
                $0.starts(with: ["POSITION", "interval", "ms,", "median", "100.0", "100.0"])
            })
        let json = try ehorizon("check", "--statistics", "--json", golden, "--compare", half)
        let objects = try json.lines.map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        #expect(objects.compactMap { $0["log"] as? String } == [golden, half])
        #expect(objects[0]["frames"] as? Int == lines.count)
        let messages = try #require(objects[0]["messages"] as? [[String: Any]])
        #expect(messages.count == 6)
        // The most frames of any second, counted anew from the times.
        let times = lines.compactMap { Double($0.dropFirst().prefix { $0 != ")" }) }
        var most = 0
        var start = 0
        for (index, time) in times.enumerated() {
            while time - times[start] >= 1 { start += 1 }
            most = max(most, index - start + 1)
        }
        #expect(objects[0]["most_frames_per_second"] as? Int == most)
        let lost = try ehorizon("check", "--statistics", try log(scratch, without: Self.lost))
        #expect(lost.status == 1 && lost.text.hasPrefix("figure"))
        #expect(lost.words.contains("1 counter"))
        let none = try ehorizon("check", "--statistics", golden, "--compare", "/dev/null")
        #expect(none.status == 1)
        #expect(none.words.contains("/dev/null: the log has no message of this layout"))
    }
}
