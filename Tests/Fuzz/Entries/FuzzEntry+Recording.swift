import CANFrames
import Engine
import MapSketch
import Quantities
import Recording
import RoadMap

extension FuzzEntry {
    /// The bytes as a file, and as the records of one whose header and checksums are right.
    static func recording(_ bytes: [UInt8]) -> String? {
        if let reader = try? RecordingReader(MemorySource(bytes)) {
            if let problem = replay(reader) { return problem }
        }
        let records = Array(bytes.prefix(60_000))
        guard !records.isEmpty, let map = map() else { return nil }
        let header = RecordingHeader(
            start: MonotonicTime(nanoseconds: 1_000_000_000), startUTC: UTCTime(nanoseconds: 0),
            map: MapIdentity(map.header), configuration: [])
        var file = header.encoded()
        for number in [UInt32(records.count), CRC32C.of(records.span)] {
            for shift in [UInt32(0), 8, 16, 24] { file.append(UInt8(number >> shift & 0xFF)) }
        }
        guard let reader = try? RecordingReader(MemorySource(file + records)) else {
            return "a header that was written is not read"
        }
        return replay(reader) ?? rewrite(reader)
    }

    /// Through an engine: whatever comes, whenever.
    private static func replay(_ reader: RecordingReader) -> String? {
        guard let map = map() else { return "there is no map" }
        var engine = Engine(map: map, parameters: EngineParameters())
        var drive = RecordedDrive(reader)
        var frames = 0
        _ = drive.run(through: &engine) { _, _ in
        } send: { (_, _) throws(Never) in
            frames += 1
        }
        return frames <= drive.frames ? nil : "\(frames) frames of \(drive.frames)"
    }

    /// What is read is what was written.
    private static func rewrite(_ reader: RecordingReader) -> String? {
        var reader = reader
        var encoder = RecordingEncoder(start: reader.header.start)
        var events: [RecordedEvent] = []
        while let event = try? reader.next(), encoder.hasRoom {
            switch event {
            case .engine(let event, let time): encoder.note(event, at: time)
            case .asked(let time): encoder.noteAsked(at: time)
            // Of a frame only its check is known.
            case .sent: continue
            case .frame(let time, let frame): encoder.noteWhole(frame, at: time)
            }
            events.append(event)
        }
        guard !events.isEmpty else { return nil }
        var chunk = RecordingEncoder.emptyChunk()
        encoder.exchange(&chunk)
        guard
            var again = try? RecordingReader(MemorySource(reader.header.encoded() + chunk))
        else { return "what was written is not opened" }
        for event in events {
            guard let other = try? again.next() else { return "\(event) is not read again" }
            // A number that is none is unlike itself.
            if other != event, "\(other)" != "\(event)" {
                return "\(event) comes back as \(other)"
            }
        }
        return nil
    }

    private static func map() -> RoadMap? {
        try? MapSketch(
            """
            A-----B-----C
                  |
                  D-----E
            """,
            gridMetres: 40, roads: [.init("ABC", class: 2), .init("BDE", class: 4)]
        ).map
    }
}

/// Bytes in memory as a file.
private final class MemorySource: BlockSource {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var length: UInt64 { UInt64(bytes.count) }

    func read(at offset: UInt64, into buffer: inout [UInt8], count: Int) throws(MapError) {
        guard offset <= length, UInt64(count) <= length - offset else {
            throw .truncated(needed: offset + UInt64(count), length: length)
        }
        for index in 0..<count { buffer[index] = bytes[Int(offset) + index] }
    }
}
