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

@Suite("A course in a recording")
struct CourseRecordingTests {
    private static func sketch() throws -> MapSketch {
        try MapSketch(
            """
                     D
                     |
            A--1--2--B--4--5--C
            """,
            gridMetres: 40,
            roads: [.init("A12B45C", class: 2), .init("BD", class: 4)])
    }

    private static func parameters(_ change: HorizonParameters.PathChange) -> EngineParameters {
        var parameters = EngineParameters()
        parameters.horizon.pathChange = change
        return parameters
    }

    /// The car stands before the junction. After 4 s a course with a turn there arrives; 4 s later the course is
    /// removed.
    private func drive(_ change: HorizonParameters.PathChange) throws -> (
        frames: [CANFrame], bytes: [UInt8], atCourse: Int
    ) {
        let sketch = try Self.sketch()
        let parameters = Self.parameters(change)
        var engine = Engine(map: sketch.map, parameters: parameters)
        var encoder = RecordingEncoder(start: .zero)
        var frames: [CANFrame] = []
        var atCourse = 0
        var time = MonotonicTime.zero
        func ingest(_ event: EngineEvent) throws {
            encoder.note(event, at: time)
            try engine.ingest(event, at: time)
        }
        let (start, end) = (try sketch.place("A"), try sketch.place("C"))
        for step in 0..<120 {
            time = MonotonicTime(nanoseconds: Int64(step) * 100_000_000)
            if step % 10 == 0 {
                let share = min(Double(step) / 400, 0.1)
                let place = Coordinate(
                    latitude: start.latitude,
                    longitude: start.longitude + (end.longitude - start.longitude) * share)
                var fix = Fix(
                    time: UTCTime(nanoseconds: time.nanoseconds), place: try #require(place))
                fix.speed = MetresPerSecond(6)
                fix.course = Degrees(90)
                try ingest(.position(.fix(fix)))
            }
            if step == 40 {
                atCourse = frames.count
                try ingest(.course([try sketch.link("B", "D")]))
            }
            if step == 80 { try ingest(.course([])) }
            try ingest(.tick)
            while let frame = engine.nextFrame(at: time) {
                encoder.noteSent(frame, at: time)
                engine.frameWasSent(at: time)
                frames.append(frame)
            }
            encoder.noteAsked(at: time)
        }
        let header = RecordingHeader(
            start: .zero, startUTC: UTCTime(nanoseconds: 0), map: MapIdentity(sketch.map.header),
            configuration: [])
        var chunk = RecordingEncoder.emptyChunk()
        encoder.exchange(&chunk)
        return (frames, header.encoded() + chunk + RecordingEncoder.endChunk, atCourse)
    }

    @Test(arguments: HorizonParameters.PathChange.allCases)
    func theEventChangesTheTreeAndAReplayGivesTheSame(
        _ change: HorizonParameters.PathChange
    ) throws {
        let (frames, bytes, atCourse) = try drive(change)
        let layout = ProviderParameters().layout
        let messages = try frames.map { try #require(try layout.decode($0)) }
        func indexes(_ messages: ArraySlice<Message>) -> Set<PathIndex> {
            Set(
                messages.compactMap {
                    guard case .position(let position) = $0, position.pathIndex.isNormal else {
                        return nil
                    }
                    return position.pathIndex
                })
        }
        let before = indexes(messages[..<atCourse])
        let after = indexes(messages[atCourse...])
        let updates = messages[atCourse...].compactMap { message -> StubMessage? in
            guard case .stub(let stub) = message, stub.update else { return nil }
            return stub
        }
        #expect(before.count == 1)
        switch change {
        case .stub:
            #expect(after == before)
            #expect(updates.contains { $0.relativeProbability == ProbabilityCode(0.95) })
        case .newPath:
            #expect(!after.isSubset(of: before))
        }
        var engine = Engine(map: try Self.sketch().map, parameters: Self.parameters(change))
        var recorded = RecordedDrive(try RecordingReader(MemoryBlockSource(bytes)))
        var again: [CANFrame] = []
        let problem = recorded.run(through: &engine) { problem, _ in
            Issue.record("\(problem)")
        } send: { (frame, _) throws(Never) in
            again.append(frame)
        }
        #expect(problem == nil)
        #expect(again == frames)
    }

    /// Engine and recording limit a long course to the same part.
    @Test(arguments: [false, true])
    func aCourseHasALimit(isRoute: Bool) throws {
        let links = (0..<2000).map { number in
            DirectedLink(LinkReference(block: UInt32.max, index: UInt16(number)), .backward)
        }
        var encoder = RecordingEncoder(start: .zero)
        encoder.note(isRoute ? .route(links) : .course(links), at: .zero)
        #expect(
            encoder.byteCount - RecordingFormat.chunkHeaderLength <= RecordingFormat.longestRecord)
        var chunk = RecordingEncoder.emptyChunk()
        encoder.exchange(&chunk)
        var reader = try RecordingReader(
            MemoryBlockSource(
                SeededEvents.header.encoded() + chunk + RecordingEncoder.endChunk))
        let read = Array(links[..<EngineEvent.longestCourse])
        let event = isRoute ? EngineEvent.route(read) : .course(read)
        guard case .engine(let again, _) = try #require(try reader.next()) else {
            Issue.record("no event")
            return
        }
        #expect(again == event)
    }

    @Test func anImpossibleLinkIsRefused() throws {
        #expect(DirectedLink(packed: 1 << 49) == nil)
        let link = DirectedLink(LinkReference(block: UInt32.max, index: UInt16.max), .backward)
        #expect(DirectedLink(packed: link.packed) == link)
    }
}
