import Quantities

/// A piece of a profile as it stands in a map file.
public struct ProfilePiece: Sendable, Hashable {
    /// What it describes; a kind that this version does not know, too.
    public let kind: ProfileKind
    /// How it came to be known.
    public let provenance: Provenance
    /// Its spots, in order of their offset.
    public let spots: [ProfileSpot]
}

extension RoadMap {
    /// The pieces of all profiles of a link, in the order of the file.
    public func profilePieces(of link: Link) throws(MapError) -> [ProfilePiece] {
        let block = try block(link.reference.block)
        var profiles = RecordReader(block, from: link.profilesOffset, to: link.geometryOffset)
        try work.charge((link.geometryOffset - link.profilesOffset) / 4)
        var pieces: [ProfilePiece] = []
        while profiles.at < profiles.end {
            let kind = ProfileKind(rawValue: try profiles.u8())
            guard let provenance = Provenance(rawValue: try profiles.u8()) else {
                throw .invalid(part: block.part, byte: profiles.at - 1)
            }
            var profile = try profiles.part()
            var spots: [ProfileSpot] = []
            var offset: UInt64 = 0
            var value: Int64 = 0
            while profile.at < profile.end {
                offset += min(try profile.varint(), UInt64(UInt32.max))
                value &+= try profile.zigzag()
                guard offset <= UInt64(link.length.value), let small = Int32(exactly: value) else {
                    throw .invalid(part: block.part, byte: profile.at)
                }
                spots.append(ProfileSpot(offset: Centimetres(Int(offset)), value: small))
            }
            pieces.append(ProfilePiece(kind: kind, provenance: provenance, spots: spots))
        }
        return pieces
    }
}
