public import Quantities

/// A road object with its place in driving direction.
@frozen
public struct PlacedObject: Sendable, Hashable {
    /// The object.
    public let object: RoadObject
    /// The place, from the node where the vehicle enters the link.
    public let offset: Centimetres

    /// The object of an attribute; `nil` if the attribute is no object for the direction, or one that
    /// this version does not know.
    init?(_ attribute: Attribute, of link: Link, in direction: Direction) {
        guard attribute.kind == .roadObject, attribute.directions.contains(direction),
            let object = RoadObject(attributeValue: attribute.value)
        else { return nil }
        self.object = object
        offset = link.offset(attribute.from, in: direction)
    }
}
