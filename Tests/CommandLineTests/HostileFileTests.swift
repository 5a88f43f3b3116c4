import Foundation
import Glibc
import Testing

/// Files that ended a program of the first version, or took all time or memory.
@Suite struct HostileFileTests {
    @Test func whatNeverEndsIsRefused() throws {
        try ehorizond("--check-config", "--config", "/dev/zero")
            .expectRefusal(2, "/dev/zero: more than 1048576 bytes")
        try ehorizon(
            "replay", "--map", try Sample.map, "--input", "/dev/zero", "--output", "/dev/null"
        ).expectRefusal(1, "/dev/zero: more than 1048576 bytes")
    }

    /// It blocked signals before it read the pipe.
    @Test func aSignalEndsADaemonThatWaitsForAPipe() throws {
        let scratch = try Scratch()
        let pipe = scratch["drive.nmea"]
        try #require(mkfifo(pipe, 0o600) == 0)
        let daemon = try ChildProcess(
            Programs.daemon,
            ["--map", try Sample.map, "--position", "file:\(pipe)", "--can", "ehznone0"])
        var held: [Int32] = []
        // Until the daemon has opened it, nobody reads it.
        try eventually("it waits") {
            let writer = open(pipe, O_WRONLY | O_NONBLOCK)
            if writer >= 0 { held.append(writer) }
            return writer >= 0
        }
        daemon.send(SIGTERM)
        #expect(try daemon.wait(seconds: 10).signal == SIGTERM)
        for writer in held { close(writer) }
    }

    /// 400 KB took 15 s and more than 2 GB.
    @Test func aKeyOfManyPartsIsRefused() throws {
        let scratch = try Scratch()
        let key = [String](repeating: "a", count: 200_000).joined(separator: ".")
        let file = try scratch.file("deep.toml", key + " = 1\n")
        try ehorizond("--check-config", "--config", file)
            .expectRefusal(2, "\(file):1:17: a key has at most 8 parts")
    }

    @Test func impossibleSpeedsAndAccuraciesAreCounted() throws {
        let scratch = try Scratch()
        let file = try scratch.file(
            "s.csv",
            """
            time,latitude,longitude,speed,accuracy
            2026-01-01T00:00:00Z,53.55,13.26,1e18,1e18
            2026-01-01T00:00:01Z,53.55,13.26,1e18,3

            """)
        let outcome = try ehorizon(
            "match", "--map", try Sample.map, "--input", file, "--output", "/dev/null")
        #expect(
            outcome.words.contains(
                "2 speeds that cannot be used, 1 accuracies that cannot be used"), "\(outcome)")
    }

    /// Files of the audit, where they are there.
    private static let faults = Programs.package.appending(path: "../shared/faults")
    private static let areThere = FileManager.default.fileExists(atPath: faults.path())
    private static let reason: Comment = "needs ../shared/faults"

    private static func path(_ name: String) -> String {
        faults.appending(path: name).standardizedFileURL.path()
    }

    /// 30 fixes took 22 s.
    @Test(.enabled(if: areThere, reason))
    func aJunctionOutOfProportionIsRefused() throws {
        let map = Self.path("junction-of-30000.ehmap")
        let verified = try ehorizon("map", "verify", map)
        let problems = String(decoding: verified.output, as: UTF8.self)
        #expect(verified.status == 1 && problems.contains("the map is invalid"), "\(verified)")
        let replay = try ehorizon(
            "replay", "--map", map, "--input", Self.path("short.nmea"), "--output", "/dev/null")
        #expect(replay.status == 1 && replay.words.contains("the map is invalid"), "\(replay)")
    }

    /// A read that failed left half a record, and the next search ended by a trap.
    @Test(.enabled(if: areThere, reason))
    func aDamagedAttributeEndsNoSearch() throws {
        let replay = try ehorizon(
            "replay", "--map", Self.path("crash-destinations.ehmap"), "--input",
            Self.path("monaco.nmea"), "--config", Self.path("dest.toml"), "--output", "/dev/null")
        #expect(replay.status == 1 && replay.words.contains("the map is invalid"), "\(replay)")
        #expect(replay.words.contains(" frames in "), "\(replay)")
    }

    /// More roads at one node than any reader accepts: so many that work by their square takes minutes.
    @Test func aStarOfRoadsIsRefusedByName() throws {
        let scratch = try Scratch()
        var xml = "<osm version='0.6'><node id='1' version='1' lat='46' lon='8'/>"
        for node in 2..<20_002 {
            let angle = Double(node)
            xml += "<node id='\(node)' version='1' lat='\(46 + sin(angle) / 100)'"
            xml += " lon='\(8 + cos(angle) / 100)'/>"
        }
        for way in 2..<20_002 {
            xml += "<way id='\(way)' version='1'><nd ref='1'/><nd ref='\(way)'/>"
            xml += "<tag k='highway' v='residential'/></way>"
        }
        let file = try scratch.file("star.osm", xml + "</osm>")
        let outcome = try ehorizon(
            "map", "build", "--osm", file, "--country", "CH", "--output", scratch["star.ehmap"])
        #expect(outcome.status == 1, "\(outcome)")
        #expect(outcome.words.contains("node 1: more than 64 roads meet there"), "\(outcome)")
    }
}
