import CSodium
public import RoadMap

/// The digests of the pieces of a map file, one behind the other: what a signed region set needs to check each
/// read of a file without reading all of it first. They are in a file beside the map, its name with `.pieces`
/// behind it, 0.2 % of the map.
public enum MapPieces {
    /// The name of the file with the digests of a map's pieces.
    public static func path(of map: String) -> String { map + ".pieces" }

    /// The BLAKE2b-256 digests of the pieces of 16 KiB.
    public static func digests(of map: any BlockSource) throws(MapError) -> [UInt8] {
        var digests: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: SealedBlockSource.pieceLength)
        var offset: UInt64 = 0
        while offset < map.length {
            let count = Int(min(UInt64(buffer.count), map.length - offset))
            try map.read(at: offset, into: &buffer, count: count)
            SealedBlockSource.append(digestOf: buffer, count: count, to: &digests)
            offset += UInt64(count)
        }
        return digests
    }

    /// The number of bytes of the digests of a file.
    public static func length(of map: any BlockSource) -> Int {
        let size = UInt64(SealedBlockSource.pieceLength)
        return Int(clamping: (map.length + size - 1) / size) * SealedBlockSource.digestLength
    }

    /// The digest of the digests, in hexadecimal, as a region set's index has it.
    public static func digest(of digests: [UInt8]) -> String {
        var digest: [UInt8] = []
        SealedBlockSource.append(digestOf: digests, count: digests.count, to: &digest)
        return digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// The map under its seal; `nil` where the digests are not so many as it has pieces.
    public static func seal(_ map: any BlockSource, digests: [UInt8]) -> SealedBlockSource? {
        digests.count == length(of: map) ? SealedBlockSource(map, digests: digests) : nil
    }
}
