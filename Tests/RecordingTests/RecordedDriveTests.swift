import ADASISv2
import CANFrames
import Engine
import Geodesy
import HorizonProvider
import MapSketch
import Positioning
import Quantities
import RoadMap
import Testing

@testable import Recording

/// A car drives through a sketch, over a bus that takes frames when it likes; the recording of it
/// gives the same frames.
@Suite("Recorded drives")
struct RecordedDriveTests {
    private static func sketch() throws -> MapSketch {
        try MapSketch(
            """
            A--1--2--3--B--4--5--C
                        |        |
                        D--------E
            """,
            gridMetres: 40,
            roads: [
                .init("A123B45C", class: 2), .init("BD", class: 4), .init("DE", class: 4),
                .init("CE", class: 4),
            ])
    }

    private struct Sent: Equatable {
        let frame: CANFrame
        let time: MonotonicTime
    }

    /// Drives for a minute and records it; what was sent, and the recording.
    private func drive(seed: UInt64) throws -> (sent: [Sent], bytes: [UInt8]) {
        var random = SeededEvents(state: seed)
        let sketch = try Self.sketch()
        var engine = Engine(map: sketch.map, parameters: EngineParameters())
        var encoder = RecordingEncoder(start: SeededEvents.header.start)
        var sent: [Sent] = []
        var time = SeededEvents.header.start
        func ingest(_ event: EngineEvent) throws {
            encoder.note(event, at: time)
            try engine.ingest(event, at: time)
        }
        let (start, end) = (try sketch.place("A"), try sketch.place("C"))
        for step in 0..<600 {
            if step % 10 == 0 {
                let share = Double(step) / 600
                let place = Coordinate(
                    latitude: start.latitude + (end.latitude - start.latitude) * share,
                    longitude: start.longitude + (end.longitude - start.longitude) * share)
                var fix = Fix(
                    time: UTCTime(nanoseconds: Int64(step) * 100_000_000),
                    place: try #require(place))
                fix.speed = MetresPerSecond(14)
                fix.course = Degrees(90)
                try ingest(.position(.fix(fix)))
            }
            if step == 200 { try ingest(.mask(MessagePreset.all.mask)) }
            if step == 300 { try ingest(.clientsLost) }
            if step == 400 { try ingest(.request(.segment, nil)) }
            if step == 450 { try ingest(.position(.noFix(NoFix(time: nil, reason: .void)))) }
            try ingest(.tick)
            for _ in 0..<random.next(12) {
                time = time + Nanoseconds(Int64(random.next(8_000_000)))
                // A full bus takes none, and the frame is made anew the next time.
                guard let frame = engine.nextFrame(at: time), random.next(4) > 0 else {
                    encoder.noteAsked(at: time)
                    continue
                }
                encoder.noteSent(frame, at: time)
                engine.frameWasSent(at: time)
                sent.append(Sent(frame: frame, time: time))
            }
            time = time + .milliseconds(5)
        }
        var chunk = RecordingEncoder.emptyChunk()
        encoder.exchange(&chunk)
        return (sent, SeededEvents.header.encoded() + chunk + RecordingEncoder.endChunk)
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
    func givesTheFramesThatWereSent(_ seed: UInt64) throws {
        let (sent, bytes) = try drive(seed: seed)
        #expect(sent.count > 300)
        var engine = Engine(map: try Self.sketch().map, parameters: EngineParameters())
        var drive = RecordedDrive(try RecordingReader(MemoryBlockSource(bytes)))
        var again: [Sent] = []
        let problem = drive.run(through: &engine) { problem, _ in
            Issue.record("\(problem)")
        } send: { frame, time in
            again.append(Sent(frame: frame, time: time))
        }
        #expect(problem == nil)
        #expect(again == sent)
        #expect(drive.frames == sent.count && drive.firstDifference == nil)
    }

    @Test func otherSettingsAreReported() throws {
        let (sent, bytes) = try drive(seed: 1)
        var parameters = EngineParameters()
        parameters.provider.mask.set(.stub, to: false)
        var engine = Engine(map: try Self.sketch().map, parameters: parameters)
        var drive = RecordedDrive(try RecordingReader(MemoryBlockSource(bytes)))
        var count = 0
        let problem = drive.run(through: &engine) { _, _ in
        } send: { _, _ in
            count += 1
        }
        #expect(problem == nil && count <= sent.count)
        let first = try #require(drive.firstDifference)
        #expect(first > 1)
    }
}
