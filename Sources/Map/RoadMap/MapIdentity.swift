/// The identity of a map file: its length and the checksum of its header. The header contains
/// the checksums of the notes and of the index. The index contains the checksums of all blocks.
@frozen
public struct MapIdentity: Sendable, Hashable, CustomStringConvertible {
    /// The length of the file in bytes.
    public var length: UInt64
    /// The checksum of the header.
    public var checksum: UInt32

    /// An identity of its parts.
    @inlinable
    public init(length: UInt64, checksum: UInt32) {
        self.length = length
        self.checksum = checksum
    }

    /// The identity of a map.
    public init(_ header: MapHeader) {
        length = header.fileLength
        // Without the header's own checksum at the end: a CRC over data and their CRC is a constant.
        checksum = CRC32C.of(header.encoded().span.extracting(first: MapFormat.headerLength - 4))
    }

    /// As `map info` shows it: checksum and length in hexadecimal.
    public var description: String {
        let digits = String(checksum, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits + "-"
            + String(length, radix: 16)
    }
}
