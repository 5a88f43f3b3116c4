import Quantities
import RoadMap
import RoadMapWriter

/// The roads of the input that are closed under conditions, by the nodes at which a car may enter
/// them. They are in memory, like turn restrictions. Each becomes a turn restriction: under the
/// condition, a car on another road may not turn into the closed road. A car on the closed road may
/// continue.
struct ClosedRoads: Sendable {
    private struct Entry: Sendable {
        var node: Int64
        var way: Int64
        /// The place in ``ways``.
        var closed: Int
    }

    /// By node and way.
    private var entries: [Entry] = []
    /// In ascending order of ways.
    private var ways: [(way: Int64, closures: [TimedClosure])] = []

    /// A road of the input that is closed under conditions.
    struct Road {
        var way: Int64
        var nodes: [Int64]
        var directions: DirectionSet
        var closures: [TimedClosure]
    }

    /// The roads of the input, in its order. Of a road that occurs twice, the first counts.
    init(_ roads: [Road]) {
        let order = roads.indices.sorted { (roads[$0].way, $0) < (roads[$1].way, $1) }
        for road in order.lazy.map({ roads[$0] }) where ways.last?.way != road.way {
            for (index, node) in road.nodes.enumerated() {
                if index == 0, road.directions == .backward { continue }
                if index == road.nodes.count - 1, road.directions == .forward { continue }
                entries.append(Entry(node: node, way: road.way, closed: ways.count))
            }
            ways.append((road.way, road.closures))
        }
        entries.sort { ($0.node, $0.way) < ($1.node, $1.way) }
    }

    /// Adds the forbidden turns at the ends of a link.
    func add(to link: inout NewLink, length: Centimetres) {
        guard !entries.isEmpty else { return }
        let own = closures(of: link.way)
        for (node, direction) in [
            (link.endNode.id, DirectionSet.forward), (link.startNode.id, .backward),
        ] where !link.directions.isDisjoint(with: direction) {
            var index = firstIndex(of: node)
            var last: Int64?
            while index < entries.count, entries[index].node == node {
                let entry = entries[index]
                index += 1
                // A road may pass a node twice, and two closed parts of one way are the same road.
                guard entry.way != link.way, entry.way != last else { continue }
                last = entry.way
                for closure in ways[entry.closed].closures where !own.contains(closure) {
                    func add(_ kind: AttributeKind, _ value: UInt64) {
                        link.attributes.append(
                            Attribute(
                                kind, value, directions: direction, provenance: .tagged,
                                from: .zero, to: length))
                    }
                    let restriction = TurnRestriction(
                        .no, toWay: entry.way, vehicles: closure.vehicles,
                        exceptions: closure.exceptions)
                    add(.turnRestriction, restriction.attributeValue)
                    for condition in closure.conditions {
                        add(.condition, condition.attributeValue)
                    }
                }
            }
        }
    }

    private func closures(of way: Int64) -> [TimedClosure] {
        var low = 0
        var high = ways.count
        while low < high {
            let middle = (low + high) / 2
            if ways[middle].way < way { low = middle + 1 } else { high = middle }
        }
        return low < ways.count && ways[low].way == way ? ways[low].closures : []
    }

    private func firstIndex(of node: Int64) -> Int {
        var low = 0
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].node < node { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
