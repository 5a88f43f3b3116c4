public import Quantities
public import RoadMap

/// What the matcher says of one fix once it has seen what came after it.
@frozen
public struct MatchDecision: Sendable, Hashable {
    /// Which fix: the number of fixes that were ingested before it.
    public var fixNumber: Int
    /// Where the car was.
    public var result: MatchResult
    /// Whether the car drove here from the place of the decision before along roads of the map, so
    /// that ``MapMatcher/appendRoute(from:to:_:)`` can tell the way. `false` at the start, after a jump,
    /// off road and back on the road.
    public var continues: Bool

    /// A decision of its parts.
    @inlinable
    public init(fixNumber: Int, result: MatchResult, continues: Bool) {
        self.fixNumber = fixNumber
        self.result = result
        self.continues = continues
    }
}

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
