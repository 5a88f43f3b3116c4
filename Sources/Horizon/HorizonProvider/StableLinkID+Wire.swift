public import RoadMap

extension StableLinkID {
    /// The 32 bits that identify the link and its direction on the wire (`link-identifier`). They are opaque to clients
    /// and stay the same after a map update. They are never the value for "not available".
    public func wireIdentifier(_ direction: Direction) -> UInt32 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for part in [way, startNode, endNode, Int64(direction.rawValue)] {
            for shift in stride(from: UInt64(0), to: 64, by: 8) {
                // FNV-1a (Fowler, Noll and Vo 1991).
                hash = (hash ^ (UInt64(bitPattern: part) >> shift & 0xFF)) &* 0x100_0000_01B3
            }
        }
        let folded = UInt32(truncatingIfNeeded: hash ^ hash >> 32)
        return folded == .max ? 0 : folded
    }
}
