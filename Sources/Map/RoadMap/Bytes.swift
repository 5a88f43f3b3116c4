public import Geodesy

/// Reads numbers out of a part of a map file and never beyond it.
struct ByteReader {
    let part: MapError.Part
    let bytes: [UInt8]
    let count: Int

    @inline(__always)
    func check(_ offset: Int, _ width: Int) throws(MapError) {
        guard offset >= 0, offset <= count &- width else {
            throw .invalid(part: part, byte: offset)
        }
    }

    /// A number of some bytes that were checked to be there. Unsafe is only which type is asked for: each
    /// sequence of bits is one of these.
    @inline(__always)
    private func load<Number: FixedWidthInteger & BitwiseCopyable>(
        at offset: Int, as type: Number.Type
    ) -> Number {
        unsafe bytes.span.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: type)
    }

    @inline(__always)
    func u8(at offset: Int) throws(MapError) -> UInt8 {
        try check(offset, 1)
        return bytes[offset]
    }

    @inline(__always)
    func u16(at offset: Int) throws(MapError) -> UInt16 {
        try check(offset, 2)
        return UInt16(littleEndian: load(at: offset, as: UInt16.self))
    }

    @inline(__always)
    func u32(at offset: Int) throws(MapError) -> UInt32 {
        try check(offset, 4)
        return UInt32(littleEndian: load(at: offset, as: UInt32.self))
    }

    @inline(__always)
    func u64(at offset: Int) throws(MapError) -> UInt64 {
        try check(offset, 8)
        return UInt64(littleEndian: load(at: offset, as: UInt64.self))
    }

    @inline(__always)
    func i32(at offset: Int) throws(MapError) -> Int32 {
        Int32(bitPattern: try u32(at: offset))
    }

    @inline(__always)
    func box(at offset: Int) throws(MapError) -> BoundingBox {
        try check(offset, 16)
        func side(_ number: Int) -> Int32 {
            Int32(littleEndian: load(at: offset + 4 * number, as: Int32.self))
        }
        return BoundingBox(
            southE7: side(0), westE7: side(1), northE7: side(2), eastE7: side(3))
    }

    /// A number of seven bits a byte, low ones first (LEB128), of at most ten bytes.
    @inline(__always)
    func varint(at offset: inout Int) throws(MapError) -> UInt64 {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while true {
            let byte = try u8(at: offset)
            offset += 1
            value |= UInt64(byte & 0x7F) << shift
            if byte & 0x80 == 0 { return value }
            shift += 7
            guard shift < 64 else { throw .invalid(part: part, byte: offset - 1) }
        }
    }

    /// A number with its sign in the lowest bit (zigzag).
    @inline(__always)
    func zigzag(at offset: inout Int) throws(MapError) -> Int64 {
        let value = try varint(at: &offset)
        return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
    }
}

/// Gathers the bytes of a part of a map file.
public struct ByteWriter: Sendable {
    /// The bytes so far.
    public private(set) var bytes: [UInt8] = []

    /// Nothing gathered yet.
    public init() {}

    /// Starts again, with room for what there was.
    public mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    /// Adds a byte.
    public mutating func u8(_ value: UInt8) { bytes.append(value) }

    /// Adds two bytes, the low one first.
    public mutating func u16(_ value: UInt16) {
        u8(UInt8(truncatingIfNeeded: value))
        u8(UInt8(truncatingIfNeeded: value >> 8))
    }

    /// Adds four bytes, the low one first.
    public mutating func u32(_ value: UInt32) {
        u16(UInt16(truncatingIfNeeded: value))
        u16(UInt16(truncatingIfNeeded: value >> 16))
    }

    /// Adds eight bytes, the low one first.
    public mutating func u64(_ value: UInt64) {
        u32(UInt32(truncatingIfNeeded: value))
        u32(UInt32(truncatingIfNeeded: value >> 32))
    }

    /// Adds the borders of a rectangle: south, west, north, east.
    public mutating func box(_ box: BoundingBox) {
        for border in [box.southE7, box.westE7, box.northE7, box.eastE7] {
            u32(UInt32(bitPattern: border))
        }
    }

    /// Adds bytes as they are.
    public mutating func bytes(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

    /// Adds a number of seven bits a byte, low ones first (LEB128).
    public mutating func varint(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            u8(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        u8(UInt8(rest))
    }

    /// Adds a number with its sign in the lowest bit (zigzag).
    public mutating func zigzag(_ value: Int64) {
        varint(UInt64(bitPattern: value << 1 ^ value >> 63))
    }

    /// Adds zeros up to a length.
    public mutating func pad(to length: Int) {
        while bytes.count < length { u8(0) }
    }
}
