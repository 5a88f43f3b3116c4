public import Quantities
public import RoadMap

/// A part of a link that was driven, in driving direction.
@frozen
public struct RouteLeg: Sendable, Hashable {
    /// The link and the driving direction.
    public var link: DirectedLink
    /// The start, from the node where the link is entered.
    public var from: Metres
    /// The end, from the node where the link is entered; never before `from`.
    public var to: Metres

    /// A leg of its parts.
    @inlinable
    public init(_ link: DirectedLink, from: Metres, to: Metres) {
        self.link = link
        self.from = from
        self.to = to
    }
}
