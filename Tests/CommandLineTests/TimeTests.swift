import Foundation
import Glibc
import Testing

/// `--from`, `--to`, `--at` and `--times`.
@Suite struct TimeTests {
    /// The lines of a text whose time, as `seconds` finds it, is in a range.
    private static func lines(
        _ text: String, _ range: ClosedRange<Double>, _ seconds: (String) -> Double?
    ) -> [String] {
        text.split(separator: "\n").map(String.init).filter {
            seconds($0).map(range.contains) ?? false
        }
    }

    private static func ofFrame(_ line: String) -> Double? {
        line.dropFirst().split(separator: ")").first.flatMap { Double($0) }
    }

    /// 2026-01-01T08:00:00Z, the start of the demo's drive.
    private static let start = 1_767_254_400.0

    @Test(arguments: [
        ("08:01:00", "08:01:10.5"), ("2026-01-01T08:01:00Z", "2026-01-01T09:01:10.5+01:00"),
        ("1767254460", "1767254470.5"), ("08:01", "08:01:10.5"),
    ])
    func aPartIsThatOfTheWhole(from: String, to: String) throws {
        let range = Self.start + 60...Self.start + 70.5
        let part = ["--from", from, "--to", to]
        let golden = Sample.golden.path()
        let whole = try ehorizon("decode", golden)
        let decoded = try ehorizon(["decode", golden] + part)
        #expect(decoded.status == 0 && decoded.words.isEmpty, "\(decoded)")
        let expected = Self.lines(whole.text, range, Self.ofFrame)
        #expect(expected.count > 100 && expected.count < whole.lines.count / 10)
        #expect(decoded.text == expected.joined(separator: "\n") + "\n")
    }

    @Test func aPartOfAReplayIsThatOfTheWhole() throws {
        let scratch = try Scratch()
        let outcome = try ehorizon(
            "replay", "--map", Sample.map, "--input", Sample.drive.path(), "--output",
            scratch["part.log"], "--messages", "all", "--from", "08:01:00", "--to", "08:01:10.5")
        #expect(outcome.status == 0, "\(outcome)")
        let whole = try ehorizon(
            "replay", "--map", Sample.map, "--input", Sample.drive.path(), "--output",
            scratch["whole.log"], "--messages", "all")
        #expect(whole.status == 0, "\(whole)")
        let text = try String(contentsOfFile: scratch["whole.log"], encoding: .utf8)
        let expected = Self.lines(text, Self.start + 60...Self.start + 70.5, Self.ofFrame)
        #expect(expected.count > 100)
        #expect(
            try String(contentsOfFile: scratch["part.log"], encoding: .utf8)
                == expected.joined(separator: "\n") + "\n")
    }

    @Test func partsOfADriveAreThoseOfTheWhole() throws {
        let range = Self.start + 20...Self.start + 30
        let source = ["--map", try Sample.map, "--input", try Sample.shortDrive]
        let part = ["--from", "08:00:20", "--to", "08:00:30"]
        func ofRow(_ line: String) -> Double? {
            line.split(separator: ",").first.flatMap { Double($0) }
        }
        let match = ["match"] + source + ["--output", "-"]
        let rows = try Self.lines(ehorizon(match).text, range, ofRow)
        #expect(rows.count == 11)
        #expect(try ehorizon(match + part).lines.dropFirst().map(String.init) == rows)
        // The fixes after the window still decide.
        let late = match + ["--lag", "10"]
        let lateRows = try Self.lines(ehorizon(late).text, range, ofRow)
        #expect(lateRows.count == 11)
        #expect(try ehorizon(late + part).lines.dropFirst().map(String.init) == lateRows)

        func ofObject(_ line: String) -> Double? {
            let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            return object?["time"] as? Double
        }
        let ahead = ["ahead"] + source + ["--json"]
        let answers = try Self.lines(ehorizon(ahead).text, range, ofObject)
        #expect(answers.count == 11)
        #expect(try ehorizon(ahead + part).lines.map(String.init) == answers)
        // The window does not move the intervals of the answers.
        let every = ahead + ["--every", "5"]
        let few = try Self.lines(ehorizon(every).text, Self.start + 22...Self.start + 30, ofObject)
        #expect(few.count == 2)
        #expect(
            try ehorizon(every + ["--from", "08:00:22", "--to", "08:00:30"]).lines.map(String.init)
                == few)
        let last = try ehorizon(ahead + part + ["--every", "end"])
        #expect(last.lines.map(String.init) == answers.suffix(1))
    }

    @Test func theTreeOfAMomentIsThatOfTheLogUpToIt() throws {
        let scratch = try Scratch()
        let text = try String(contentsOf: Sample.golden, encoding: .utf8)
        let head = Self.lines(text, Self.start...Self.start + 77, Self.ofFrame)
        let log = try scratch.file("head.log", head.joined(separator: "\n") + "\n")
        let expected = try ehorizon("reconstruct", log)
        let golden = Sample.golden.path()
        for option in ["--at", "--to"] {
            let outcome = try ehorizon("reconstruct", option, "08:01:17", golden)
            #expect(outcome.text == expected.text)
            #expect(outcome.words == expected.words && outcome.status == 0)
        }
        // What comes before the window is part of the tree.
        let trees = try ehorizon(
            "reconstruct", "--follow", "--json", "--from", "08:01:16", "--to", "08:01:17", golden)
        let all = try ehorizon("reconstruct", "--follow", "--json", log)
        #expect(trees.lines.count >= 10)
        #expect(trees.lines == all.lines.suffix(trees.lines.count))
        let both = try ehorizon("reconstruct", "--at", "08:01", "--follow", golden)
        both.expectRefusal(2, "--at: it cannot be combined with --follow, --from and --to")
    }

    /// Violations outside the window do not count, and what came before it is known.
    @Test func onlyViolationsOfTheWindowCount() throws {
        let scratch = try Scratch()
        var lines = try String(contentsOf: Sample.golden, encoding: .utf8)
            .split(separator: "\n").map(String.init)
        // The counters of POSITION have a hole.
        let index = try #require(
            lines.firstIndex { Self.ofFrame($0) ?? 0 > Self.start + 60 && $0.contains(" 300#") })
        lines.remove(at: index)
        let log = try scratch.file("hole.log", lines.joined(separator: "\n") + "\n")
        let whole = try ehorizon("check", log)
        #expect(whole.status == 1 && !whole.lines.isEmpty)
        for part in [["--to", "08:00:59"], ["--from", "08:02"]] {
            let outcome = try ehorizon(["check", log] + part)
            #expect(outcome.status == 0, "\(outcome)")
            #expect(outcome.words == "ehorizon: no violations\n")
        }
        let inside = try ehorizon("check", log, "--from", "08:00:59", "--to", "08:02")
        #expect(inside.status == 1 && inside.text == whole.text && inside.words == whole.words)
    }

    @Test func timesAreWrittenAsAsked() throws {
        let golden = Sample.golden.path()
        let part = ["--from", "08:00:10", "--to", "08:00:10"]
        let zone = "ehorizon: \(golden): times of day in UTC, from 2026-01-01 on\n"
        let iso = try ehorizon(["decode", golden, "--times", "iso"] + part)
        #expect(iso.text.hasPrefix("(2026-01-01T08:00:10.000000Z) vcan0 305#"))
        #expect(iso.words.isEmpty)
        let clock = try ehorizon(["decode", golden, "--times", "clock"] + part)
        #expect(clock.text.hasPrefix("(08:00:10.000000) vcan0 305#") && clock.words == zone)
        let object = try ehorizon(["decode", golden, "--json", "--times", "iso"] + part)
        let start =
            #"{"time":1767254410.000000,"timeText":"2026-01-01T08:00:10.000000Z","id":"305""#
        #expect(object.text.hasPrefix(start))
        let tree = try ehorizon("reconstruct", golden, "--times", "iso", "--at", "08:00:10")
        #expect(tree.text.hasPrefix("2026-01-01T08:00:10.000000Z  path "))
        let source = ["--map", try Sample.map, "--input", try Sample.shortDrive]
        let rows = try ehorizon(
            ["match", "--output", "-", "--times", "clock"] + source + part
        ).lines
        #expect(rows.count == 2 && rows[1].hasPrefix("08:00:10.000,"))
        let answers = try ehorizon(["ahead", "--times", "iso"] + source + part).lines
        #expect(answers.first?.hasPrefix("2026-01-01T08:00:10.000Z  path ") ?? false)
    }

    @Test func timesThatCannotBeAreNamed() throws {
        let golden = Sample.golden.path()
        try ehorizon("decode", golden, "--from", "8 o'clock").expectRefusal(
            2,
            "--from 8 o'clock: a time such as 08:03:17, 08:03, 2026-01-01T08:03:17Z or 1767254597")
        let span = "\(golden) is from 2026-01-01T08:00:00Z to 2026-01-01T08:07:57Z"
        for (command, option) in [
            ("decode", "--from"), ("check", "--from"), ("reconstruct", "--from"),
            ("reconstruct", "--at"),
        ] {
            let outcome = try ehorizon(command, golden, option, "09:00")
            #expect(outcome.status == 1 && outcome.text.isEmpty)
            #expect(outcome.words == "ehorizon: \(option) 09:00: \(span)\n")
        }
        let early = try ehorizon("decode", golden, "--to", "1767254399")
        #expect(
            early.words == "ehorizon: --to 1767254399: \(golden) begins at 2026-01-01T08:00:00Z"
                + " and has nothing there\n")
        // A time that was copied from a line takes that line.
        let copied = ["--from", "1767254400.000270", "--to", "1767254400.000270"]
        #expect(try ehorizon(["decode", golden] + copied).lines.count == 1)
        let turned = try ehorizon("decode", golden, "--from", "08:05", "--to", "08:01")
        #expect(turned.words == "ehorizon: --from 08:05 --to 08:01: the end is before the start\n")
        let scratch = try Scratch()
        let log = try scratch.file("zero.log", "(0000000012.500000) can0 300#202F081C00106A00\n")
        let dated = try ehorizon("decode", log, "--times", "iso")
        #expect(
            dated.words
                == "ehorizon: --times iso: the times of \(log) count from its start; without"
                + " --times they are seconds\n")
        #expect(dated.status == 1)
        #expect(try ehorizon("decode", log, "--from", "12", "--to", "13").lines.count == 1)
    }

    /// Fixes between whole seconds, and at the end of all times.
    @Test func timesOfFixesAreExact() throws {
        let scratch = try Scratch()
        let csv = try scratch.file(
            "quick.csv",
            """
            time,latitude,longitude
            1767254400.250,53.5376,13.2615
            1767254400.450,53.5376,13.2615
            9223372036.854775807,53.5376,13.2615

            """)
        let rows = try ehorizon(
            "match", "--map", Sample.map, "--input", csv, "--output", "-", "--times", "clock"
        ).lines
        #expect(rows.count == 4 && rows[1].hasPrefix("08:00:00.250,"))
        #expect(rows[2].hasPrefix("08:00:00.450,"))
    }

    /// A window without anything leaves a former output alone.
    @Test func anEmptyWindowKeepsTheOutput() throws {
        let scratch = try Scratch()
        for command in ["match", "replay"] {
            let output = try scratch.file("kept", "kept\n")
            let outcome = try ehorizon(
                command, "--map", Sample.map, "--input", Sample.shortDrive, "--output", output,
                "--from", "09:00")
            #expect(outcome.status == 1)
            #expect(try String(contentsOfFile: output, encoding: .utf8) == "kept\n")
        }
    }

    /// A time of day shortly before the first frame is of the same day; over midnight the next day follows.
    @Test func aTimeOfDayIsOfTheDayOfTheLog() throws {
        let scratch = try Scratch()
        let golden = try String(contentsOf: Sample.golden, encoding: .utf8)
        let tail = golden.split(separator: "\n").dropFirst(300).joined(separator: "\n") + "\n"
        let late = try scratch.file("late.log", tail)
        let whole = try ehorizon("decode", late, "--to", "2026-01-01T08:00:10Z")
        #expect(whole.lines.count > 100)
        let named = try ehorizon("decode", late, "--from", "08:00", "--to", "08:00:10")
        #expect(named.text == whole.text && named.status == 0)
        // 2026-01-01T23:59:58Z and four seconds later.
        let night = try scratch.file(
            "night.log",
            """
            (1767311998.000000) can0 300#202F081C00106A00
            (1767312002.000000) can0 300#212F081C00106A00

            """)
        let after = try ehorizon("decode", night, "--from", "23:59:59", "--to", "00:00:05")
        #expect(after.lines.count == 1 && after.text.hasPrefix("(1767312002.000000)"))
        #expect(try ehorizon("decode", night, "--from", "23:30").lines.count == 2)
    }

    /// A clock that jumps for a frame ends nothing: a file is read whole.
    @Test func aJumpOfTheClockEndsNoFile() throws {
        let scratch = try Scratch()
        let golden = try String(contentsOf: Sample.golden, encoding: .utf8)
        let log = try scratch.file(
            "jump.log", golden + "(1893456000.000000) vcan0 300#2000083A00106A01\n" + golden)
        let outcome = try ehorizon("decode", log, "--to", "2026-01-01T08:06:00Z")
        let one = try ehorizon("decode", Sample.golden.path(), "--to", "2026-01-01T08:06:00Z")
        #expect(outcome.lines.count == 2 * one.lines.count)
    }

    /// A live log ends where the window ends, although more may come.
    @Test func aLiveLogEndsWithTheWindow() throws {
        let scratch = try Scratch()
        let pipe = scratch["pipe"]
        try #require(mkfifo(pipe, 0o600) == 0)
        let descriptor = open(pipe, O_RDWR)
        defer { close(descriptor) }
        let data = try Sample.firstLines(of: Data(contentsOf: Sample.golden), 1000)
        #expect(data.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) } == data.count)
        let text = String(decoding: data, as: UTF8.self)
        let last = try #require(text.split(separator: "\n").last.flatMap { Self.ofFrame("\($0)") })
        let end = last - 1.5
        let outcome = try ehorizon("decode", "-", "--to", "\(end)", input: pipe)
        #expect(outcome.status == 0 && outcome.words.isEmpty, "\(outcome)")
        let expected = Self.lines(text, Self.start...end, Self.ofFrame)
        #expect(outcome.lines.count == expected.count && expected.count > 100)
    }
}
