/// How the checksum of a frame's trailer is made: a state that takes byte after byte.
///
/// ```swift
/// let sum = ChecksumAlgorithm(name: "sum-8", width: 8, initial: 0) { ($0 + UInt64($1)) & 0xFF }
/// ```
/// Two algorithms of one name are the same one.
public struct ChecksumAlgorithm: Sendable {
    /// The name in configurations, such as `crc-8-sae-j1850`.
    public let name: String
    /// The width of the result in bits, 1...64.
    public let width: Int
    private let initial: UInt64
    private let finalXor: UInt64
    private let step: @Sendable (UInt64, UInt8) -> UInt64

    /// An algorithm of one's own. The state begins as `initial`, takes each byte by `step`, and is at
    /// last combined with `finalXor`.
    public init(
        name: String,
        width: Int,
        initial: UInt64,
        finalXor: UInt64 = 0,
        step: @escaping @Sendable (UInt64, UInt8) -> UInt64
    ) {
        self.name = name
        self.width = width
        self.initial = initial
        self.finalXor = finalXor
        self.step = step
    }

    /// A CRC whose most significant bit goes first, without reflection.
    private init(crc name: String, width: Int, polynomial: UInt64, initial: UInt64, end: UInt64) {
        let top = width - 1
        let mask = UInt64.max >> UInt64(64 - width)
        self.init(name: name, width: width, initial: initial, finalXor: end) { state, byte in
            var state = state ^ UInt64(byte) << UInt64(width - 8)
            for _ in 0..<8 {
                let carry = state >> UInt64(top) & 1
                state = (state << 1 ^ (carry == 0 ? 0 : polynomial)) & mask
            }
            return state
        }
    }

    /// CRC-8 SAE J1850: polynomial 0x1D, AUTOSAR `Crc_CalculateCRC8`, end-to-end profile 1.
    public static var crc8SAEJ1850: Self {
        Self(crc: "crc-8-sae-j1850", width: 8, polynomial: 0x1D, initial: 0xFF, end: 0xFF)
    }

    /// CRC-8H2F: polynomial 0x2F, AUTOSAR `Crc_CalculateCRC8H2F`, end-to-end profile 2.
    public static var crc8H2F: Self {
        Self(crc: "crc-8h2f", width: 8, polynomial: 0x2F, initial: 0xFF, end: 0xFF)
    }

    /// CRC-16 CCITT-FALSE: polynomial 0x1021, AUTOSAR `Crc_CalculateCRC16`, end-to-end profile 5.
    public static var crc16CCITT: Self {
        Self(crc: "crc-16-ccitt-false", width: 16, polynomial: 0x1021, initial: 0xFFFF, end: 0)
    }

    /// All bytes combined by exclusive or.
    public static var xor: Self {
        Self(name: "xor-8", width: 8, initial: 0) { $0 ^ UInt64($1) }
    }

    /// The algorithms that have a name in configurations.
    public static var named: [ChecksumAlgorithm] {
        [.crc8SAEJ1850, .crc8H2F, .crc16CCITT, .xor]
    }

    /// The algorithm of a name, `nil` where there is none.
    public init?(name: String) {
        guard let found = Self.named.first(where: { $0.name == name }) else { return nil }
        self = found
    }

    /// A checksum before its first byte.
    var start: UInt64 { initial }

    /// The checksum after one more byte.
    func taking(_ byte: UInt8, after state: UInt64) -> UInt64 { step(state, byte) }

    /// The checksum after its last byte.
    func end(_ state: UInt64) -> UInt64 { state ^ finalXor }
}

extension ChecksumAlgorithm: Hashable {
    /// Whether the two have the same name.
    public static func == (left: Self, right: Self) -> Bool { left.name == right.name }

    /// Feeds the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
