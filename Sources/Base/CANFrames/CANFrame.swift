/// A CAN identifier: 11 bits (base format) or 29 bits (extended format). ISO 11898-1.
@frozen
public struct CANIdentifier: Sendable, Hashable {
    /// The identifier's bits, without flags.
    public let value: UInt32
    /// Whether it is of 29 bits. The same number in the two formats is two identifiers.
    public let isExtended: Bool

    /// An 11-bit identifier, `nil` above 0x7FF.
    @inlinable
    public init?(base value: UInt32) {
        guard value <= 0x7FF else { return nil }
        self.value = value
        isExtended = false
    }

    /// An 11-bit identifier of the number's lowest 11 bits.
    @inlinable
    public init(truncatingBase value: UInt16) {
        self.value = UInt32(value) & 0x7FF
        isExtended = false
    }

    /// A 29-bit identifier, `nil` above 0x1FFFFFFF.
    @inlinable
    public init?(extended value: UInt32) {
        guard value <= 0x1FFF_FFFF else { return nil }
        self.value = value
        isExtended = true
    }
}

/// One data frame on the bus, classical (up to 8 bytes) or CAN FD (up to 64).
///
/// A fixed-size value: making or copying one never allocates.
@frozen
public struct CANFrame: Sendable {
    /// The frame's identifier.
    public var identifier: CANIdentifier
    /// Whether it is a CAN FD frame.
    public var isFD: Bool
    /// The number of payload bytes, 0...8 (FD: 0...64).
    public let length: Int
    /// The payload; bytes from `length` on are 0.
    public var bytes: [64 of UInt8]

    /// The most bytes a frame of each kind carries.
    public static let classicalCapacity = 8
    /// The most bytes a CAN FD frame carries.
    public static let flexibleCapacity = 64

    /// A frame whose payload is all zero; `nil` where a frame of that kind has no such length.
    /// (FD: 0...8, 12, 16, 20, 24, 32, 48, 64; ISO 11898-1, table of DLC codes.)
    @inlinable
    public init?(identifier: CANIdentifier, length: Int, isFD: Bool = false) {
        guard CANFrame.isValid(length: length, isFD: isFD) else { return nil }
        self.identifier = identifier
        self.isFD = isFD
        self.length = length
        bytes = .init(repeating: 0)
    }

    /// A frame whose payload is all zero. A length that no frame of that kind has becomes the next
    /// longer one, at most the longest.
    @inlinable
    public init(identifier: CANIdentifier, clampedLength length: Int, isFD: Bool = false) {
        self.identifier = identifier
        self.isFD = isFD
        let longest = isFD ? CANFrame.flexibleCapacity : CANFrame.classicalCapacity
        var length = Swift.min(Swift.max(length, 0), longest)
        while !CANFrame.isValid(length: length, isFD: isFD) { length += 1 }
        self.length = length
        bytes = .init(repeating: 0)
    }

    /// Whether a frame can have that many payload bytes.
    @inlinable
    public static func isValid(length: Int, isFD: Bool) -> Bool {
        if length >= 0 && length <= 8 { return true }
        guard isFD else { return false }
        switch length {
        case 12, 16, 20, 24, 32, 48, 64: return true
        default: return false
        }
    }
}

extension CANFrame: Equatable {
    /// Whether the two are the same on the wire.
    public static func == (left: CANFrame, right: CANFrame) -> Bool {
        guard left.identifier == right.identifier, left.isFD == right.isFD,
            left.length == right.length
        else { return false }
        for index in 0..<left.length where left.bytes[index] != right.bytes[index] { return false }
        return true
    }
}
