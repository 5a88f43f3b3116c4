import Quantities
import RoadMap

/// A stretch of road that an object lies on, in driving direction.
struct ObjectStretch: Sendable, Hashable {
    /// The link with its driving direction.
    let link: DirectedLink
    /// The start of the object on the link, in driving direction.
    let from: Centimetres
    /// The end of the object on the link; `from` for an object at one position.
    let to: Centimetres
    /// Whether the object begins at `from`. Otherwise the vehicle enters it along its length.
    let isStart: Bool
    /// Whether the object ends at `to`.
    let isEnd: Bool
    /// For a line: the distance from `from` to the end of the object.
    let rest: Centimetres?

    /// The place of an object at a distance along a link's line, in a driving direction.
    static func spot(
        at along: Centimetres, on link: Link, _ direction: Direction
    ) -> ObjectStretch {
        let offset = direction == .forward ? along : link.length - along
        return ObjectStretch(
            link: DirectedLink(link.reference, direction), from: offset, to: offset,
            isStart: true, isEnd: true, rest: .zero)
    }
}

/// An object with its place on the map.
struct PlacedObject: Sendable {
    let object: CustomObject
    /// The stretches of the object, in an order that depends only on map and object.
    let stretches: [ObjectStretch]
}
