import Configuration
import Foundation
import Horizon
import Recording
import RoadMap
import Testing

/// What the daemon learns of turns goes from one drive to the next.
@Suite(.serialized, .enabled(if: Bus.isThere, Bus.reason))
struct LearningOnVCAN {
    @Test func whatIsLearnedIsKnownOnTheNextDrive() throws {
        let scratch = try Scratch()
        let bus = try Bus("ehzlearn0")
        let configuration = try scratch.file("c.toml", "[horizon]\nlearning = true\n")
        let file = scratch["turns"]
        func drive(_ flags: [String] = []) throws -> (Outcome, LearnedTurns) {
            let outcome = try ChildProcess(
                Programs.daemon,
                [
                    "--map", try Sample.map, "--position",
                    "file:\(Sample.drive.path())?rate=10", "--can", bus.name, "--config",
                    configuration, "--learned-turns", file,
                ] + flags
            ).wait(seconds: 180)
            #expect(outcome.status == 0, "\(outcome)")
            return (outcome, try #require(try LearnedTurnsFile.read(file)))
        }
        let (first, learned) = try drive()
        #expect(first.saidBesidesThinning.count == 2, "\(first)")
        #expect(learned.count > 5 && learned.turnCount > 5)

        // It holds where a person drives.
        #expect(try Self.mode(of: file) == 0o600)
        let (second, again) = try drive(["--record", scratch["drive.rec"]])
        #expect(second.saidBesidesThinning.count == 2, "\(second)")
        // The second drive began with what the first has learned, to the byte.
        let recording = try RecordingReader(FileBlockSource(path: scratch["drive.rec"]))
        #expect(recording.header.learnedTurns == learned.bytes)
        // Live drives at many times their pace differ by the moments at which fixes are taken in: a turn or two
        // are seen in one of them alone, and where a busy machine thins the fixes, one for each that is not used.
        let slack = 3 + first.thinnedFixes + second.thinnedFixes
        // A machine that loses a tenth of the drive is too busy for this test, which would no longer compare anything.
        #expect(slack < 50, "\(first), \(second)")
        #expect(Int(again.turnCount) + slack >= 2 * Int(learned.turnCount))
        #expect(again.count <= learned.count + slack)

        // The recording has what was known, and so its frames are made again.
        let replay = try ehorizon(
            "replay", "--map", Sample.map, "--input", scratch["drive.rec"], "--output", "-")
        #expect(replay.status == 0, "\(replay)")
        #expect(replay.words.hasSuffix("as they were sent\n"))
        #expect(try Self.mode(of: scratch["drive.rec"]) == 0o600)

        // A file that is none is set aside; what was on the disk before is not lost.
        var bytes = again.bytes
        bytes[bytes.count / 2] ^= 1
        try Data(bytes).write(to: scratch.url("turns"))
        let (third, anew) = try drive()
        let line =
            "ehorizond: \(file): learned turns that are damaged; renamed to \(file).1, learning"
            + " starts from nothing"
        #expect(third.said.contains { $0 == line }, "\(third)")
        let difference = 3 + first.thinnedFixes + third.thinnedFixes
        #expect(abs(Int(anew.turnCount) - Int(learned.turnCount)) <= difference)
        #expect(anew.turnCount < again.turnCount)
        #expect(try Data(contentsOf: scratch.url("turns.1")) == Data(bytes))
    }

    private static func mode(of path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test(arguments: ["--record", "--learned-turns"])
    func noLinkIsFollowed(_ flag: String) throws {
        let scratch = try Scratch()
        let bus = try Bus("ehzlearn2")
        let configuration = try scratch.file("c.toml", "[horizon]\nlearning = true\n")
        let victim = try scratch.file("victim", "what was there")
        try FileManager.default.createSymbolicLink(
            atPath: scratch["link"], withDestinationPath: victim)
        let outcome = try ChildProcess(
            Programs.daemon,
            [
                "--map", try Sample.map, "--position", "file:\(Sample.shortDrive)?rate=30",
                "--can", bus.name, "--config", configuration, flag, scratch["link"],
            ]
        ).wait(seconds: 180)
        // What is behind the link holds no learned turns, so the link itself is set aside.
        let line =
            flag == "--record"
            ? "ehorizond: cannot write \(scratch["link"]): it is a symbolic link; nothing is recorded"
            : "ehorizond: \(scratch["link"]): no learned turns of version 1; renamed to"
                + " \(scratch["link"]).1, learning starts from nothing"
        #expect(outcome.said.contains { $0 == line }, "\(outcome)")
        #expect(try String(contentsOfFile: victim, encoding: .utf8) == "what was there")
    }

    /// A device is no file of learned turns: it stays where it is.
    @Test func aDeviceIsLeftAlone() throws {
        let scratch = try Scratch()
        let bus = try Bus("ehzlearn5")
        let configuration = try scratch.file("c.toml", "[horizon]\nlearning = true\n")
        let pipe = scratch["pipe"]
        try #require(mkfifo(pipe, 0o600) == 0)
        let outcome = try ChildProcess(
            Programs.daemon,
            [
                "--map", try Sample.map, "--position", "file:\(Sample.shortDrive)?rate=30",
                "--can", bus.name, "--config", configuration, "--learned-turns", pipe,
            ]
        ).wait(seconds: 180)
        #expect(outcome.status == 0)
        let line =
            "ehorizond: cannot read \(pipe): it is not a regular file; the file is left as it is,"
            + " learning starts from nothing"
        #expect(outcome.said.contains { $0 == line }, "\(outcome)")
        #expect(!FileManager.default.fileExists(atPath: pipe + ".1"))
    }

    /// The file is opened for writing at the start, so the line comes before the first frame. The horizon is sent.
    @Test func aFileThatCannotBeWrittenIsALine() throws {
        let scratch = try Scratch()
        let bus = try Bus("ehzlearn1")
        let configuration = try scratch.file("c.toml", "[horizon]\nlearning = true\n")
        let daemon = try ChildProcess(
            Programs.daemon,
            [
                "--map", try Sample.map, "--position", "file:\(Sample.drive.path())?rate=1",
                "--can", bus.name, "--config", configuration, "--learned-turns",
                scratch["not/there"],
            ])
        let line = "ehorizond: cannot write \(scratch["not/there"]): No such file or directory"
        try eventually("a frame") { try !bus.log().entries.isEmpty }
        #expect(daemon.words.contains(line), "\(daemon.words)")
        daemon.send(SIGTERM)
        let outcome = try daemon.wait()
        #expect(outcome.status == 0, "\(outcome)")
    }
}
