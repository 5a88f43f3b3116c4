import Foundation
import Glibc
import Testing

/// Bad input gives one clear line that names the input and the place in it, and never a crash.
@Suite("Bad input")
struct BadInputTests {
    private func replay(map: String, input: String, output: String = "-") throws -> Outcome {
        try ehorizon("replay", "--map", map, "--input", input, "--output", output)
    }

    // MARK: Maps

    /// Every program that reads a map says the same of one that it cannot read.
    private func expectRefusal(ofMap map: String, _ line: String) throws {
        let drive = try Sample.shortDrive
        let all = [
            try replay(map: map, input: drive),
            try ehorizon("map", "info", map),
            try ehorizon("match", "--map", map, "--input", drive, "--output", "-"),
            try ehorizon("tree", "--map", map, "--at", "53.53763,13.26155"),
            try ehorizon(
                "simulate", "--map", map, "--from", "53.5,13.2", "--to", "53.6,13.3", "--output",
                "-"),
            try ehorizond("--map", map, "--position", "file:\(drive)", "--can", "nocan9"),
        ]
        for outcome in all {
            outcome.expectRefusal(1, line)
            #expect(outcome.words.contains(map))
        }
    }

    /// The map is in order, and it is that of another region.
    @Test func aMapOfAnotherPlace() throws {
        let scratch = try Scratch()
        let drive = try scratch.file(
            "porto.csv",
            """
            time,lat,lon
            2026-01-01T12:00:00Z,41.1496,-8.6110
            2026-01-01T12:00:01Z,41.1497,-8.6111

            """)
        // The south-western corner is 2,134 km away.
        let line =
            /no fix is on the map: the first one is at 41.1496, -8.6110, about 21[0-9][0-9] km off,/
        for outcome in [
            try replay(map: Sample.map, input: drive),
            try ehorizon("match", "--map", Sample.map, "--input", drive, "--output", "-"),
            try ehorizon("ahead", "--map", Sample.map, "--input", drive),
        ] {
            #expect(outcome.status == 1, "\(outcome)")
            #expect(outcome.words.firstMatch(of: line) != nil, "\(outcome)")
        }
    }

    @Test func aDriveOfOnePlaceIsALine() throws {
        let scratch = try Scratch()
        let drive = try scratch.file(
            "still.csv",
            """
            time,lat,lon
            2026-01-01T12:00:00Z,53.53763,13.26155
            2026-01-01T12:00:01Z,53.53763,13.26155
            2026-01-01T12:00:02Z,53.53763,13.26155

            """)
        for outcome in [
            try replay(map: Sample.map, input: drive),
            try ehorizon("match", "--map", Sample.map, "--input", drive, "--output", "-"),
            try ehorizon("ahead", "--map", Sample.map, "--input", drive),
        ] {
            #expect(outcome.status == 0, "\(outcome)")
            let line = "\(drive): all 3 fixes are at the same place, 53.5376, 13.2616"
            #expect(outcome.said.count { $0.contains(line) } == 1, "\(outcome)")
        }
    }

    @Test(arguments: [0.0, 1e-6, 0.0001, 0.001, 0.1, 0.5, 0.999_999])
    func aTruncatedMap(_ share: Double) throws {
        let scratch = try Scratch()
        let whole = try Data(contentsOf: URL(filePath: Sample.map))
        let length = Int(Double(whole.count) * share)
        let map = try scratch.file("cut.ehmap", whole.prefix(length))
        try expectRefusal(
            ofMap: map, length < 8 ? "not a compiled map" : "bytes are needed, it has \(length)")
    }

    @Test func notAMap() throws {
        try expectRefusal(
            ofMap: Sample.drive.path(), "not a compiled map; ehorizon map build compiles one")
        try expectRefusal(ofMap: Programs.package.path(), "not a regular file")
        try expectRefusal(ofMap: "/nowhere/x.ehmap", "No such file or directory")
    }

    /// The index is damaged: the daemon's engine keeps going, and so does the replay, which says so
    /// once and not at each fix.
    @Test func aDamagedIndex() throws {
        let scratch = try Scratch()
        var bytes = try Data(contentsOf: URL(filePath: Sample.map))
        bytes[bytes.count - 100] ^= 0x55
        let map = try scratch.file("damaged.ehmap", bytes)
        let outcome = try replay(map: map, input: Sample.shortDrive, output: scratch["drive.log"])
        #expect(outcome.status == 1)
        #expect(outcome.said.count <= 4, "\(outcome)")
        #expect(
            outcome.words.contains("\(map): the map is damaged: the checksum of the index page"))
        let log = try FrameLog(String(decoding: scratch.content("drive.log"), as: UTF8.self))
        #expect(log.longestGap <= 150)
        #expect(log.places.isEmpty)
        let info = try ehorizon("map", "info", map)
        info.expectRefusal(1, "the map is damaged")
        let tree = try ehorizon("tree", "--map", map, "--at", "53.53763,13.26155")
        tree.expectRefusal(1, "\(map): the map is damaged")
    }

    // MARK: Drives

    /// What is broken is named with its line and column, all else is replayed, the status is 1.
    @Test func brokenSentencesAreNamedAndPassedOver() throws {
        let scratch = try Scratch()
        var lines = try Data(contentsOf: URL(filePath: Sample.shortDrive)).split(separator: 0x0A)
        lines[20] = Data("$GPRMC,080010.000,A,5332.3,N,01315.8,E,32.40,24.93,010126,,,A*00\r".utf8)
        lines[40] = Data(128..<200) + [0x0D]
        lines[60] = lines[60].prefix(25) + [0x0D]
        lines[119] = lines[119].prefix(12)
        let drive = try scratch.file("broken.nmea", Data(lines.joined(separator: [0x0A])))
        let outcome = try replay(map: Sample.map, input: drive, output: scratch["drive.log"])
        #expect(outcome.status == 1)
        #expect(outcome.said.count == 6, "\(outcome)")
        #expect(
            outcome.words.contains(
                "; rejected: 1 with a wrong checksum, 1 without a checksum, 1 broken off,"
                    + " 72 bytes of noise\n"), "\(outcome)")
        for line in [
            "\(drive): line 21, column 63: checksum 00 is wrong; the sentence has the checksum",
            "\(drive): line 41, column 1: not a sentence of NMEA 0183",
            "\(drive): line 61, column 26: the sentence has no checksum",
            "\(drive): line 120, column 12: the sentence breaks off",
        ] {
            #expect(outcome.words.contains(line), "\(outcome)")
        }
        // RMC and GGA tell of the same moment, so the other one of the two is enough.
        let log = try FrameLog(String(decoding: scratch.content("drive.log"), as: UTF8.self))
        let whole = try FrameLog(of: replay(map: Sample.map, input: Sample.shortDrive))
        #expect(log.positions.count == whole.positions.count)
        #expect(log.longestGap <= 150)
    }

    /// However long a line is, it is one, and those after it keep their numbers.
    @Test(arguments: [1 << 16, 1 << 16 | 1, 300_000]) func aLongLineOfALogIsOneLine(_ bytes: Int)
        throws
    {
        let scratch = try Scratch()
        let log = try scratch.file(
            "long.log",
            "(1.000000) can0 7FF#00\n" + String(repeating: "x", count: bytes)
                + "\nshort\n(2.000000) can0 7FF#\n")
        let outcome = try ehorizon("decode", log)
        #expect(outcome.status == 1)
        let said = outcome.said.filter { $0.contains("long.log") }
        #expect(said.count == 2, "\(said)")
        #expect(said.first?.contains("long.log, line 2, column 1: ") == true)
        #expect(said.last?.contains("long.log, line 3, column 1: ") == true)
    }

    /// A value that cannot be used is lost alone: its fix is matched as the others are.
    @Test func badValuesAreNamedAndCounted() throws {
        let scratch = try Scratch()
        let drive = try scratch.file(
            "drive.csv",
            """
            Timestamp;LAT;Lng;Heading;Speed
            2026-01-01T08:00:00;53.53763;13.26155;25;nan
            2026-01-01T08:00:01Z;53.53764;13.26156;25;-0.001
            2026-01-01T09:00:02+01:00;53,53765;13.26157;25;1.4

            """)
        let outcome = try ehorizon(
            "match", "--map", Sample.map, "--input", drive, "--output", scratch["places.csv"])
        #expect(outcome.status == 1)
        #expect(outcome.said.count == 5, "\(outcome)")
        for line in [
            "\(drive): line 2, column 42: the speed cannot be read",
            "\(drive): line 3, column 43: the speed is out of range",
            "\(drive): line 4, column 27: the latitude has a comma where a decimal point is needed",
            "\(drive): 3 rows, 2 fixes; rejected: 1 with a field that cannot be used,"
                + " 2 speeds that cannot be used\n",
        ] {
            #expect(outcome.words.contains(line), "\(outcome)")
        }
        let places = String(decoding: try scratch.content("places.csv"), as: UTF8.self)
        #expect(places.split(separator: "\n").count == 3)
    }

    @Test func aDriveWithoutAPositionIsOneLine() throws {
        let scratch = try Scratch()
        let bad = [
            (try scratch.file("empty", ""), "there is no position in it"),
            (try scratch.file("text", "Lorem\nipsum\n"), "line 1, column 1: not a log of"),
            (
                try scratch.file("wrong.nmea", "$GPRMC,1*00\n$GPRMC,2*00\n"),
                "line 1, column 10: checksum"
            ),
            (try scratch.file("gpsd.json", "{\"class\":\"TPV\",\n"), "line 1, column"),
            (try scratch.file("track.csv", "time,latitude\n1,2\n"), "no column 'longitude'"),
            (try Sample.map, "there is no position in it"),
        ]
        for (path, line) in bad {
            let outcome = try replay(map: Sample.map, input: path, output: scratch["drive.log"])
            outcome.expectRefusal(1, line)
            #expect(outcome.words.contains(path))
        }
        #expect(try !scratch.names().contains { $0.hasPrefix("drive.log") })
    }

    /// A pipe that is no log, for each command that reads one.
    @Test(arguments: ["replay", "match", "decode", "check", "reconstruct"])
    func aPipeThatIsNoLogEndsWithAnError(_ command: String) throws {
        let scratch = try Scratch()
        let arguments =
            ["replay", "match"].contains(command)
            ? "--map '\(try Sample.map)' --input - --output '\(scratch["output"])'" : "-"
        let outcome = try ChildProcess(
            "/bin/sh", ["-c", "cat /bin/ls | '\(Programs.tool)' \(command) \(arguments)"]
        ).wait()
        #expect(outcome.status == 1, "\(outcome)")
        #expect(try scratch.names().isEmpty)
    }

    @Test func aDriveThatCannotBeRead() throws {
        try replay(map: Sample.map, input: "/nowhere/x.nmea")
            .expectRefusal(1, "cannot open /nowhere/x.nmea: No such file or directory")
        try replay(map: Sample.map, input: Programs.package.path())
            .expectRefusal(1, "cannot read \(Programs.package.path()): Is a directory")
    }

    // MARK: Outputs

    @Test func anOutputThatCannotBeWritten() throws {
        try replay(map: Sample.map, input: Sample.shortDrive, output: "/nowhere/x.log")
            .expectRefusal(1, "cannot write /nowhere/x.log: No such file or directory")
    }

    /// What is no file is written through, and never replaced by one.
    @Test func aPipeADeviceAndALinkStay() throws {
        let scratch = try Scratch()
        let whole = try replay(map: Sample.map, input: Sample.shortDrive, output: "-")
        #expect(whole.status == 0)
        let file = try scratch.file("there.log", "old")
        let link = scratch["link.log"]
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
        #expect(try replay(map: Sample.map, input: Sample.shortDrive, output: link).status == 0)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == file)
        #expect(try String(contentsOfFile: file, encoding: .utf8) == whole.text)
        // A link to the terminal's null device, so that a mistake here replaces the link alone.
        let null = scratch["null"]
        try FileManager.default.createSymbolicLink(
            atPath: null, withDestinationPath: "/dev/null")
        #expect(try replay(map: Sample.map, input: Sample.shortDrive, output: null).status == 0)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: null) == "/dev/null")
        let pipe = scratch["pipe"]
        #expect(mkfifo(pipe, 0o600) == 0)
        let reader = try ChildProcess("/bin/cat", [pipe])
        #expect(try replay(map: Sample.map, input: Sample.shortDrive, output: pipe).status == 0)
        #expect(try reader.wait().text == whole.text)
        let observations = try ChildProcess("/usr/bin/wc", ["-c", pipe])
        let learnt = try ehorizon(
            "learn", "--map", Sample.map, "--input", Sample.shortDrive, "--output", pipe)
        #expect(learnt.status == 0, "\(learnt)")
        #expect(try observations.wait().text.hasPrefix("0 ") == false)
        var status = stat()
        #expect(lstat(pipe, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
    }

    /// Times that are centuries apart, and at the end of what nanoseconds hold.
    @Test func timesFarApart() throws {
        let scratch = try Scratch()
        let frame = "   0.000000 1  300             Rx   d 8 20 52 88 35 FE 2E 59 FD\n"
        func header(_ year: Int) -> String {
            "date Thu Nov 26 11:00:00.123 am \(year)\nbase hex  timestamps absolute\n"
        }
        let asc = try scratch.file("two.asc", header(1680) + frame + header(2260) + frame)
        for options in [[], ["--json"], ["--times", "clock"]] {
            let outcome = try ehorizon(["check", asc] + options)
            #expect([0, 1].contains(outcome.status), "\(outcome)")
        }
        let log = try scratch.file(
            "far.log",
            "(1767254400.000000) can0 300#20528835FE2E59FD\n"
                + "(-8223372035.999999) can0 300#20528835FE2E59FD\n")
        let page = try ehorizon("view", "--output", scratch["far.html"], "--log", log)
        #expect([0, 1].contains(page.status), "\(page)")
        let rows = ["036.5,43.7384", "036.7,43.7385", "036.8,43.7386"]
        let drive = try scratch.file(
            "far.csv",
            "time,latitude,longitude,speed,course\n"
                + rows.map { "9223372\($0),7.4246,10,0\n" }.joined())
        let replayed = try replay(map: Sample.map, input: drive)
        #expect([0, 1].contains(replayed.status), "\(replayed)")
    }

    /// A device without an end is no log.
    @Test func aDeviceWithoutAnEndIsNoLog() throws {
        try ehorizon("decode", "/dev/zero").expectRefusal(
            1, "/dev/zero: no CAN frames in the last 16 MiB")
    }

    /// A run that fails leaves what was there, and nothing half done beside it.
    @Test func aFailedRunLeavesTheOldOutput() throws {
        let scratch = try Scratch()
        let output = try scratch.file("drive.log", "old")
        _ = try replay(map: "/nowhere/x.ehmap", input: Sample.shortDrive, output: output)
        _ = try replay(map: Sample.map, input: "/nowhere/x.nmea", output: output)
        _ = try ehorizon(
            "map", "build", "--osm", "/nowhere/x.osm", "--country", "DE", "--output", output)
        #expect(try scratch.content("drive.log") == Data("old".utf8))
        #expect(try scratch.names() == ["drive.log"])
    }

    // MARK: Whatever comes

    /// Maps, drives and logs with bytes changed, lost and added, the same ones in each run. The helper
    /// that runs them checks that no signal ends a program.
    @Test(arguments: 0..<6)
    func mutations(_ seed: UInt64) throws {
        let scratch = try Scratch()
        var random = Mutation(seed: seed)
        let map = try scratch.file(
            "m.ehmap", random.mutate(Data(contentsOf: URL(filePath: Sample.map))))
        let drive = try scratch.file(
            "d.nmea", random.mutate(Data(contentsOf: URL(filePath: Sample.shortDrive))))
        let frames = Sample.firstLines(of: try Data(contentsOf: Sample.golden), 200)
        let log = try scratch.file("f.log", random.mutate(frames))
        let all = [
            try replay(map: map, input: Sample.shortDrive),
            try replay(map: Sample.map, input: drive),
            try ehorizon(
                "match", "--map", Sample.map, "--input", drive, "--lag", "5", "--output", "-"),
            try ehorizon("map", "info", map),
            try ehorizon("decode", "--json", log),
        ]
        for outcome in all { #expect(outcome.status == 0 || outcome.status == 1, "\(outcome)") }
    }
}

/// Changes bytes, at random from a seed (a linear congruential generator, Knuth's MMIX).
private struct Mutation {
    private var state: UInt64

    init(seed: UInt64) { state = seed &+ 0x9E37_79B9_7F4A_7C15 }

    private mutating func next(below limit: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % limit
    }

    mutating func mutate(_ data: Data) -> Data {
        var bytes = [UInt8](data)
        for _ in 0..<(1 << next(below: 7)) {
            let place = next(below: bytes.count - 200)
            switch next(below: 8) {
            case 0: bytes.removeSubrange(place..<place + next(below: 200))
            case 1: bytes.insert(UInt8(next(below: 256)), at: place)
            default: bytes[place] = UInt8(next(below: 256))
            }
            if bytes.count < 400 { break }
        }
        return Data(bytes)
    }
}
