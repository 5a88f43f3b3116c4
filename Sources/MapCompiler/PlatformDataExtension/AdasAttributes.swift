public import Geodesy
public import Quantities

/// Curvature, slope and height of a link, from the reference node to the other node unless
/// reversed. A value that the layer marks as missing is `nil`.
public struct AdasAttributes: Sendable, Hashable {
    /// The points of the layer's own line, at least two.
    public var points: [Coordinate]
    /// The height of each point above the WGS 84 ellipsoid; empty where not stated.
    public var heights: [Metres?]
    /// The slope at each point in per cent, positive uphill; empty where not stated.
    public var slopes: [Double?]
    /// The heading at each inner point; empty where not stated.
    public var headings: [Degrees?]
    /// The curvature at each inner point, positive to the right; empty where not stated.
    public var curvatures: [PerMetre?]
    /// The curvature from each link at the start node into this one.
    public var startCurvatures: [NodeCurvature]
    /// The curvature from this link into each link at the end node.
    public var endCurvatures: [NodeCurvature]
    /// Whether the road is in a built-up area.
    public var isBuiltUp: Bool?
    /// How accurate the link is, as it is coded.
    public var accuracy: String?

    /// The curvature through a node.
    public struct NodeCurvature: Sendable, Hashable {
        /// The neighbouring link.
        public var neighbour: LinkPassage
        /// Positive to the right.
        public var curvature: PerMetre?
        /// The heading at the node.
        public var heading: Degrees?
    }

    /// The same link in the opposite direction: reverse order, and inverted signs.
    public var reversed: AdasAttributes {
        func turned(_ nodes: [NodeCurvature]) -> [NodeCurvature] {
            nodes.map { node in
                NodeCurvature(
                    neighbour: node.neighbour,
                    curvature: node.curvature.map { -$0 },
                    heading: node.heading?.reversed
                )
            }
        }
        var other = self
        other.points.reverse()
        other.heights.reverse()
        other.slopes = slopes.reversed().map { slope in slope.map { -$0 } }
        other.headings = headings.reversed().map { $0?.reversed }
        other.curvatures = curvatures.reversed().map { curvature in curvature.map { -$0 } }
        other.startCurvatures = turned(endCurvatures)
        other.endCurvatures = turned(startCurvatures)
        return other
    }
}
