import CANFrames
import Engine
import Foundation
import Quantities
import Recording
import RoadMap
import Testing

/// Replays of recordings whose frames the engine does or does not make again.
@Suite("Replays of recordings")
struct RecordedReplayTests {
    /// A recording of a standing car without a fix; of the frame of a number something else was sent.
    private func recording(_ scratch: Scratch, changing number: Int?) throws -> String {
        let map = try RoadMap(paths: [Sample.map], cacheBytes: 1 << 20)
        let start = MonotonicTime(nanoseconds: 1_000_000_000)
        let header = RecordingHeader(
            start: start, startUTC: UTCTime(nanoseconds: 1_700_000_000_000_000_000),
            map: MapIdentity(map.header), configuration: [])
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
        #expect(other.words.contains("flags change the configuration"))
    }
}
