/// Cuts a stream of bytes into lines. A line within a chunk is handed on in place. A line across
/// the border of two chunks is copied, into a buffer made once.
struct LineAssembler {
    /// The next part of the input.
    enum Piece {
        /// A line that lies in the chunk, without its line end.
        case inChunk(Range<Int>)
        /// A line whose bytes are in the ``LineAssembler/buffer``.
        case inBuffer
        /// A line beyond the limit; its bytes are left out.
        case tooLong
    }

    /// The largest number of bytes of a line.
    let limit: Int
    /// The bytes of a line that began in an earlier chunk.
    private(set) var buffer: [UInt8] = []
    /// The number of the line handed on last, from 1.
    private(set) var line = 0
    private var isOverrun = false
    private var isBufferUsed = false

    init(limit: Int) { self.limit = limit }

    /// The next line of the chunk, from `index` on, which moves after it; `nil` where the rest of
    /// the chunk has no line end. The rest is kept.
    mutating func next(in chunk: Span<UInt8>, from index: inout Int) -> Piece? {
        if isBufferUsed {
            buffer.removeAll(keepingCapacity: true)
            isBufferUsed = false
        }
        let start = index
        var end = start
        while end < chunk.count, chunk[end] != 0x0A { end += 1 }
        let isWhole = end < chunk.count
        index = isWhole ? end + 1 : end
        if !isWhole || !buffer.isEmpty || isOverrun {
            if buffer.count + (end - start) > limit {
                isOverrun = true
                buffer.removeAll(keepingCapacity: true)
            }
            if !isOverrun {
                if buffer.capacity < limit { buffer.reserveCapacity(limit) }
                for position in start..<end { buffer.append(chunk[position]) }
            }
            return isWhole ? finishLine() : nil
        }
        line += 1
        if end > start, chunk[end - 1] == 0x0D { end -= 1 }
        return end - start > limit ? .tooLong : .inChunk(start..<end)
    }

    /// The last line of the input, where it has no line end.
    mutating func last() -> Piece? {
        if isBufferUsed {
            buffer.removeAll(keepingCapacity: true)
            isBufferUsed = false
        }
        return buffer.isEmpty && !isOverrun ? nil : finishLine()
    }

    private mutating func finishLine() -> Piece {
        line += 1
        if isOverrun {
            isOverrun = false
            buffer.removeAll(keepingCapacity: true)
            return .tooLong
        }
        isBufferUsed = true
        if buffer.last == 0x0D { buffer.removeLast() }
        return .inBuffer
    }
}
