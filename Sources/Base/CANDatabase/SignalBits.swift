/// The order in which a signal's bits run through a frame's bytes.
public enum ByteOrder: Sendable, Hashable {
    /// Most significant bit first, on into the following bytes (big endian, `@0` in a DBC).
    case motorola
    /// Least significant bit first, on into the following bytes (little endian, `@1` in a DBC).
    case intel
}

/// Where an unsigned signal sits in a frame.
///
/// ```swift
/// let offset = SignalBits(startBit: 4, width: 13, byteOrder: .motorola)
/// offset.insert(82, into: &frame.bytes)
/// ```
/// Bits are numbered as in a DBC: bit *b* is bit *b* mod 8 (0 = least significant) of byte *b* / 8.
/// The start bit is the signal's most significant bit in Motorola order and its least significant
/// bit in Intel order. Source: the DBC format as cantools, opendbc and Wireshark read it.
///
/// Signals have no sign here: ADASIS v2 has none.
@frozen
public struct SignalBits: Sendable, Hashable {
    /// The bit where the signal starts, by DBC numbering, 0...511.
    public let startBit: Int
    /// The number of bits, 1...64.
    public let width: Int
    /// The direction from the start bit on.
    public let byteOrder: ByteOrder

    /// The bits of a signal. Whether they lie in a frame says ``fits(bytes:)``.
    public init(startBit: Int, width: Int, byteOrder: ByteOrder) {
        self.startBit = startBit
        self.width = width
        self.byteOrder = byteOrder
    }

    /// The largest value that the signal can hold.
    public var largest: UInt64 {
        width >= 64 ? .max : (1 << UInt64(truncatingIfNeeded: max(width, 0))) - 1
    }

    /// Whether all bits lie within that many bytes.
    public func fits(bytes count: Int) -> Bool {
        guard startBit >= 0, (1...64).contains(width) else { return false }
        return lastBitInOrder < count * 8
    }

    /// The same signal, that many bytes further back in the frame.
    public func moved(byBytes count: Int) -> SignalBits {
        SignalBits(startBit: startBit + 8 * count, width: width, byteOrder: byteOrder)
    }

    /// The numbers of all its bits by DBC numbering, from the start bit on.
    public var numbers: [Int] {
        (0..<width).map { place in
            let bit = firstBitInOrder + place
            return switch byteOrder {
            case .motorola: bit / 8 * 8 + 7 - bit % 8
            case .intel: bit
            }
        }
    }

    /// The bytes in which it lies.
    public var bytes: ClosedRange<Int> {
        firstBitInOrder / 8...max(firstBitInOrder, lastBitInOrder) / 8
    }

    /// How far the signal is shifted to the left in a word of the first eight bytes, whose first byte
    /// is the most significant one for Motorola and the least significant one for Intel signals.
    public var shiftInWord: Int {
        switch byteOrder {
        case .motorola: 63 - lastBitInOrder
        case .intel: startBit
        }
    }

    /// Counts bits in the direction in which the signal runs, from the first byte on.
    @inline(__always)
    private var firstBitInOrder: Int {
        switch byteOrder {
        case .motorola: startBit / 8 * 8 + 7 - startBit % 8
        case .intel: startBit
        }
    }

    private var lastBitInOrder: Int { firstBitInOrder + width - 1 }
}

extension SignalBits {
    /// Writes a value into the signal's bits and leaves all others as they are. What the signal
    /// cannot hold is cut off at the top. Bits beyond the bytes are not written; see
    /// ``fits(bytes:)``.
    ///
    /// - Parameters:
    ///   - value: the bits, the last one being the signal's lowest.
    ///   - bytes: the frame's bytes.
    ///   - byteOffset: where the PDU starts in the frame; bit 0 is in that byte.
    /// - Complexity: O(bytes touched), without allocation.
    public func insert(
        _ value: UInt64,
        into bytes: inout [64 of UInt8],
        byteOffset: Int = 0
    ) {
        var rest = min(width, 64)
        var bit = firstBitInOrder
        while rest > 0 {
            let index = byteOffset + bit / 8
            let count = min(8 - bit % 8, rest)
            guard bytes.indices.contains(index) else { return }
            let mask = UInt8(truncatingIfNeeded: (1 << count) - 1)
            let piece: UInt64
            let shift: Int
            switch byteOrder {
            case .motorola:
                piece = value >> UInt64(truncatingIfNeeded: rest - count)
                shift = 8 - bit % 8 - count
            case .intel:
                piece = value >> UInt64(truncatingIfNeeded: min(width, 64) - rest)
                shift = bit % 8
            }
            let kept = bytes[index] & ~(mask << shift)
            bytes[index] = kept | (UInt8(truncatingIfNeeded: piece) & mask) << shift
            bit += count
            rest -= count
        }
    }

    /// The value in the signal's bits. Bits beyond the bytes read as 0.
    ///
    /// - Parameters:
    ///   - bytes: the frame's bytes.
    ///   - byteOffset: where the PDU starts in the frame; bit 0 is in that byte.
    /// - Complexity: O(bytes touched), without allocation.
    public func extract(from bytes: [64 of UInt8], byteOffset: Int = 0) -> UInt64 {
        var value: UInt64 = 0
        var rest = min(width, 64)
        var bit = firstBitInOrder
        while rest > 0 {
            let index = byteOffset + bit / 8
            let count = min(8 - bit % 8, rest)
            let mask = UInt8(truncatingIfNeeded: (1 << count) - 1)
            let byte = bytes.indices.contains(index) ? bytes[index] : 0
            switch byteOrder {
            case .motorola:
                value = value << UInt64(truncatingIfNeeded: count)
                value |= UInt64(byte >> (8 - bit % 8 - count) & mask)
            case .intel:
                let position = UInt64(truncatingIfNeeded: min(width, 64) - rest)
                value |= UInt64(byte >> (bit % 8) & mask) << position
            }
            bit += count
            rest -= count
        }
        return value
    }
}
