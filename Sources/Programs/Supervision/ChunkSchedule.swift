public import Quantities

/// Decides when the chunk of a recording is handed to the thread that writes, and when the recording has
/// reached its limit.
public struct ChunkSchedule: Sendable, Hashable {
    /// What to do before the next record.
    public enum Step: Sendable, Hashable {
        /// Append the record.
        case append
        /// Hand the chunk over.
        case handOver
        /// End the recording: its limit is reached.
        case end
    }

    private let limit: Int
    private let longestChunk: Int
    private var bytes: Int
    private var lastHandOver: MonotonicTime

    /// A chunk of this age is handed over, so that a crash loses little.
    public static let longestDelay = Nanoseconds.milliseconds(1000)

    /// The schedule of a recording.
    /// - Parameters:
    ///   - limit: The longest recording, bytes.
    ///   - longestChunk: The longest chunk, bytes. One that is three quarters full is handed over; the rest is
    ///     for the time in which the thread is busy.
    ///   - written: The bytes of the header.
    public init(limit: Int, longestChunk: Int, written: Int, at start: MonotonicTime) {
        self.limit = limit
        self.longestChunk = longestChunk
        bytes = written
        lastHandOver = start
    }

    /// The step before the next record.
    /// - Parameters:
    ///   - chunk: The bytes of the chunk so far.
    ///   - hasRecords: Whether the chunk has records.
    public func step(chunk: Int, hasRecords: Bool, at now: MonotonicTime) -> Step {
        let isFull = chunk >= 3 * longestChunk / 4
        let isOld = hasRecords && now - lastHandOver >= Self.longestDelay
        guard isFull || isOld else { return .append }
        return bytes + chunk + longestChunk > limit ? .end : .handOver
    }

    /// Takes note that a chunk of so many bytes was handed over.
    public mutating func noteHandedOver(_ chunk: Int, at now: MonotonicTime) {
        bytes += chunk
        lastHandOver = now
    }
}
