public import Quantities
public import RoadMap

/// A place on a link, driven in a direction.
@frozen
public struct LinkPlace: Sendable, Hashable {
    /// The link and the driving direction.
    public var link: DirectedLink
    /// The offset in driving direction, from the node where the link is entered, 0...length. It is not rounded
    /// to centimetres.
    public var offset: Metres

    /// A place of its link and the offset in driving direction.
    @inlinable
    public init(_ link: DirectedLink, offset: Metres) {
        self.link = link
        self.offset = offset
    }

    /// Whether the place lies ahead of another one on the same link.
    @inlinable
    public func isAhead(of other: LinkPlace) -> Bool {
        link == other.link && offset >= other.offset
    }
}

extension DirectedLink {
    /// The directed link that ``DirectedLink/packed`` made.
    init(packed: UInt64) {
        self.init(LinkReference(packed: packed >> 1), packed & 1 == 0 ? .forward : .backward)
    }
}
