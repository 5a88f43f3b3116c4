public import Quantities
public import RoadMap

/// A way through the network: links in the order they are driven, from a place on the first to a
/// place on the last.
public struct Route: Sendable, Hashable {
    /// The links, each entered at the node where the one before was left. Never empty.
    public var links: [DirectedLink]
    /// Where it starts on the first link, in driving direction.
    public var startOffset: Metres
    /// Where it ends on the last link, in driving direction.
    public var endOffset: Metres
    /// How far it is.
    public var length: Metres

    /// A route of its parts.
    public init(
        links: [DirectedLink],
        startOffset: Metres,
        endOffset: Metres,
        length: Metres
    ) {
        self.links = links
        self.startOffset = startOffset
        self.endOffset = endOffset
        self.length = length
    }
}

/// How far a place is from where a search started, along the best way there.
@frozen
public struct Reach: Sendable, Hashable {
    /// The way in metres.
    public var length: Metres
    /// How often one turns back on it at a node where one could have driven on.
    public var turnsBack: Int
    /// How often one turns back on it because the road ends.
    public var deadEnds: Int
    /// How many forbidden turns one takes on it.
    public var forbiddenTurns: Int

    /// A reach of its parts.
    @inlinable
    public init(length: Metres, turnsBack: Int, deadEnds: Int, forbiddenTurns: Int = 0) {
        self.length = length
        self.turnsBack = turnsBack
        self.deadEnds = deadEnds
        self.forbiddenTurns = forbiddenTurns
    }
}
