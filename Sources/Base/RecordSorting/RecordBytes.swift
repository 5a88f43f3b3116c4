/// The bytes of a record, read from the front. They were written by this program a moment ago, so
/// reading beyond them is a bug and traps.
@frozen
public struct RecordBytes {
    @usableFromInline let bytes: [UInt8]
    @usableFromInline private(set) var at: Int
    @usableFromInline let end: Int

    /// No bytes.
    @inlinable
    public init() {
        bytes = []
        at = 0
        end = 0
    }

    /// All bytes of a record.
    public init(_ bytes: [UInt8]) { self.init(bytes, 0..<bytes.count) }

    init(_ bytes: [UInt8], _ range: Range<Int>) {
        self.bytes = bytes
        at = range.lowerBound
        end = range.upperBound
    }

    /// How many bytes are left.
    @inlinable
    public var count: Int { end - at }

    /// All bytes that are left, without reading them.
    @inlinable
    public var rest: ArraySlice<UInt8> { bytes[at..<end] }

    /// A byte.
    @inlinable
    public mutating func u8() -> UInt8 {
        precondition(at < end)
        defer { at += 1 }
        return bytes[at]
    }

    /// Four bytes, the low one first.
    @inlinable
    public mutating func i32() -> Int32 {
        var value: UInt32 = 0
        for place in 0..<4 { value |= UInt32(u8()) << UInt32(8 * place) }
        return Int32(bitPattern: value)
    }

    /// A number of seven bits a byte, low ones first (LEB128).
    @inlinable
    public mutating func varint() -> UInt64 {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while true {
            let byte = u8()
            value |= UInt64(byte & 0x7F) << shift
            if byte & 0x80 == 0 { return value }
            shift += 7
        }
    }

    /// A number with its sign in the lowest bit (zigzag).
    @inlinable
    public mutating func zigzag() -> Int64 {
        let value = varint()
        return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
    }

    /// The next bytes, their number before them.
    @inlinable
    public mutating func slice() -> ArraySlice<UInt8> {
        let length = Int(varint())
        precondition(length <= end - at)
        defer { at += length }
        return bytes[at..<at + length]
    }
}
