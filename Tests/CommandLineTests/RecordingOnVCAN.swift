import CANFrames
import Foundation
import Glibc
import Testing

/// What the daemon records gives, replayed, exactly the frames that were on the bus.
@Suite(.serialized, .enabled(if: Bus.isThere, Bus.reason))
struct RecordingOnVCAN {
    private static let configuration = "[messages]\npreset = \"default\"\n"

    /// Identifiers, bytes and order are those that candump saw. The times are the moments at which the
    /// daemon handed the frames over, candump's those at which the kernel passed them on: that they
    /// never go back and belong to the same minute is all that can be asked of them.
    @Test func aReplayGivesWhatCandumpSaw() throws {
        let bus = try Bus("ehzrec0")
        let scratch = try Scratch()
        let configuration = try scratch.file("c.toml", Self.configuration)
        let daemon = try record(bus, scratch, ["--config", configuration, "--look-ahead", "1500"])
        try eventually("a path") { try bus.log().names == MessageFlagTests.byDefault }
        // While it runs: a file that is wrong changes nothing …
        _ = try scratch.file("c.toml", "[messages]\npreset = \"al\"\n")
        daemon.send(SIGHUP)
        try eventually("the bad file is told") {
            daemon.words.contains(
                "ehorizond: \(configuration):2:10: messages.preset = \"al\": unknown preset;")
                && daemon.words.contains("SIGHUP: the configuration is unchanged")
        }
        // … and one that is right gives the clients other messages.
        _ = try scratch.file(
            "c.toml", "[messages]\npreset = \"all\"\n[horizon]\nside_levels = 3\n")
        daemon.send(SIGHUP)
        try eventually("the good file is told") {
            daemon.words.contains(
                "applied: messages.preset; needs a restart: horizon.side_levels")
        }
        try eventually("all messages") { try bus.log().names == MessageFlagTests.carried }
        try eventually("a stretch of the drive") { try frames(bus.text).count >= 300 }
        daemon.send(SIGTERM)
        let outcome = try daemon.wait()
        #expect(outcome.status == 0, "\(outcome)")
        let sent = try #require(
            outcome.words.split(separator: " ").dropLast(2).last.flatMap { Int($0) })
        try eventually("candump has all frames") { try frames(bus.text).count == sent }

        let replay = try ehorizon(
            "replay", "--map", Sample.map, "--input", scratch["drive.rec"], "--output", "-")
        #expect(replay.status == 0, "\(replay)")
        #expect(replay.words.hasSuffix("as they were sent\n"))
        let seen = try frames(bus.text)
        let made = try frames(replay.text)
        #expect(made.map(\.content) == seen.map(\.content))
        #expect(zip(made, made.dropFirst()).allSatisfy { $0.nanoseconds <= $1.nanoseconds })
        let minute: Int64 = 60_000_000_000
        #expect(zip(made, seen).allSatisfy { abs($0.nanoseconds - $1.nanoseconds) < minute })

        // The same engine says what lies ahead of the recorded drive.
        let ahead = try ehorizon(
            "ahead", "--map", Sample.map, "--input", scratch["drive.rec"], "--every", "end")
        #expect(ahead.status == 0, "\(ahead)")
        #expect(ahead.text.contains("  junction  on path "), "\(ahead)")
    }

    /// A file that cannot grow, as on a full disk, ends the recording with one line; the daemon goes on.
    @Test func aFullDiskEndsTheRecordingAlone() throws {
        let bus = try Bus("ehzrec1")
        let scratch = try Scratch()
        let limited = "ulimit -f 64; exec \"$@\""
        let outcome = try ChildProcess(
            "/bin/sh",
            [
                "-c", limited, "sh", Programs.daemon, "--map", try Sample.map, "--position",
                "file:\(Sample.drive.path())?rate=20", "--can", bus.name, "--messages", "all",
                "--record", scratch["full.rec"],
            ]
        ).wait(seconds: 180)
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.saidBesidesThinning.count == 3, "\(outcome)")
        let line = "cannot write \(scratch["full.rec"]): File too large; the recording ends here"
        #expect(outcome.said.first == "ehorizond: \(line)")
        // What is there is good, and the place where it ends is told.
        let replay = try ehorizon(
            "replay", "--map", Sample.map, "--input", scratch["full.rec"], "--output", "-")
        #expect(replay.status == 1, "\(replay)")
        #expect(replay.words.contains("the recording breaks off\n"), "\(replay)")
        #expect(replay.words.hasSuffix("as they were sent\n"), "\(replay)")
        let seen = try frames(bus.text)
        let made = try frames(replay.text)
        #expect(!made.isEmpty)
        #expect(made.map(\.content) == seen.prefix(made.count).map(\.content))
    }

    private func record(
        _ bus: Bus, _ scratch: Scratch, _ flags: [String]
    ) throws -> ChildProcess {
        try ChildProcess(
            Programs.daemon,
            [
                "--map", try Sample.map, "--position", "file:\(Sample.drive.path())?rate=1",
                "--can",
                bus.name, "--record", scratch["drive.rec"],
            ] + flags)
    }

    private func frames(_ log: String) throws -> [LoggedFrame] {
        try log.split(separator: "\n").map { try LoggedFrame(parsing: String($0)) }
    }
}
