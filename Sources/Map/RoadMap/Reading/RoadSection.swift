public import Quantities

/// A stretch of a link on which everything that a ``LinkReading`` knows of the road is the same.
@frozen
public struct RoadSection: Sendable, Hashable {
    /// Where the section begins, from the node where the vehicle enters the link.
    public let from: Centimetres
    /// Where the section ends, from the same node.
    public let to: Centimetres
    /// The attributes of the road.
    public let attributes: RoadAttributes
    /// The speed limits.
    public let limits: EffectiveLimits

    /// The section from one place to another, of attributes and limits whose ranges are in driving
    /// direction.
    public init(
        from: Centimetres, to: Centimetres, _ attributes: [Attribute], _ limits: [LimitStretch],
        in direction: Direction
    ) {
        self.from = from
        self.to = to
        self.attributes = RoadAttributes(attributes, at: from, in: direction)
        self.limits = EffectiveLimits(limits, at: from)
    }
}
