import ADASISv2
import CANFrames
import Engine
import Geodesy
import HorizonProvider
import Positioning
import Quantities
import RoadMap
import Testing

@testable import Recording

/// A recording is read as it was written; a damaged one up to the damage.
@Suite("Recordings")
struct RecordingTests {
    @Test func everythingThatHappensIsReadAsItWas() throws {
        var random = SeededEvents(state: 3)
        var events: [RecordedEvent] = []
        for _ in 0..<5000 { events.append(random.event()) }
        let (header, read, problem) = try reread(recording(of: events, random.frames))
        #expect(problem == nil)
        #expect(header == SeededEvents.header)
        #expect(read.count == events.count)
        for (read, written) in zip(read, events) { #expect(read == written) }
    }

    @Test(arguments: [UInt8(1), 2, 3, 4]) func olderVersionsAreRead(_ version: UInt8) throws {
        var header = SeededEvents.header
        header.learnedTurns = []
        var bytes = Array(header.encoded().dropLast(4))
        bytes[8] = version
        let checksum = CRC32C.of(bytes.span)
        for shift in stride(from: UInt32(0), to: 32, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: checksum >> shift))
        }
        bytes += RecordingEncoder.endChunk
        var reader = try RecordingReader(MemoryBlockSource(bytes))
        #expect(reader.header == header)
        #expect(try reader.next() == nil)
    }

    /// NaN has many bit patterns, and zero two.
    @Test func numbersKeepAllTheirBits() throws {
        let place = try #require(Coordinate(latitude: -90, longitude: 180))
        for bits in [0x8000_0000_0000_0000, 1, 0x7FF8_0000_0000_1234, UInt64.max] {
            var fix = Fix(time: UTCTime(nanoseconds: .min), place: place)
            fix.course = Degrees(Double(bitPattern: bits))
            let event = RecordedEvent.engine(.position(.fix(fix)), SeededEvents.header.start)
            let read = try reread(recording(of: [event])).events
            guard case .engine(.position(.fix(let again)), _) = try #require(read.first) else {
                Issue.record("not a fix")
                return
            }
            #expect(again.course?.value.bitPattern == bits)
            #expect(again.place == place && again.time == fix.time)
        }
    }

    @Test func aMaskIsReadAsItWas() throws {
        var mask = MessagePreset.all.mask
        mask.set(.stub, to: false)
        mask.set(ShortProfileType.routeNumberType, to: true)
        for extent in ProviderParameters.Extent.allCases {
            let event = RecordedEvent.engine(
                .mask(mask, extent: extent), SeededEvents.header.start)
            #expect(try reread(recording(of: [event])).events == [event])
        }
    }

    @Test func aChunkNeverGrowsBeyondItsLimit() {
        var random = SeededEvents(state: 5)
        var encoder = RecordingEncoder(start: .zero)
        while encoder.hasRoom {
            if case .engine(let event, let time) = random.event() { encoder.note(event, at: time) }
        }
        #expect(encoder.byteCount <= RecordingFormat.longestChunk)
        var chunk = RecordingEncoder.emptyChunk()
        encoder.exchange(&chunk)
        #expect(chunk.count <= RecordingFormat.longestChunk && !encoder.hasRecords)
        #expect(chunk.capacity >= RecordingFormat.longestChunk)
    }

    /// Wherever it is cut: what stands in whole chunks before is read, then comes the place.
    @Test func aCutRecordingIsReadUpToTheCut() throws {
        var random = SeededEvents(state: 11)
        let events = (0..<60).map { _ in random.event() }
        let whole = recording(of: events, random.frames, chunk: 10)
        for length in 0..<whole.count {
            let source = MemoryBlockSource(Array(whole[..<length]))
            do {
                var reader = try RecordingReader(source)
                var count = 0
                let error = #expect(throws: RecordingError.self) {
                    while let event = try reader.next() {
                        #expect(event == events[count])
                        count += 1
                    }
                }
                #expect(error == .breaksOff(UInt64(length)))
                #expect(try reader.next() == nil, "after an error there is nothing more")
            } catch {
                #expect(error == .notARecording || error == .breaksOff(UInt64(length)))
            }
        }
    }

    /// Every byte is under a checksum.
    @Test func aDamagedByteIsFound() throws {
        var random = SeededEvents(state: 13)
        let events = (0..<40).map { _ in random.event() }
        let whole = recording(of: events, random.frames, chunk: 10)
        for index in whole.indices {
            var bytes = whole
            bytes[index] ^= 1 << UInt8(index % 8)
            #expect(throws: RecordingError.self, "byte \(index)") {
                var reader = try RecordingReader(MemoryBlockSource(bytes))
                var count = 0
                while let event = try reader.next() {
                    #expect(event == events[count])
                    count += 1
                }
            }
        }
    }

    /// Checksums that agree do not make sense of what is there: nothing traps, all ends.
    @Test func recordsOfGarbageAreRefusedOrRead() throws {
        var random = SeededEvents(state: 17)
        for _ in 0..<2000 {
            let garbage = (0..<random.next(60) + 1).map { _ in
                UInt8(random.next(4) == 0 ? random.next(256) : random.next(10))
            }
            var bytes = SeededEvents.header.encoded()
            var chunk = RecordingEncoder.emptyChunk()
            chunk += garbage
            let checksum = CRC32C.of(garbage.span)
            for byte in 0..<4 {
                chunk[byte] = UInt8(truncatingIfNeeded: garbage.count >> (8 * byte))
                chunk[4 + byte] = UInt8(truncatingIfNeeded: checksum >> UInt32(8 * byte))
            }
            bytes += chunk
            var reader = try RecordingReader(MemoryBlockSource(bytes))
            var count = 0
            do {
                while try reader.next() != nil { count += 1 }
            } catch {
                #expect(!"\(error)".contains("\n"))
            }
            #expect(count <= garbage.count)
        }
    }

    @Test func otherFilesAreNone() {
        for bytes in [[], [0x24], Array("$GPRMC,,V,,,,,,,,,,N*53\r\n".utf8)] as [[UInt8]] {
            #expect(throws: RecordingError.notARecording) {
                _ = try RecordingReader(MemoryBlockSource(bytes))
            }
        }
        var bytes = SeededEvents.header.encoded()
        bytes[8] = 8
        #expect(throws: RecordingError.unknownVersion(8)) {
            _ = try RecordingReader(MemoryBlockSource(bytes))
        }
    }
}

/// The bytes of a recording, with so many records a chunk.
func recording(
    of events: [RecordedEvent], _ frames: [CANFrame] = [], chunk size: Int = 1000
) -> [UInt8] {
    var bytes = SeededEvents.header.encoded()
    var encoder = RecordingEncoder(start: SeededEvents.header.start)
    var sent = 0
    var chunk = RecordingEncoder.emptyChunk()
    for (index, event) in events.enumerated() {
        switch event {
        case .engine(let event, let time): encoder.note(event, at: time)
        case .asked(let time): encoder.noteAsked(at: time)
        case .sent(let time, _):
            encoder.noteSent(frames[sent], at: time)
            sent += 1
        case .frame(let time, let frame): encoder.noteWhole(frame, at: time)
        }
        if index % size == size - 1 || index == events.count - 1 {
            encoder.exchange(&chunk)
            bytes += chunk
        }
    }
    return bytes + RecordingEncoder.endChunk
}

/// Everything in a recording, up to its end or the first error.
func reread(_ bytes: [UInt8]) throws -> (
    header: RecordingHeader, events: [RecordedEvent], problem: RecordingError?
) {
    var reader = try RecordingReader(MemoryBlockSource(bytes))
    var events: [RecordedEvent] = []
    do throws(RecordingError) {
        while let event = try reader.next() { events.append(event) }
    } catch {
        return (reader.header, events, error)
    }
    return (reader.header, events, nil)
}
