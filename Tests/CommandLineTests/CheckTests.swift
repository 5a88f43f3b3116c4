import CANFrames
import Foundation
import Testing

/// `ehorizon check` over logs that are allowed and over ones that cannot be read.
@Suite("Checks")
struct CheckTests {
    private func replay(
        _ scratch: Scratch, _ flags: [String], drive: String? = nil
    ) throws -> String {
        let log = scratch["drive.log"]
        let outcome = try ChildProcess(
            Programs.tool,
            [
                "replay", "--map", try Sample.map, "--input", try drive ?? Sample.shortDrive,
                "--output", log,
            ] + flags
        ).wait()
        #expect(outcome.status == 0, "\(outcome)")
        return log
    }

    @Test(arguments: [
        ["--trailing-length", "9223372036854775807"], ["--look-ahead", "9223372036854775807"],
        ["--trailing-length", "-1"], ["--look-ahead", "7901"],
        ["--trailing-length", "7000", "--look-ahead", "1000"],
    ])
    func lengthsThatCannotBe(_ flags: [String]) throws {
        try ChildProcess(Programs.tool, ["check", Sample.golden.path()] + flags).wait()
            .expectRefusal(2, "0 to 7900 m together can be set")
    }

    /// What the sender keeps behind the vehicle is said by its configuration, or by the flag.
    @Test func theSendersTrailingLengthHolds() throws {
        let scratch = try Scratch()
        let configuration = try scratch.file(
            "c.toml", "[messages]\npreset = \"all\"\n[horizon]\ntrailing_m = 1000\n")
        let log = try replay(scratch, ["--config", configuration], drive: Sample.drive.path())
        let asked = try ehorizon("check", "--config", configuration, log)
        #expect(asked.status == 0, "\(asked)")
        #expect(asked.words == "ehorizon: no violations\n")
        let flag = try ehorizon("check", "--trailing-length", "1000", log)
        #expect(flag.status == 0, "\(flag)")
        let bare = try ehorizon("check", log)
        #expect(bare.status == 1)
        #expect(bare.text.contains("m behind on path"), "\(bare)")
        #expect(bare.text.contains("300 m are the most"))
        let less = try ehorizon("check", "--config", configuration, "--trailing-length", "50", log)
        #expect(less.status == 1)
        #expect(less.text.contains("50 m are the most"))
    }

    /// 12,500 bits are 5 % of 250 kbit/s. A burst has one root cause, however many of its frames are too many.
    @Test func theLoadIsCheckedInPerCent() throws {
        let log = Sample.golden.path()
        let right = try ehorizon("check", "--bus-load", "5", "--bitrate", "500000", log)
        #expect(right.status == 0, "\(right)")
        let load = ["check", "--bus-load", "5", "--bitrate", "250000"]
        let bursts = try ehorizon(load + [log])
        let bits = try ehorizon("check", "--max-bits", "12500", log)
        #expect(bursts.status == 1 && bursts.output == bits.output)
        let scratch = try Scratch()
        for setting in ["[pace]\nbit_rate", "[daemon]\nbitrate"] {
            let configuration = try scratch.file("own.toml", "\(setting) = 250_000\n")
            let own = try ehorizon("check", "--config", configuration, "--bus-load", "5", log)
            #expect(own.status == 1)
            #expect(
                own.lines.count { $0.contains(" load ") }
                    == bits.lines.count { $0.contains(" load ") })
        }
        let all = try ehorizon(load + ["--all", log])
        #expect(all.lines.count > 800 && bursts.lines.count < 30, "\(bursts)")
        // Each follows from the first one of its burst, so that a long burst takes no longer.
        let heads = Set(
            bursts.lines.compactMap { $0.split(separator: "[line ").last?.prefix { $0 != ";" } })
        let followed = all.lines.compactMap { line in
            line.split(separator: "follows load of line ").dropFirst().first?.prefix { $0 != ":" }
        }
        #expect(followed.count + heads.count == all.lines.count)
        #expect(heads.isSuperset(of: followed))
        // The bursts have a second between them.
        let times = bursts.lines.compactMap { Double($0.prefix { $0 != " " }) }
        #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= 1 }, "\(times)")
        for (flags, line) in [
            (["--bus-load", "5"], "--bus-load 5.0: it needs --bitrate"),
            (["--bitrate", "5"], "--bitrate 5: it needs --bus-load"),
            (["--bitrate", "5", "--bus-load", "0"], "--bus-load 0.0: more than 0"),
            (["--bitrate", "9", "--bus-load", "5"], "--bus-load 5.0: it is less than a bit"),
        ] {
            try ehorizon(["check"] + flags + [log]).expectRefusal(2, line)
        }
    }

    @Test func whatCannotBeReadIsNotWithoutViolations() throws {
        let scratch = try Scratch()
        let bad = try scratch.file("bad.log", "nonsense\n")
        let none = try ehorizon("check", bad)
        #expect(none.status == 1)
        #expect(none.words.hasSuffix("ehorizon: the log has no message of this layout\n"))
        let golden = try String(contentsOf: Sample.golden, encoding: .utf8)
        let mixed = try scratch.file("mixed.log", "nonsense\n" + golden)
        let some = try ehorizon("check", mixed)
        #expect(some.status == 1)
        #expect(some.words.hasSuffix("ehorizon: no violations in the readable lines\n"), "\(some)")
        let other = try scratch.file("other.log", "(0.000000) can0 7DF#0201050000000000\n")
        let foreign = try ehorizon("check", other)
        #expect(foreign.status == 1)
        let advice = "choose them with --can-id, or a layout with --layout"
        #expect(
            foreign.words
                == "ehorizon: the log has no message of this layout; it has 0x7DF: \(advice)\n")
        let row = (0..<6).map { "(\($0).000000) can0 64\($0)#00\n" }.joined()
        let moved = try ehorizon("check", try scratch.file("moved.log", row))
        #expect(moved.words.contains(": choose them with --can-id base=0x640, or"), "\(moved)")
        for more in ["646", "63F"] {
            let longer = try scratch.file("longer.log", row + "(7.000000) can0 \(more)#00\n")
            let none = try ehorizon("check", longer)
            #expect(none.words.contains(" and 1 other: choose them with --can-id, or"), "\(none)")
        }
        // A window without a message is no log without one.
        let later = try scratch.file(
            "later.log",
            "(0.000000) can0 7DF#00\n(100.000000) can0 7DF#00\n" + golden.split(separator: "\n")[0]
                + "\n")
        let window = try ehorizon("decode", "--to", "200", later)
        #expect(window.status == 0 && window.output.isEmpty, "\(window)")
        let short = try scratch.file(
            "short.log", "(0.000000) can0 300#20\n(1.000000) can0 7DF#00\n")
        let malformed = try ehorizon("decode", short)
        #expect(malformed.status == 1 && !malformed.words.contains("no message"), "\(malformed)")
        let decoded = try ehorizon("decode", other)
        #expect(decoded.status == 1 && decoded.words.contains("it has 0x7DF: \(advice)"))
        let empty = try ehorizon("check", try scratch.file("empty.log", ""))
        #expect(empty.status == 1)
        #expect(empty.words == "ehorizon: the log has no message of this layout\n")
    }

    @Test(arguments: [
        ["--messages", "none", "--enable", "segment"],
        ["--messages", "all", "--disable", "position"],
    ])
    func aMaskWithoutPosition(_ flags: [String]) throws {
        let scratch = try Scratch()
        let log = try replay(scratch, flags, drive: Sample.drive.path())
        let outcome = try ehorizon("check", log)
        #expect(outcome.status == 0, "\(outcome) \(outcome.text)")
    }

    /// The log of a drive from any frame on.
    @Test func aLogFromItsMiddleOn() throws {
        let scratch = try Scratch()
        let log = try replay(scratch, ["--messages", "all"], drive: Sample.drive.path())
        let lines = try String(contentsOfFile: log, encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: true)
        for start in stride(from: 200, to: lines.count, by: lines.count / 6) {
            let rest = try scratch.file(
                "rest.log", lines[start...].joined(separator: "\n") + "\n")
            let outcome = try ehorizon("check", "--joins-late", rest)
            #expect(outcome.status == 0, "from \(start): \(outcome.text)")
        }
    }

    /// A log that breaks rules only because it begins late: the last line names the option for it.
    @Test func aLateStartIsReported() throws {
        let scratch = try Scratch()
        let lines = try String(contentsOf: Sample.golden, encoding: .utf8).split(separator: "\n")
        func check(_ lines: some Sequence<Substring>, _ flags: String...) throws -> Outcome {
            let log = try scratch.file("part.log", lines.joined(separator: "\n") + "\n")
            return try ehorizon(["check", log] + flags)
        }
        let line =
            "ehorizon: the log may begin in the middle of a transmission; with --joins-late it has"
            + " no violations"
        let late = try check(lines[500...])
        #expect(late.status == 1 && !late.output.isEmpty)
        #expect(late.said.last.map(String.init) == line, "\(late)")
        let joined = try check(lines[500...], "--joins-late")
        #expect(joined.status == 0 && joined.words == "ehorizon: no violations\n", "\(joined)")
        // A lost frame is another cause, and so is one in a log that begins with META-DATA.
        for holed in [lines[500..<700] + lines[701...], lines[..<700] + lines[701...]] {
            let outcome = try check(holed)
            #expect(outcome.status == 1 && outcome.text.contains("  counter (B)  "), "\(outcome)")
            #expect(!outcome.words.contains("--joins-late"), "\(outcome)")
        }
    }

    /// A car maker whose messages have no counter: nothing is lost, and nothing breaks a rule.
    @Test func aLayoutWithoutCounters() throws {
        let scratch = try Scratch()
        let maker = Programs.package.appending(path: "can-fixtures/maker.dbc").path()
        let mapping = try String(
            contentsOf: Programs.package.appending(path: "can-fixtures/maker.map"),
            encoding: .utf8)
        let lines = mapping.split(separator: "\n", omittingEmptySubsequences: false)
        let uncounted = try scratch.file(
            "uncounted.map",
            lines.filter { !$0.hasPrefix("cyclicCounter") }.joined(separator: "\n"))
        let layout = ["--layout", maker, "--layout-mapping", uncounted]
        let log = try replay(scratch, ["--messages", "all"] + layout)
        let check = try ChildProcess(Programs.tool, ["check", log] + layout).wait()
        #expect(check.status == 0, "\(check)")
        let held = try ChildProcess(Programs.tool, ["reconstruct", log] + layout).wait()
        #expect(held.status == 0, "\(held)")
        #expect(held.words.hasPrefix("ehorizon: "), "\(held)")
        #expect(!held.words.contains("lost") && !held.words.contains("duplicate"), "\(held)")
        // With the counters a hole is seen still.
        let text = try String(contentsOfFile: log, encoding: .utf8)
        let holed = try scratch.file(
            "holed.log",
            text.split(separator: "\n").enumerated().filter { $0.offset != 50 }.map(\.element)
                .joined(separator: "\n") + "\n")
        let counted = try ehorizon("check", "--layout", maker, holed)
        #expect(counted.text.contains("  counter (B)  "), "\(counted)")
    }
}
