public import Quantities

/// The value of a profile at one place.
@frozen
public struct ProfileSpot: Sendable, Hashable {
    /// The place, from the link's start node.
    public var offset: Centimetres
    /// The value, in the unit its kind says.
    public var value: Int32

    /// A spot of its place and value.
    @inlinable
    public init(offset: Centimetres, value: Int32) {
        self.offset = offset
        self.value = value
    }
}
