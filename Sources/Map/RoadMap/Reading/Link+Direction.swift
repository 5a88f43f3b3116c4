public import Quantities

extension Link {
    /// An offset from the start node as an offset from the node where a vehicle enters the link in a
    /// direction. The same function converts back.
    @inlinable
    public func offset(_ place: Centimetres, in direction: Direction) -> Centimetres {
        direction == .forward ? place : length - place
    }

    /// An offset in metres from the start node as an offset from the node where a vehicle enters the
    /// link in a direction. The same function converts back.
    @inlinable
    public func offset(_ place: Metres, in direction: Direction) -> Metres {
        direction == .forward ? place : length.metres - place
    }

    /// The range of an attribute, from the node where a vehicle enters the link in a direction.
    @inlinable
    public func range(
        of attribute: Attribute, in direction: Direction
    ) -> (from: Centimetres, to: Centimetres) {
        direction == .forward
            ? (attribute.from, attribute.to) : (length - attribute.to, length - attribute.from)
    }
}
