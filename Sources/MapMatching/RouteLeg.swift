public import Quantities
public import RoadMap

/// A stretch of a link that was driven, in driving direction.
@frozen
public struct RouteLeg: Sendable, Hashable {
    /// The link and the way along it.
    public var link: DirectedLink
    /// Where it begins, from the node where one enters the link.
    public var from: Metres
    /// Where it ends, from the node where one enters the link; never before `from`.
    public var to: Metres

    /// A stretch of its parts.
    @inlinable
    public init(_ link: DirectedLink, from: Metres, to: Metres) {
        self.link = link
        self.from = from
        self.to = to
    }
}
