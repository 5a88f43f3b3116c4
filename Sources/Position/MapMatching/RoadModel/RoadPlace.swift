import Quantities
import RoadMap
import Routing

/// A place on a link in one driving direction, with the nodes of the link.
struct RoadPlace {
    /// The place.
    let place: LinkPlace
    /// The length of the link, metres.
    let length: Double
    /// The node where the vehicle enters the link.
    let entry: NodeReference
    /// The node where the vehicle leaves the link.
    let exit: NodeReference

    /// Whether less than `limit` metres of road lie between two places, with one node between them.
    func isSamePlace(as other: RoadPlace, within limit: Double) -> Bool {
        follows(other, within: limit) || other.follows(self, within: limit)
    }

    /// Whether this road begins where another one ends, with less than `limit` metres of road between the two places.
    func follows(_ other: RoadPlace, within limit: Double) -> Bool {
        other.exit == entry && other.place.link != place.link.reversed
            && other.length - other.place.offset.value + place.offset.value < limit
    }
}
