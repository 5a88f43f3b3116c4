public import Recording

/// The chunks of a recording between the loop, which fills them, and the thread that writes them. The caller locks.
public struct ChunkQueue: Sendable {
    /// What became of a chunk that was handed over.
    public enum Outcome: Sendable, Hashable {
        /// It will be written; there is an empty one in its place.
        case taken
        /// The thread is just at it; again, a moment later.
        case later
        /// Nothing more is written: the thread has reported why.
        case ended
    }

    /// What the thread does next.
    public enum Step: Sendable, Hashable {
        /// Write this chunk, then ``noteWritten(_:)``.
        case write([UInt8])
        /// Write the end of the recording, then ``end()``.
        case finish
        /// Wait for the loop.
        case wait
    }

    /// How far the disk may fall behind: 16 chunks of 64 KiB.
    public static let chunkCount = 16

    /// Chunks to write, in order.
    private var full: [[UInt8]] = []
    /// Chunks to fill.
    private var empty: [[UInt8]]
    private var isClosing = false
    /// Whether nothing more is written.
    public private(set) var hasEnded = false

    /// A queue with chunks to fill.
    public init() {
        full.reserveCapacity(Self.chunkCount + 1)
        empty = (0..<Self.chunkCount).map { _ in RecordingEncoder.emptyChunk() }
    }

    /// Takes an encoder's chunk in exchange for an empty one.
    public mutating func take(from encoder: inout RecordingEncoder) -> Outcome {
        guard !hasEnded else { return .ended }
        guard var chunk = empty.popLast() else { return .later }
        encoder.exchange(&chunk)
        full.append(chunk)
        return .taken
    }

    /// What the thread does next.
    public mutating func next() -> Step {
        if !full.isEmpty { return .write(full.removeFirst()) }
        return isClosing ? .finish : .wait
    }

    /// Takes note that a chunk was written.
    public mutating func noteWritten(_ chunk: [UInt8]) { empty.append(chunk) }

    /// Takes note that no chunk follows.
    public mutating func close() { isClosing = true }

    /// Takes an encoder's last chunk, for which no empty one is needed; none follows.
    public mutating func close(with last: inout RecordingEncoder) {
        isClosing = true
        guard !hasEnded, last.hasRecords else { return }
        var chunk: [UInt8] = []
        last.exchange(&chunk)
        full.append(chunk)
    }

    /// Takes note that nothing more is written.
    public mutating func end() { hasEnded = true }
}
