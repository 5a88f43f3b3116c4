public import Quantities
public import RoadMap

/// A profile of a link as one drives along it. A buffer that is filled again and again.
public struct LinkSpots: Sendable {
    /// A value at a place from the link's beginning in driving direction.
    @frozen
    public struct Spot: Sendable, Hashable {
        /// The place.
        public var offset: Centimetres
        /// The value, in the unit of its ``/RoadMap/ProfileKind``. It is that of the link's own direction:
        /// curvature and slope have the other sign for who drives backward.
        public var value: Int32
        /// Whether nothing is known between the spot before and this one.
        public var beginsPiece: Bool
    }

    /// The spots, in driving order.
    public private(set) var spots: [Spot] = []

    /// An empty buffer.
    public init() {}

    /// Reads a profile of a link, its offsets in driving direction.
    public mutating func read(
        _ kind: ProfileKind, of link: PathLink, from map: RoadMap
    ) throws(MapError) {
        spots.removeAll(keepingCapacity: true)
        var found: [Spot] = []
        swap(&found, &spots)
        defer { swap(&found, &spots) }
        try map.forEachSpot(of: kind, along: link.record) {
            (spot, beginsPiece) throws(MapError) in
            found.append(Spot(offset: spot.offset, value: spot.value, beginsPiece: beginsPiece))
        }
        guard link.link.direction == .backward else { return }
        found.reverse()
        var begins = true
        for index in found.indices {
            found[index].offset = link.record.length - found[index].offset
            swap(&begins, &found[index].beginsPiece)
        }
    }
}
