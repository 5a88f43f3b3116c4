import ADASISv2
import Foundation
import Testing

/// A recorded drive with what the car itself said on the way.
@Suite struct VehicleLogTests {
    private static let dbc = """
        VERSION ""
        BU_: ESP
        BO_ 291 Motion: 8 ESP
         SG_ Speed : 0|16@1+ (0.01,0) [0|300] "km/h" Vector__XXX
         SG_ YawRate : 16|16@1- (0.01,0) [-300|300] "deg/s" Vector__XXX

        """

    private static let names = ["--speed-signal", "Speed", "--yaw-rate-signal", "YawRate"]

    /// A drive whose receiver falls silent for 40 s, and the car's own signals of all of it.
    private struct Drive {
        let scratch: Scratch
        let input: String
        let whole: String
        let flags: [String]

        init() throws {
            scratch = try Scratch()
            let dbc = try scratch.file("car.dbc", VehicleLogTests.dbc)
            let log = scratch["car.log"]
            flags = ["--vehicle-log", log, "--vehicle-dbc", dbc] + VehicleLogTests.names
            let made = try ehorizon(
                [
                    "simulate", "--map", Sample.map, "--from", "53.53763,13.26155", "--to",
                    "53.55,13.27", "--driving", "natural", "--output", scratch["whole.nmea"],
                ] + flags)
            #expect(made.status == 0, "\(made)")
            whole = scratch["whole.nmea"]
            let lines = try Data(contentsOf: URL(filePath: whole)).split(separator: 0x0A)
            // Two sentences a second.
            let kept = lines.prefix(100) + lines.dropFirst(180)
            input = try scratch.file("drive.nmea", Data(kept.joined(separator: [0x0A])))
        }
    }

    @Test(.enabled(if: JSONSchema.python != nil, JSONSchema.reason))
    func outagesFitTheirSchema() throws {
        let drive = try Drive()
        let outcome = try ehorizon(
            ["reckon", "--input", drive.whole, "--json", "--warm-up", "30"] + drive.flags)
        #expect(outcome.status == 0 && outcome.text.contains(#""kind":"outage""#), "\(outcome)")
        try JSONSchema.expect(outcome.text, fit: "reckon", damage: 200)
    }

    /// POSITIONs' offsets by the times that they were sent at.
    private func replay(_ drive: Drive, _ input: String, _ flags: [String]) throws -> FrameLog {
        let outcome = try ehorizon(
            ["replay", "--map", Sample.map, "--input", input, "--output", "-"] + flags)
        #expect(outcome.status == 0, "\(outcome)")
        return try FrameLog(of: outcome)
    }

    @Test func theCarsSpeedCarriesThePlaceThroughALossOfFixes() throws {
        let drive = try Drive()
        let truth = try replay(drive, drive.whole, [])
        let with = try replay(drive, drive.input, drive.flags)
        let without = try replay(drive, drive.input, [])
        // At the end of the hole, by the offset that POSITION tells.
        func miss(_ log: FrameLog) throws -> Int? {
            let index = 880
            let expected = try #require(truth.positions[index].offset.metres)
            return log.positions[index].offset.metres.map { abs($0 - expected) }
        }
        #expect(try miss(with) ?? 1000 <= 10)
        // It is far off by then, or not told any more.
        #expect(try miss(without) ?? 1000 > 20)
    }

    @Test func matchAndAheadTakeIt() throws {
        let drive = try Drive()
        let base = ["--map", try Sample.map, "--input", drive.input]
        let plain = try ehorizon(["match"] + base + ["--output", "-"])
        let match = try ehorizon(["match"] + base + ["--output", "-"] + drive.flags)
        #expect(match.status == 0, "\(match)")
        #expect(match.lines.count == plain.lines.count)
        #expect(match.text != plain.text)
        let ahead = try ehorizon(["ahead"] + base + ["--reach", "0"] + drive.flags)
        #expect(ahead.status == 0, "\(ahead)")
        #expect(ahead.text != (try ehorizon(["ahead"] + base + ["--reach", "0"])).text)
    }

    /// `match` goes by the daemon's configuration: its signals, its numbers of matching, flags before both.
    @Test func matchTakesAConfiguration() throws {
        let drive = try Drive()
        func match(_ flags: [String]) throws -> Outcome {
            try ehorizon(
                ["match", "--map", Sample.map, "--input", drive.input, "--output", "-"] + flags)
        }
        let log = Array(drive.flags.prefix(2))
        let vehicle = """
            [vehicle]
            dbc = "\(drive.scratch["car.dbc"])"
            speed_signal = "Speed"
            yaw_rate_signal = "YawRate"

            """
        let named = try drive.scratch.file("car.toml", vehicle)
        let byFile = try match(log + ["--config", named])
        #expect(byFile.status == 0, "\(byFile)")
        #expect(byFile.text == (try match(drive.flags)).text)
        #expect(byFile.text != (try match([])).text)
        // Who is off the road stays there.
        let off = try drive.scratch.file(
            "off.toml",
            "[matching]\noff_road_deviations = 0\nleave_road_log = 0\nreturn_to_road_log = -50\n")
        let lost = try match(["--config", off])
        #expect(lost.status == 0, "\(lost)")
        #expect(lost.text.contains(",off-road,"))
        #expect(!(try match([])).text.contains(",off-road,"))
        let wrong = try drive.scratch.file("wrong.toml", "[matching]\nnone = 1\n")
        try ehorizon([
            "match", "--map", Sample.map, "--input", drive.input, "--output", "-", "--config",
            wrong,
        ]).expectRefusal(2, "wrong.toml:2:1: unknown key matching.none")
    }

    @Test func whatDoesNotGoTogetherIsALine() throws {
        let drive = try Drive()
        for command in ["match", "replay", "ahead"] {
            let output = command == "ahead" ? [] : ["--output", drive.scratch["x"]]
            let base = [command, "--map", try Sample.map, "--input", drive.input] + output
            try ehorizon(base + Self.names).expectRefusal(
                2, "vehicle signals need a --vehicle-log that contains them")
            try ehorizon(base + drive.flags.prefix(2)).expectRefusal(
                2, "--vehicle-log needs --vehicle-dbc and the name of a signal")
            let late = try drive.scratch.file("late.log", "(1900000000.000000) can0 123#00\n")
            try ehorizon(base + ["--vehicle-log", late] + drive.flags.dropFirst(2))
                .expectRefusal(1, "\(late): the log has none of the signals during the drive")
        }
    }

    /// What a replay writes with another log of the car in the place of the drive's own.
    private func replay(_ drive: Drive, with log: String, _ more: [String] = []) throws -> Outcome {
        try ehorizon(
            ["replay", "--map", try Sample.map, "--input", drive.input, "--output", "-"]
                + ["--vehicle-log", log] + drive.flags.dropFirst(2) + more)
    }

    @Test func aLineThatCannotBeUsedIsNamedAndTheRestCounts() throws {
        let drive = try Drive()
        let own = try String(contentsOfFile: drive.flags[1], encoding: .utf8)
        var lines = own.split(separator: "\n").map(String.init)
        let whole = try replay(drive, with: drive.flags[1])
        #expect(whole.status == 0)
        let early = lines[10]
        lines.insert("(1.000000) can0 12X#", at: 100)
        lines.insert(early, at: 400)
        let path = try drive.scratch.file("damaged.log", lines.joined(separator: "\n"))
        let damaged = try replay(drive, with: path)
        #expect(damaged.status == 1)
        #expect(damaged.text == whole.text)
        #expect(damaged.words.contains("\(path), line 101, column 17: "))
        #expect(
            damaged.words.contains(
                "\(path), line 401: its time is more than a second before that of an earlier line; skipped"
            ))
        // A wrong file is not told line by line.
        let wrong = try drive.scratch.file(
            "wrong.log", own + String(repeating: "nothing\n", count: 30))
        let rest = try replay(drive, with: wrong)
        #expect(rest.status == 1)
        #expect(rest.words.contains("\(wrong): 10 more lines like these"))
        #expect(rest.text == whole.text)
    }

    @Test func whatIsBesideTheDriveOrOnAnotherInterfaceCountsForNothing() throws {
        let drive = try Drive()
        let own = try String(contentsOfFile: drive.flags[1], encoding: .utf8)
        let whole = try replay(drive, with: drive.flags[1])
        // Full speed, hours before the drive and after it, and on a bus that is not asked for.
        let other = own.replacing(" can0 ", with: " can1 ").replacing("#", with: "#FF")
        let later = "(1767354400.000000) can0 123#FFFFFFFF\n"
        let before = "(1767154400.000000) can0 123#FFFFFFFF\n"
        let path = try drive.scratch.file("longer.log", before + own + later)
        #expect(try replay(drive, with: path).text == whole.text)
        let own2 = own.split(separator: "\n"), other2 = other.split(separator: "\n")
        let both = zip(own2, other2).map { "\($0)\n\($1.prefix($0.count))\n" }.joined()
        let mixed = try drive.scratch.file("mixed.log", both)
        #expect(try replay(drive, with: mixed, ["--vehicle-can", "can0"]).text == whole.text)
        #expect(try replay(drive, with: mixed).text != whole.text)
    }

    /// The receiver's clock is set back on the way; the car's log is by one clock all along.
    @Test func aDriveWhoseClockWasSetStaysBesideItsLog() throws {
        let drive = try Drive()
        let stepped = drive.scratch["stepped.nmea"]
        let log = drive.scratch["stepped.log"]
        let made = try ehorizon(
            [
                "simulate", "--map", Sample.map, "--from", "53.53763,13.26155", "--to",
                "53.55,13.27", "--driving", "natural", "--clock-step", "-3600", "--output", stepped,
                "--vehicle-log", log,
            ] + drive.flags.dropFirst(2))
        #expect(made.status == 0, "\(made)")
        let outcome = try ehorizon(
            ["replay", "--map", try Sample.map, "--input", stepped, "--output", "-"]
                + ["--vehicle-log", log] + drive.flags.dropFirst(2))
        // Fixes were left out until the new time was believed, and that is told.
        #expect(outcome.status == 1)
        let place = try FrameLog(of: outcome).positions
        let truth = try replay(drive, drive.whole, []).positions
        // After the step the car is where it is on a drive without one, as far along and as late.
        let late = 1200
        let expected = try #require(truth[late].offset.metres)
        #expect(abs((place[late].offset.metres ?? -1000) - expected) <= 10)
        #expect(abs(place.count - truth.count) <= 10)
    }
}
