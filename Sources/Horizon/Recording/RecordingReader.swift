import Quantities
public import RoadMap

/// Reads a recording, chunk by chunk, so that its length does not matter.
///
/// ```swift
/// var reader = try RecordingReader(FileBlockSource(path: path))
/// while let event = try reader.next() { … }
/// ```
/// Nothing in the file is trusted. Records before a damage are good, and the reader returns them.
public struct RecordingReader {
    /// The header.
    public let header: RecordingHeader

    private let source: any BlockSource
    /// The place of the next chunk.
    private var offset: UInt64
    private var records: RecordCursor
    private var isOver = false

    /// Whether bytes begin as a recording does.
    public static func isRecording(_ head: Span<UInt8>) -> Bool {
        guard head.count >= RecordingFormat.magic.count else { return false }
        for index in RecordingFormat.magic.indices where head[index] != RecordingFormat.magic[index]
        {
            return false
        }
        return true
    }

    /// Opens a recording and reads its header.
    public init(_ source: any BlockSource) throws(RecordingError) {
        self.source = source
        let fixed = RecordingFormat.fixedHeaderLength
        guard source.length >= UInt64(RecordingFormat.magic.count) else { throw .notARecording }
        let start = try Self.read(source, at: 0, min(fixed, Int(clamping: source.length)))
        guard Self.isRecording(start.span) else { throw .notARecording }
        guard start.count == fixed else { throw .breaksOff(source.length) }
        let version = UInt32(Self.number(start, at: 8, bytes: 4))
        guard (RecordingFormat.oldestVersion...RecordingFormat.version).contains(version) else {
            throw .unknownVersion(version)
        }
        let length = Int(Self.number(start, at: 12, bytes: 4))
        guard length <= RecordingFormat.longestConfiguration else { throw .invalid(12) }
        let learned = Int(Self.number(start, at: 44, bytes: 4))
        guard learned <= RecordingFormat.longestLearnedTurns else { throw .invalid(44) }
        let end = fixed + length + learned
        let whole = try Self.read(source, at: 0, end + 4)
        let checksum = UInt32(Self.number(whole, at: end, bytes: 4))
        guard CRC32C.of(whole.span.extracting(first: end)) == checksum else {
            throw .damaged(0)
        }
        let flags = Self.number(whole, at: 48, bytes: 4)
        guard flags <= (version < 7 ? 0 : 1) else { throw .invalid(48) }
        var header = RecordingHeader(
            start: .init(nanoseconds: Int64(bitPattern: Self.number(whole, at: 16, bytes: 8))),
            startUTC: .init(nanoseconds: Int64(bitPattern: Self.number(whole, at: 24, bytes: 8))),
            map: MapIdentity(
                length: Self.number(whole, at: 32, bytes: 8),
                checksum: UInt32(Self.number(whole, at: 40, bytes: 4))),
            configuration: Array(whole[fixed..<fixed + length]),
            learnedTurns: Array(whole[(fixed + length)..<end]))
        header.beginsInside = flags == 1
        self.header = header
        offset = UInt64(whole.count)
        records = RecordCursor(at: header.start)
    }

    /// The next event, `nil` at the end. After an error there is nothing more.
    public mutating func next() throws(RecordingError) -> RecordedEvent? {
        guard !isOver else { return nil }
        do {
            while true {
                if let record = try records.next() {
                    guard case .event(let event) = record else {
                        isOver = true
                        return nil
                    }
                    return event
                }
                try readChunk()
            }
        } catch {
            isOver = true
            throw error
        }
    }

    private mutating func readChunk() throws(RecordingError) {
        let headerLength = RecordingFormat.chunkHeaderLength
        let start = try Self.read(source, at: offset, headerLength)
        let length = Int(Self.number(start, at: 0, bytes: 4))
        guard length > 0, length <= RecordingFormat.longestChunk - headerLength else {
            throw .invalid(offset)
        }
        let bytes = try Self.read(source, at: offset + UInt64(headerLength), length)
        guard CRC32C.of(bytes.span) == UInt32(Self.number(start, at: 4, bytes: 4)) else {
            throw .damaged(offset)
        }
        records.begin(bytes, at: offset + UInt64(headerLength))
        offset += UInt64(headerLength + length)
    }

    private static func read(
        _ source: any BlockSource, at offset: UInt64, _ count: Int
    ) throws(RecordingError) -> [UInt8] {
        guard offset <= source.length, UInt64(count) <= source.length - offset else {
            throw .breaksOff(source.length)
        }
        var bytes = [UInt8](repeating: 0, count: count)
        do {
            try source.read(at: offset, into: &bytes, count: count)
        } catch {
            switch error {
            case .cannotRead(let byte, let reason): throw .unreadable(byte, reason: reason)
            default: throw .breaksOff(offset)
            }
        }
        return bytes
    }

    private static func number(_ bytes: [UInt8], at offset: Int, bytes count: Int) -> UInt64 {
        var number: UInt64 = 0
        for byte in 0..<count { number |= UInt64(bytes[offset + byte]) << UInt64(8 * byte) }
        return number
    }
}
