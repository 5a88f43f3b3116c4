import Quantities
import RoadMap

/// A stretch of road that an object lies on, in driving direction.
struct ObjectStretch: Sendable, Hashable {
    /// The link and the way along it.
    let link: DirectedLink
    /// Where the object begins on it, from where one enters it.
    let from: Centimetres
    /// Where it ends on it; at `from` where the object is at one place.
    let to: Centimetres
    /// Whether the object itself begins at `from`; elsewhere the vehicle enters it along its length.
    let isStart: Bool
    /// Whether the object itself ends at `to`.
    let isEnd: Bool
    /// How far it is to the object's end from `from`, where the object is a line.
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
    /// Where it lies, in an order that only map and object decide.
    let stretches: [ObjectStretch]
}
