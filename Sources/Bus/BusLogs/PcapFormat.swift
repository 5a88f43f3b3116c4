/// Numbers of the pcapng format (draft-ietf-opsawg-pcapng) and of pcap (draft-ietf-opsawg-pcap).
enum PcapFormat {
    enum BlockType {
        static let section: UInt32 = 0x0A0D_0D0A
        static let interface: UInt32 = 1
        /// The packet block of old files.
        static let packet: UInt32 = 2
        static let simplePacket: UInt32 = 3
        static let enhancedPacket: UInt32 = 6
    }

    enum Option {
        static let end = 0
        static let interfaceName = 2
        static let resolution = 9
        static let timeOffset = 14
    }

    /// The number by which a reader of pcapng finds the byte order of a section.
    static let byteOrderMagic: UInt32 = 0x1A2B_3C4D
    /// The numbers at the start of a pcap file with µs and with ns.
    static let microsecondMagic: UInt32 = 0xA1B2_C3D4
    static let nanosecondMagic: UInt32 = 0xA1B2_3C4D
    /// LINKTYPE_CAN_SOCKETCAN.
    static let socketCAN = 227
    /// The largest packet and the largest block that are read. tcpdump's limit for packets is 256 KB.
    static let mostBytes = 1 << 20
}

/// The unit of the time stamps of an interface: 10^-n s or 2^-n s.
struct PcapResolution: Equatable {
    private let exponent: Int
    private let isBinary: Bool

    /// The resolution of files that state none.
    static let microseconds = PcapResolution(option: 6)

    /// The resolution of an if_tsresol option.
    init(option: UInt8) {
        exponent = Int(option & 0x7F)
        isBinary = option & 0x80 != 0
    }

    /// The nanoseconds of a time stamp, `nil` where they are out of range.
    func nanoseconds(_ stamp: UInt64) -> Int64? {
        let billion: UInt64 = 1_000_000_000
        if isBinary {
            let (high, low) = stamp.multipliedFullWidth(by: billion)
            if exponent >= 64 { return Int64(exactly: high >> UInt64(exponent - 64)) }
            guard high >> UInt64(exponent) == 0 else { return nil }
            // A shift by 64 gives 0 here.
            return Int64(exactly: high << UInt64(64 - exponent) | low >> UInt64(exponent))
        }
        var power: UInt64 = 1
        for _ in 0..<abs(exponent - 9) {
            let (next, overflows) = power.multipliedReportingOverflow(by: 10)
            // A unit below 10^-28 s: no time stamp reaches a nanosecond.
            if overflows { return 0 }
            power = next
        }
        if exponent > 9 { return Int64(exactly: stamp / power) }
        let (product, overflows) = stamp.multipliedReportingOverflow(by: power)
        return overflows ? nil : Int64(exactly: product)
    }
}

/// A name of an interface as logs have it: 1 to 15 characters without blanks. `nil` if it is empty.
func interfaceName(_ bytes: ArraySlice<UInt8>) -> String? {
    let shown = bytes.prefix { $0 != 0 }.prefix(15)
    guard !shown.isEmpty else { return nil }
    let printable = shown.map { (0x21...0x7E).contains($0) ? $0 : UInt8(ascii: "_") }
    return String(decoding: printable, as: UTF8.self)
}
