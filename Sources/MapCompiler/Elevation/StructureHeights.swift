/// The heights of the nodes of tunnels and bridges, which do not follow the ground. Between the
/// ends of a structure, the road is a straight line.
///
/// If a structure has inner nodes, its links together form the straight line from portal to portal.
/// At an inner branch, the node has the weighted mean of its neighbours; near neighbours weigh
/// more. On a line without branches, the result is the same straight line.
public struct StructureHeights: Sendable {
    private var links: [(start: Int64, end: Int64, length: Double)] = []
    private var ground: [Int64: NodeHeight?] = [:]

    /// No structures yet.
    public init() {}

    /// Adds a link on a structure; any number may identify a node.
    public mutating func add(from start: Int64, to end: Int64, length: Double) {
        links.append((start, end, max(length, 0.01)))
    }

    /// The nodes whose height is needed, ascending: nodes of a structure that also belong to a road
    /// on the ground, or at which a structure ends.
    public var nodes: [Int64] {
        Set(links.flatMap { [$0.start, $0.end] }).sorted()
    }

    /// The number of structure links at each node.
    public var counts: [Int64: Int] {
        links.reduce(into: [:]) {
            $0[$1.start, default: 0] += 1
            $0[$1.end, default: 0] += 1
        }
    }

    /// Sets the height of a node on the ground; `nil` if unknown.
    public mutating func put(_ node: Int64, onGround height: NodeHeight?) {
        ground[node] = .some(height)
    }

    /// The heights of all nodes of the structures, except structures without a known height at a
    /// portal.
    public func solved() -> [Int64: NodeHeight] {
        var heights: [Int64: NodeHeight] = [:]
        for (node, height) in ground { if let height { heights[node] = height } }
        var around: [Int64: [(node: Int64, weight: Double)]] = [:]
        for link in links where link.start != link.end {
            around[link.start, default: []].append((link.end, 1 / link.length))
            around[link.end, default: []].append((link.start, 1 / link.length))
        }
        let inner = nodes.filter { ground[$0] == nil }
        // The first estimate spreads from the portals. Then relaxation refines it to a millimetre.
        var open = inner
        while !open.isEmpty {
            let found = open.compactMap { node in
                mean(of: around[node] ?? [], heights).map { (node, $0) }
            }
            guard !found.isEmpty else { break }
            for (node, height) in found { heights[node] = height }
            open.removeAll { heights[$0] != nil }
        }
        for _ in 0..<10_000 {
            var change = 0.0
            for node in inner {
                guard let height = mean(of: around[node] ?? [], heights), let old = heights[node]
                else { continue }
                change = max(change, abs(height.height - old.height))
                // Over-relaxation speeds up long lines.
                let moved = old.height + 1.5 * (height.height - old.height)
                heights[node] = NodeHeight(height: moved, error: height.error)
            }
            if change < 1e-5 { break }
        }
        return heights
    }

    private func mean(
        of neighbours: [(node: Int64, weight: Double)], _ heights: [Int64: NodeHeight]
    ) -> NodeHeight? {
        var sum = 0.0
        var error = 0.0
        var weights = 0.0
        for neighbour in neighbours {
            // A neighbour on the ground without a known height has no effect.
            guard let height = heights[neighbour.node] else { continue }
            sum += neighbour.weight * height.height
            error += neighbour.weight * height.error
            weights += neighbour.weight
        }
        guard weights > 0 else { return nil }
        return NodeHeight(height: sum / weights, error: error / weights)
    }
}

/// The slope of a bridge or a tunnel.
public struct StructureSlope: Sendable, Equatable {
    /// Rise over way.
    public var slope: Double
    /// Its error.
    public var error: Double

    /// A slope with its error.
    public init(slope: Double, error: Double) {
        self.slope = slope
        self.error = error
    }

    /// The same driven the other way.
    public var reversed: StructureSlope { StructureSlope(slope: -slope, error: error) }
}
