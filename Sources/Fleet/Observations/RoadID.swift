public import RoadMap

/// A link and its direction, in terms that are stable across map updates.
public struct RoadID: Sendable, Hashable, Comparable {
    /// The link.
    public let link: StableLinkID
    /// The direction along it.
    public let direction: Direction

    /// A road of its parts.
    public init(_ link: StableLinkID, _ direction: Direction) {
        self.link = link
        self.direction = direction
    }

    /// By way, start node, end node and direction.
    public static func < (left: Self, right: Self) -> Bool {
        (left.link.way, left.link.startNode, left.link.endNode, left.direction.rawValue)
            < (right.link.way, right.link.startNode, right.link.endNode, right.direction.rawValue)
    }
}

extension RoadMap {
    /// The stable id of a link and its direction.
    public func roadID(of link: DirectedLink) throws(MapError) -> RoadID {
        RoadID(try stableID(of: try self.link(link.link)), link.direction)
    }
}
