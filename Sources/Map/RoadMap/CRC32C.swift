/// The checksum of map files: CRC-32C (Castagnoli), polynomial 0x1EDC6F41 reflected, as in RFC 3720,
/// appendix B.4.
public struct CRC32C: Sendable {
    private var state: UInt32 = .max

    /// The checksum of nothing yet.
    public init() {}

    /// Takes bytes in.
    public mutating func update(_ bytes: Span<UInt8>) {
        var state = state
        var index = 0
        // Eight bytes a turn ("slicing by 8", Kounavis and Berry 2005).
        while index + 8 <= bytes.count {
            let low =
                state
                ^ (UInt32(bytes[index]) | UInt32(bytes[index + 1]) << 8
                    | UInt32(bytes[index + 2]) << 16 | UInt32(bytes[index + 3]) << 24)
            state =
                CRC32C.table[0x700 + Int(low & 0xFF)]
                ^ CRC32C.table[0x600 + Int(low >> 8 & 0xFF)]
                ^ CRC32C.table[0x500 + Int(low >> 16 & 0xFF)]
                ^ CRC32C.table[0x400 + Int(low >> 24)]
                ^ CRC32C.table[0x300 + Int(bytes[index + 4])]
                ^ CRC32C.table[0x200 + Int(bytes[index + 5])]
                ^ CRC32C.table[0x100 + Int(bytes[index + 6])]
                ^ CRC32C.table[Int(bytes[index + 7])]
            index += 8
        }
        while index < bytes.count {
            state = state >> 8 ^ CRC32C.table[Int((state ^ UInt32(bytes[index])) & 0xFF)]
            index += 1
        }
        self.state = state
    }

    /// The checksum of everything taken in.
    public var value: UInt32 { ~state }

    /// The checksum of some bytes.
    public static func of(_ bytes: Span<UInt8>) -> UInt32 {
        var checksum = CRC32C()
        checksum.update(bytes)
        return checksum.value
    }

    /// Eight tables of 256 entries: the k-th holds the effect of a byte with k zero bytes behind it.
    private static let table: [UInt32] = {
        var table = [UInt32](repeating: 0, count: 8 * 256)
        for byte in 0..<256 {
            var value = UInt32(byte)
            for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0x82F6_3B78 : value >> 1 }
            table[byte] = value
        }
        for entry in 256..<table.count {
            let shorter = table[entry - 256]
            table[entry] = shorter >> 8 ^ table[Int(shorter & 0xFF)]
        }
        return table
    }()
}
