import RoadMap

/// The state of one directed link in a search.
struct LinkRecord {
    /// The link, as ``DirectedLink/packed``, and in the bits above it the number of the trail to it.
    let key: UInt64
    /// The cost to the node where the link is entered.
    var cost = Double.infinity
    /// The cost of one metre of the link.
    var costPerMetre = 0.0
    /// The distance to the node where the link is entered, metres.
    var distance = Double.infinity
    /// The link as it is entered, once it is reached.
    var entered = NodeExit.none
    /// The record of the link before; after source number s `-1 - s`.
    var parent: Int32 = -1
    /// The index in the heap, or one of the states below.
    var heapIndex = Self.unreached
    /// The number of U-turns on the route, dead ends apart.
    var uTurns: UInt8 = 0
    /// The number of U-turns at dead ends.
    var deadEnds: UInt8 = 0
    /// The number of forbidden turns on the route.
    var forbiddenTurns: UInt8 = 0
    /// Whether the link is a target that is not settled yet.
    var isTarget = false
    /// The record of the same link with another trail, -1 for none. All of them follow the record without a
    /// trail.
    var next: Int32 = -1

    /// The heap index of a link that is not reached.
    static let unreached: Int32 = -1
    /// The heap index of a link whose best route is known.
    static let settled: Int32 = -2

    /// The number of bits of the link in a key.
    private static let linkBits: UInt64 = 49
    /// The largest number of a trail.
    static let maximumTrails = 1 << (64 - linkBits) - 1

    /// The key of a link with a trail; number 0 is no trail.
    static func key(_ link: DirectedLink, trail: Int) -> UInt64 {
        link.packed | UInt64(trail) << linkBits
    }

    /// The link.
    var link: DirectedLink { DirectedLink(packed: key & (1 << Self.linkBits - 1)) }
    /// The number of the trail.
    var trail: Int { Int(key >> Self.linkBits) }
    /// Whether the best route to the link is known.
    var isSettled: Bool { heapIndex == Self.settled }
}
