import CANFrames
import Engine
import Quantities
import RoadMap
import Routing
import Testing

@testable import Recording

@Suite("The ring buffer's memory")
struct RecordRingTests {
    private static let map = MapIdentity(length: 4711, checksum: 5)
    private static let header = RecordingHeader(
        start: .zero, startUTC: UTCTime(nanoseconds: 0), map: map, configuration: [])

    private func at(_ milliseconds: Int64) -> MonotonicTime { .zero + .milliseconds(milliseconds) }

    /// Fills a ring as the daemon does: an event each `step` ms.
    private func fill(
        _ ring: inout RecordRing, for count: Int, every step: Int64, _ event: (Int) -> EngineEvent
    ) {
        var encoder = RecordingEncoder(start: .zero)
        var state = RecordingEncoder(start: .zero)
        for number in 0..<count {
            let now = at(Int64(number) * step)
            if ring.wantsState(at: now) {
                state.restart(at: encoder.lastTime)
                state.note(.clientsLost, at: state.lastTime)
                ring.begin(with: state, map: Self.map)
            }
            encoder.note(event(number), at: now)
            ring.take(from: &encoder)
        }
    }

    /// The records of the ring as a recording, without the states.
    private func read(
        _ ring: RecordRing, at now: MonotonicTime
    ) throws -> (header: RecordingHeader, ticks: [MonotonicTime]) {
        let bytes = try #require(
            ring.recording(Self.header, at: now, utc: UTCTime(nanoseconds: 1_000_000_000_000)))
        let (header, events, problem) = try reread(bytes)
        #expect(problem == nil)
        guard case .engine(.clientsLost, let time)? = events.first else {
            Issue.record("it does not begin with its state")
            return (header, [])
        }
        #expect(time == header.start)
        return (
            header,
            events.compactMap { if case .engine(.tick, let time) = $0 { time } else { nil } }
        )
    }

    @Test func itKeepsItsLengthAndAtMostASegmentMore() throws {
        var ring = RecordRing(length: .seconds(60), capacity: 1 << 20)
        fill(&ring, for: 3000, every: 100) { _ in .tick }
        let (header, ticks) = try read(ring, at: at(299_900))
        #expect(ticks.last == at(299_900))
        #expect(zip(ticks, ticks.dropFirst()).allSatisfy { $1 - $0 == .milliseconds(100) })
        let kept = (at(299_900) - header.start).seconds
        #expect((60...60 * 17 / 16 + 1).contains(kept), "\(kept)")
        #expect(header.beginsInside)
        #expect(header.map == Self.map)
        // The system's clock at the start, by that of the end.
        let utc = header.startUTC.nanoseconds + (at(299_900) - header.start).value
        #expect(utc == 1_000_000_000_000)
    }

    /// Where the memory does not suffice, the newest records are kept, and the file begins with a state all the same.
    @Test func theMemoryIsALimit() throws {
        var ring = RecordRing(length: .seconds(3600), capacity: 256 << 10)
        let links = (0..<900).compactMap { DirectedLink(packed: UInt64($0) << 1) }
        fill(&ring, for: 400, every: 100) { $0 % 2 == 0 ? .route(links) : .tick }
        #expect(ring.byteCount <= 256 << 10)
        let (header, ticks) = try read(ring, at: at(39_900))
        #expect(ticks.last == at(39_900))
        #expect(ticks.count > 10)
        #expect(header.start > at(30_000))
        let bytes = try #require(
            ring.recording(Self.header, at: at(39_900), utc: UTCTime(nanoseconds: 0)))
        let routes = try reread(bytes).events.count {
            if case .engine(.route(let read), _) = $0 { read == links } else { false }
        }
        #expect(routes >= ticks.count - 1)
    }

    @Test func acutBeginsASegment() throws {
        var ring = RecordRing(length: .seconds(60), capacity: 1 << 20)
        #expect(ring.oldest == nil)
        #expect(ring.recording(Self.header, at: at(0), utc: UTCTime(nanoseconds: 0)) == nil)
        fill(&ring, for: 10, every: 100) { _ in .tick }
        #expect(!ring.wantsState(at: at(1000)))
        ring.cut()
        #expect(ring.wantsState(at: at(1000)))
        #expect(ring.oldest == at(0))
    }

    @Test func framesAreWhole() throws {
        var encoder = RecordingEncoder(start: .zero)
        var frames: [CANFrame] = []
        for (number, isFD) in [(UInt32(0x300), false), (0x18FF_1234, true)] {
            let identifier = try #require(
                isFD ? CANIdentifier(extended: number) : CANIdentifier(base: number))
            var frame = try #require(
                CANFrame(identifier: identifier, length: isFD ? 64 : 8, isFD: isFD))
            for index in 0..<frame.length { frame.bytes[index] = UInt8(index * 3 + 1) }
            frames.append(frame)
            encoder.noteWhole(frame, at: at(5))
        }
        var chunk = RecordingEncoder.emptyChunk()
        encoder.exchange(&chunk)
        let events = try reread(Self.header.encoded() + chunk + RecordingEncoder.endChunk).events
        #expect(events == frames.map { .frame(at(5), $0) })
    }
}
