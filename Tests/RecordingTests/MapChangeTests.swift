import ADASISv2
import CANFrames
import Engine
import Geodesy
import Horizon
import HorizonProvider
import MapSketch
import Positioning
import Quantities
import RoadMap
import Testing

@testable import Recording

@Suite("A new map while driving")
struct MapChangeTests {
    private static func map(class roadClass: Int) throws -> MapSketch {
        try MapSketch(
            """
            A--1--2--3--B--4--5--C
            """,
            gridMetres: 40, roads: [.init("A123B45C", class: roadClass)])
    }

    private struct Drive {
        var frames: [CANFrame] = []
        var bytes: [UInt8] = []
    }

    /// Drives along the sketch; in its middle the engine goes over to another map.
    private func drive(over first: MapSketch, to second: MapSketch) throws -> Drive {
        var parameters = EngineParameters()
        parameters.provider.mask = MessagePreset.all.mask
        var engine = Engine(map: first.map, parameters: parameters)
        var encoder = RecordingEncoder(start: .zero)
        var result = Drive()
        var time = MonotonicTime.zero
        func ingest(_ event: EngineEvent) throws {
            encoder.note(event, at: time)
            try engine.ingest(event, at: time)
        }
        let (start, end) = (try first.place("A"), try first.place("C"))
        for step in 0..<200 {
            time = MonotonicTime(nanoseconds: Int64(step) * 100_000_000)
            if step % 10 == 0 {
                let share = Double(step) / 250
                let place = Coordinate(
                    latitude: start.latitude,
                    longitude: start.longitude + (end.longitude - start.longitude) * share)
                var fix = Fix(
                    time: UTCTime(nanoseconds: time.nanoseconds), place: try #require(place))
                fix.speed = MetresPerSecond(14)
                fix.course = Degrees(90)
                try ingest(.position(.fix(fix)))
            }
            if step == 105 {
                #expect(engine.tree.mainPath != nil)
                engine.offer(second.map)
                try ingest(.map(MapIdentity(second.map.header)))
                #expect(engine.tree.mainPath != nil, "the last fix stands on the new map at once")
            }
            try ingest(.tick)
            while let frame = engine.nextFrame(at: time) {
                encoder.noteSent(frame, at: time)
                engine.frameWasSent(at: time)
                result.frames.append(frame)
            }
            encoder.noteAsked(at: time)
        }
        let header = RecordingHeader(
            start: .zero, startUTC: UTCTime(nanoseconds: 0), map: MapIdentity(first.map.header),
            configuration: [])
        var chunk = RecordingEncoder.emptyChunk()
        encoder.exchange(&chunk)
        result.bytes = header.encoded() + chunk + RecordingEncoder.endChunk
        return result
    }

    @Test func `The tree is that of the new map, and a replay gives the same frames`() throws {
        let first = try Self.map(class: 2)
        let second = try Self.map(class: 5)
        #expect(MapIdentity(first.map.header) != MapIdentity(second.map.header))
        let driven = try drive(over: first, to: second)
        let stayed = try drive(over: first, to: first)
        #expect(driven.frames != stayed.frames)

        var parameters = EngineParameters()
        parameters.provider.mask = MessagePreset.all.mask
        var engine = Engine(map: first.map, parameters: parameters)
        var again: [CANFrame] = []
        var recorded = RecordedDrive(try RecordingReader(MemoryBlockSource(driven.bytes)))
        let problem = recorded.run(through: &engine) { identity in
            identity == MapIdentity(second.map.header) ? second.map : nil
        } report: { problem, _ in
            Issue.record("\(problem)")
        } send: { (frame, _) throws(Never) in
            again.append(frame)
        }
        #expect(problem == nil)
        #expect(recorded.firstDifference == nil)
        #expect(again == driven.frames)
    }

    @Test func `A map that was not offered changes nothing and is named`() throws {
        let sketch = try Self.map(class: 2)
        var engine = Engine(map: sketch.map, parameters: EngineParameters())
        let identity = MapIdentity(length: 1, checksum: 2)
        #expect(throws: MapError.absent(identity)) {
            try engine.ingest(.map(identity), at: .zero)
        }
    }
}
