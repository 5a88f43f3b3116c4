/// The bytes of a binary log that have come and are not used yet.
struct ByteQueue {
    private(set) var bytes: [UInt8] = []
    private var start = 0
    /// How many bytes were used before.
    private(set) var used = 0

    var count: Int { bytes.count - start }

    mutating func append(_ more: Span<UInt8>) {
        makeRoom()
        let first = bytes.count
        bytes.append(contentsOf: repeatElement(0, count: more.count))
        var target = bytes.mutableSpan
        for index in more.indices { target[first + index] = more[index] }
    }

    mutating func append(_ more: ArraySlice<UInt8>) {
        makeRoom()
        bytes.append(contentsOf: more)
    }

    /// Removes used bytes, rarely enough that the moves of the others cost little.
    private mutating func makeRoom() {
        if start == bytes.count {
            bytes.removeAll(keepingCapacity: true)
            start = 0
        } else if start > 1 << 16, start > bytes.count / 2 {
            bytes.removeSubrange(..<start)
            start = 0
        }
    }

    mutating func skip(_ count: Int) {
        let count = min(count, self.count)
        start += count
        used += count
    }

    subscript(offset: Int) -> UInt8 { bytes[start + offset] }

    /// A little-endian number of `size` bytes at an offset.
    @inline(__always)
    func number(at offset: Int, size: Int) -> UInt64 {
        var value: UInt64 = 0
        for index in (0..<size).reversed() { value = value << 8 | UInt64(self[offset + index]) }
        return value
    }

    /// A big-endian number of `size` bytes at an offset.
    @inline(__always)
    func bigEndianNumber(at offset: Int, size: Int) -> UInt64 {
        var value: UInt64 = 0
        for index in 0..<size { value = value << 8 | UInt64(self[offset + index]) }
        return value
    }

    func slice(at offset: Int, count: Int) -> ArraySlice<UInt8> {
        bytes[start + offset..<start + offset + count]
    }
}

extension [UInt8] {
    /// Appends the lowest `size` bytes of a number, little-endian.
    @inline(__always)
    mutating func append(_ number: UInt64, size: Int) {
        for index in 0..<size { append(UInt8(truncatingIfNeeded: number >> UInt64(8 * index))) }
    }

    /// Appends zeros.
    mutating func appendZeros(_ count: Int) {
        append(contentsOf: repeatElement(0, count: count))
    }
}

/// An error in the bytes of a log, as a sentence for people. The place is added by the reader.
struct BusLogProblem: Error, Equatable {
    let sentence: String

    init(_ sentence: String) { self.sentence = sentence }
}
