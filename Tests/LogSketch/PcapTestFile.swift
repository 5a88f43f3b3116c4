/// A tiny writer of pcap files for tests, little-endian, with times of 1 µs (pcap-savefile(5)).
public struct PcapTestFile {
    /// The bytes so far.
    public private(set) var bytes: [UInt8] = []

    /// A file without a packet; the link type 227 is SocketCAN.
    public init(linkType: UInt32 = 227) {
        for number in [0xA1B2_C3D4, 0x4_0002, 0, 0, 65_535, linkType] { append(number) }
    }

    /// Adds a packet.
    public mutating func packet(_ content: [UInt8], microseconds: Int64) {
        append(UInt32(truncatingIfNeeded: microseconds / 1_000_000))
        append(UInt32(truncatingIfNeeded: microseconds % 1_000_000))
        append(UInt32(content.count))
        append(UInt32(content.count))
        bytes += content
    }

    private mutating func append(_ number: UInt32) {
        for index in 0..<4 { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * index))) }
    }
}
