import Horizon
import Quantities
import RoadMap

/// A profile of a link as one drives along it.
struct LinkSpots {
    /// A value at a place from the link's beginning.
    struct Spot {
        var offset: Centimetres
        var value: Int32
        /// Whether nothing is known between the spot before and this one.
        var beginsPiece: Bool
    }

    private(set) var spots: [Spot] = []

    /// Reads a profile of a link, its offsets in driving direction.
    mutating func read(
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
