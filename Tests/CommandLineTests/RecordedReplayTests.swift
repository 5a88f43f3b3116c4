import CANFrames
import Engine
import Foundation
import Horizon
import Quantities
import Recording
import RoadMap
import Testing

/// Replays of recordings whose frames the engine does or does not make again.
@Suite("Replays of recordings")
struct RecordedReplayTests {
    /// A recording of a standing car without a fix; of the frame of a number something else was sent.
    private func recording(
        _ scratch: Scratch, changing number: Int?, configuration: String = "",
        learnedTurns: [UInt8] = []
    ) throws -> String {
        let map = try RoadMap(paths: [Sample.map], cacheBytes: 1 << 20)
        let start = MonotonicTime(nanoseconds: 1_000_000_000)
        let header = RecordingHeader(
            start: start, startUTC: UTCTime(nanoseconds: 1_700_000_000_000_000_000),
            map: MapIdentity(map.header), configuration: Array(configuration.utf8),
            learnedTurns: learnedTurns)
        var encoder = RecordingEncoder(start: start)
        var engine = Engine(map: map, parameters: EngineParameters())
        var count = 0
        for tick in 0..<20 {
            let time = start + .milliseconds(Int64(tick) * 100)
            encoder.note(.tick, at: time)
            try engine.ingest(.tick, at: time)
            while var frame = engine.nextFrame(at: time) {
                engine.frameWasSent(at: time)
                count += 1
                if count == number { frame.bytes[7] ^= 1 }
                encoder.noteSent(frame, at: time)
            }
        }
        var chunk = RecordingEncoder.emptyChunk()
        encoder.exchange(&chunk)
        let bytes = header.encoded() + chunk + RecordingEncoder.endChunk
        return try scratch.file("drive.rec", Data(bytes))
    }

    private func replay(_ path: String, _ flags: [String] = []) throws -> Outcome {
        try ChildProcess(
            Programs.tool,
            ["replay", "--map", try Sample.map, "--input", path, "--output", "-"] + flags
        ).wait()
    }

    @Test func framesAsTheyWereSent() throws {
        let scratch = try Scratch()
        let outcome = try replay(try recording(scratch, changing: nil))
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.words.hasSuffix(", as they were sent\n"))
    }

    /// A damaged recording shows what came before the damage: the page is written, and the status tells.
    @Test func aDamagedRecordingIsShownUpToTheDamage() throws {
        let scratch = try Scratch()
        let whole = try Data(contentsOf: URL(filePath: try recording(scratch, changing: nil)))
        func view(_ path: String, _ page: String) throws -> Outcome {
            try ehorizon(
                "view", "--map", try Sample.map, "--input", path, "--output", scratch[page])
        }
        let good = try view(try scratch.file("whole.rec", whole), "whole.ndjson")
        #expect(good.status == 0, "\(good)")
        let damaged = try view(try scratch.file("cut.rec", whole.dropLast(12)), "cut.ndjson")
        #expect(damaged.status == 1)
        #expect(damaged.words.contains("cut.rec"), "\(damaged)")
        let records = String(decoding: try scratch.content("cut.ndjson"), as: UTF8.self)
        #expect(records.hasPrefix("{\"r\":\"head\""))
    }

    @Test func whatWasKnownOfTurnsIsPartOfIt() throws {
        let scratch = try Scratch()
        let learning = "[horizon]\nlearning = true\n"
        var turns = LearnedTurns()
        let roads = (1...2).map {
            LearnedTurns.Road(StableLinkID(way: $0, startNode: 1, endNode: 2), .forward)
        }
        turns.learn(from: roads[0], into: roads[1])
        let good = try recording(
            scratch, changing: nil, configuration: learning, learnedTurns: turns.bytes)
        #expect(try replay(good).status == 0)
        let file = try scratch.file("turns", Data(turns.bytes))
        let twice = try replay(good, ["--learned-turns", file])
        twice.expectRefusal(
            2, "--learned-turns \(file): the recording \(good) contains its own; leave it out")
        let bad = try recording(
            scratch, changing: nil, configuration: learning,
            learnedTurns: Array(turns.bytes.dropLast()))
        try replay(bad).expectRefusal(1, "\(bad): learned turns that are damaged")
        let ahead = ["ahead", "--map", try Sample.map, "--every", "end", "--input"]
        try ehorizon(ahead + [bad]).expectRefusal(1, "\(bad): learned turns that are damaged")
    }

    @Test func learnedTurnsOfAFileAreKnownFromTheStart() throws {
        let scratch = try Scratch()
        let learning = try scratch.file("c.toml", "[horizon]\nlearning = true\n")
        let turns = try scratch.file("turns", Data(LearnedTurns().bytes))
        let none = try scratch.file("none", "100\n")
        let drive = Sample.drive.path()
        try replay(drive, ["--learned-turns", turns]).expectRefusal(
            2, "--learned-turns \(turns): horizon.learning is false")
        for (path, line) in [
            (none, "\(none): no learned turns of version 1"),
            (scratch["absent"], "cannot open \(scratch["absent"]): No such file or directory"),
        ] {
            try replay(drive, ["--config", learning, "--learned-turns", path]).expectRefusal(
                1, line)
        }
        let known = try replay(drive, ["--config", learning, "--learned-turns", turns])
        #expect(known.status == 0, "\(known)")
        #expect(try known.text == replay(drive, ["--config", learning]).text)
    }

    @Test func otherFramesAreAFailure() throws {
        let scratch = try Scratch()
        let path = try recording(scratch, changing: 7)
        let outcome = try replay(path)
        #expect(outcome.status == 1, "\(outcome)")
        #expect(
            outcome.words.hasSuffix("; frame 7 is the first that differs from what was sent\n"))
        // Whoever changes the configuration wants other frames.
        let other = try replay(path, ["--look-ahead", "1000"])
        #expect(other.status == 0, "\(other)")
        #expect(other.words.contains("options change the recorded configuration"))
    }
}
