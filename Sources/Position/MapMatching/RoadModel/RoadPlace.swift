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
        length(from: other, within: limit) != nil || other.length(from: self, within: limit) != nil
    }

    /// The road from another place to this one, with one node between them, metres; `nil` from `limit` on, and where
    /// this road does not begin where the other one ends.
    func length(from other: RoadPlace, within limit: Double) -> Double? {
        guard other.exit == entry, other.place.link != place.link.reversed else { return nil }
        let route = other.length - other.place.offset.value + place.offset.value
        return route < limit ? route : nil
    }
}
