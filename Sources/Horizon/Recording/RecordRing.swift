public import Quantities
public import RoadMap

/// The records of the last minutes, in memory of a fixed size: the newest replace the oldest.
///
/// The records form segments. A segment begins with the state of the engine at its start, as far as events express
/// it, so that a recording can begin at the oldest segment that is kept. It allocates nothing while it takes records.
public struct RecordRing: Sendable {
    /// A stretch of records.
    private struct Segment: Sendable {
        /// The place of its first byte since the start of the ring.
        var start: Int
        /// The bytes of the state; 0 for a segment that no recording can begin at.
        var stateLength: Int
        /// The bytes of the records behind the state.
        var length = 0
        /// The time from which its first record counts.
        var base: MonotonicTime
        /// The map in use at its start.
        var map: MapIdentity

        var end: Int { start + stateLength + length }
    }

    /// A segment ends after this share of the length, so that at most so much more is kept.
    private static let segmentsALength: Int64 = 16
    /// The longest records of a segment: they are one chunk of a file.
    private static let longest =
        RecordingFormat.longestChunk - RecordingFormat.chunkHeaderLength
    /// A segment with so many bytes ends.
    private static let fullLength = RecordRing.longest * 3 / 4

    private var bytes: [UInt8]
    private var segments: [Segment] = []
    private let mostSegments: Int
    private let length: Nanoseconds
    /// Whether the next records begin a segment in any case.
    private var isCut = false

    /// A ring without records.
    /// - Parameters:
    ///   - length: So much time is kept, if the memory suffices.
    ///   - capacity: The memory, bytes.
    public init(length: Nanoseconds, capacity: Int) {
        self.length = length
        bytes = [UInt8](repeating: 0, count: max(capacity, 4 * RecordingFormat.longestChunk))
        mostSegments = 4 * Int(Self.segmentsALength) + bytes.count / 4096
        segments.reserveCapacity(mostSegments + 1)
    }

    /// The time from which on a recording of the ring has all records; `nil` without any.
    public var oldest: MonotonicTime? { segments.first?.base }

    /// The number of bytes in use.
    public var byteCount: Int { (segments.last?.end ?? 0) - (segments.first?.start ?? 0) }

    /// Whether the next records are to begin a segment (``begin(with:map:)``).
    public func wantsState(at now: MonotonicTime) -> Bool {
        guard !isCut, let last = segments.last else { return true }
        return last.length >= Self.fullLength
            || (now - last.base).value * Self.segmentsALength >= length.value
    }

    /// Ends the present segment: the next records begin another one.
    public mutating func cut() { isCut = true }

    /// Drops everything.
    public mutating func removeAll() { segments.removeAll(keepingCapacity: true) }

    /// Begins a segment.
    /// - Parameters:
    ///   - state: The records of the state, all at the time from which the next record counts.
    ///   - map: The map in use.
    public mutating func begin(with state: RecordingEncoder, map: MapIdentity) {
        isCut = false
        let count = state.withRecords { $0.count }
        makeRoom(count)
        if segments.count >= mostSegments { removeFirst() }
        segments.append(
            Segment(
                start: segments.last?.end ?? 0, stateLength: count, base: state.lastTime, map: map))
        state.withRecords { copy($0, to: segments[segments.count - 1].start) }
        while segments.count > 1, state.lastTime - segments[1].base >= length { removeFirst() }
    }

    /// Takes the records of an encoder, which has none after this.
    public mutating func take(from encoder: inout RecordingEncoder) {
        let count = encoder.withRecords { $0.count }
        guard count > 0, let last = segments.last else { return }
        if last.length + count > Self.longest {
            // The thread that writes had the lock for long: these are a chunk of their own.
            segments.append(
                Segment(start: last.end, stateLength: 0, base: last.base, map: last.map))
        }
        makeRoom(count)
        guard !segments.isEmpty else { return encoder.removeRecords() }
        encoder.withRecords { copy($0, to: segments[segments.count - 1].end) }
        segments[segments.count - 1].length += count
        encoder.removeRecords()
    }

    private mutating func makeRoom(_ count: Int) {
        while !segments.isEmpty, byteCount + count > bytes.count { removeFirst() }
    }

    /// Removes the oldest segment, and those behind it at which no recording can begin.
    private mutating func removeFirst() {
        repeat { segments.removeFirst() } while segments.first?.stateLength == 0
    }

    private mutating func copy(_ records: Span<UInt8>, to place: Int) {
        var index = place % bytes.count
        for number in 0..<records.count {
            bytes[index] = records[number]
            index += 1
            if index == bytes.count { index = 0 }
        }
    }

    // MARK: The recording

    /// The ring as a recording that begins inside a run.
    /// - Parameters:
    ///   - header: The header of a recording of the run; start and map are those of the oldest segment.
    ///   - now: The engine's time at a moment.
    ///   - utc: The system's time at the same moment.
    public func recording(
        _ header: RecordingHeader, at now: MonotonicTime, utc: UTCTime
    ) -> [UInt8]? {
        guard let first = segments.first else { return nil }
        var header = header
        header.start = first.base
        header.startUTC = UTCTime(nanoseconds: utc.nanoseconds - (now - first.base).value)
        header.map = first.map
        header.beginsInside = true
        var file = header.encoded()
        file.reserveCapacity(file.count + byteCount + 16 * segments.count)
        append(first.start, first.stateLength, to: &file)
        for segment in segments {
            append(segment.start + segment.stateLength, segment.length, to: &file)
        }
        return file + RecordingEncoder.endChunk
    }

    /// Appends records as a chunk.
    private func append(_ start: Int, _ count: Int, to file: inout [UInt8]) {
        guard count > 0 else { return }
        let place = file.count
        file.append(contentsOf: repeatElement(0, count: RecordingFormat.chunkHeaderLength))
        let index = start % bytes.count
        let tail = min(count, bytes.count - index)
        file.append(contentsOf: bytes[index..<index + tail])
        file.append(contentsOf: bytes[..<(count - tail)])
        let records = place + RecordingFormat.chunkHeaderLength
        let checksum = CRC32C.of(file.span.extracting(records..<file.count))
        for (offset, number) in [UInt32(count), checksum].enumerated() {
            for byte in 0..<4 {
                file[place + offset * 4 + byte] = UInt8(
                    truncatingIfNeeded: number >> UInt32(byte * 8))
            }
        }
    }
}
