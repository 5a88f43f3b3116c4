public import Quantities
public import RoadMap

/// A profile of a link in driving direction. A reusable buffer.
public struct LinkSpots: Sendable {
    /// A value at a place from the link's beginning in driving direction.
    @frozen
    public struct Spot: Sendable, Hashable {
        /// The place.
        public var offset: Centimetres
        /// The value in driving direction, in the unit of its ``/RoadMap/ProfileKind``: curvature is positive
        /// to the right of the driver, slope is positive where the driver goes uphill.
        public var value: Int32
        /// Whether the values between the previous point and this one are unknown.
        public var beginsPiece: Bool
    }

    /// The points, in driving order.
    public private(set) var spots: [Spot] = []

    /// An empty buffer.
    public init() {}

    /// Reads a profile of a link on a path.
    public mutating func read(
        _ kind: ProfileKind, of link: PathLink, from map: RoadMap
    ) throws(MapError) {
        try read(kind, of: link.record, link.link.direction, from: map)
    }

    /// Reads a profile of a link, offsets and values in driving direction.
    public mutating func read(
        _ kind: ProfileKind, of link: Link, _ direction: Direction, from map: RoadMap
    ) throws(MapError) {
        spots.removeAll(keepingCapacity: true)
        var found: [Spot] = []
        swap(&found, &spots)
        defer { swap(&found, &spots) }
        try map.forEachSpot(of: kind, along: link) {
            (spot, beginsPiece) throws(MapError) in
            found.append(Spot(offset: spot.offset, value: spot.value, beginsPiece: beginsPiece))
        }
        guard direction == .backward else { return }
        found.reverse()
        var begins = true
        for index in found.indices {
            found[index].offset = link.length - found[index].offset
            if kind.isDirected { found[index].value = 0 &- found[index].value }
            swap(&begins, &found[index].beginsPiece)
        }
    }
}
