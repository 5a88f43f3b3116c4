public import Quantities
public import RoadMap
import Geodesy
import RoadMapWriter

/// What came out of a compilation, for the one who ran it.
public struct CompileReport: Sendable {
    /// Number of links.
    public let linkCount: Int
    /// Number of nodes at their ends.
    public let nodeCount: Int
    /// Length of all links together.
    public let totalLength: Centimetres
    /// What is known of the roads.
    public let coverage: AttributeCoverage
    /// What of the input is not in the map, and how often; only what there was.
    public let dropped: [(what: String, count: Int)]

    /// Tags that were not understood: what, how often, and one of the values.
    public let unread: [TagRemarks.Entry]
    /// Tags that may be mistakes, such as a limit that a road of the class does not have.
    public let doubtful: [TagRemarks.Entry]

    init(_ content: MapContent, network: RoadNetwork, cutter: LinkCutter) {
        linkCount = content.links.count
        nodeCount = content.nodes.count
        totalLength = cutter.totalLength
        coverage = cutter.coverage
        unread = network.remarks.unread
        doubtful = network.remarks.doubtful
        var dropped: [(what: String, count: Int)] = []
        for (reason, count) in zip(DroppedWay.allCases, network.dropped) {
            dropped.append((reason.rawValue, count))
        }
        dropped.append(("ways-cut-at-missing-nodes", cutter.cutWays))
        dropped.append(("restrictions-without-place", cutter.restrictions.unplaced))
        dropped.append(("links-without-length", cutter.emptyLinks))
        self.dropped = dropped.filter { $0.count > 0 }
    }
    init(
        _ content: MapContent,
        coverage: AttributeCoverage,
        dropped: [(what: String, count: Int)]
    ) {
        linkCount = content.links.count
        nodeCount = content.nodes.count
        totalLength = content.links.reduce(.zero) { sum, link in
            let shape = Shape(link.points)
            return sum + shape.offset(at: shape.count - 1)
        }
        self.coverage = coverage
        unread = []
        doubtful = []
        self.dropped = dropped.filter { $0.count > 0 }
    }
}
