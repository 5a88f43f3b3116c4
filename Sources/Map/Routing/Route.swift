public import Quantities
public import RoadMap

/// A route: links in driving order, from a place on the first to a place on the last.
public struct Route: Sendable, Hashable {
    /// The links. Each begins at the node where the link before ends. Never empty.
    public var links: [DirectedLink]
    /// The start on the first link, in driving direction.
    public var startOffset: Metres
    /// The end on the last link, in driving direction.
    public var endOffset: Metres
    /// The length.
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
