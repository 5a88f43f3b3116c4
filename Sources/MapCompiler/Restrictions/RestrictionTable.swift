import Quantities
import RoadMap
import RoadMapWriter

/// The turn restrictions of the input, found by the way and node where each comes into force.
struct RestrictionTable {
    /// Where the last way before the turn meets it.
    private struct Place: Hashable {
        var way: Int64
        var node: Int64
    }

    fileprivate struct Entry {
        var restriction: TurnRestriction
        var previousWay: Int64?
        var conditions: [Condition]
    }

    private var entries: [Place: [Entry]] = [:]
    /// How many restrictions the roads of the map have no place for.
    private(set) var unplaced = 0
    /// How many restrictions are in force.
    private(set) var placed = 0

    /// The table of what relations state, on a network whose ways are known.
    init(_ stated: [StatedRestriction], in network: RoadNetwork) {
        for restriction in stated {
            let found =
                restriction.viaNode.map { Self.direct(restriction, at: $0, in: network) }
                ?? Self.overWays(restriction, in: network)
            if found.isEmpty { unplaced += 1 } else { placed += 1 }
            for (place, entry) in found { entries[place, default: []].append(entry) }
        }
    }

    /// From one way into another one at a node where both end. A way that passes through the node does
    /// not say from which side one comes, or to which one may not go.
    private static func direct(
        _ restriction: StatedRestriction,
        at node: Int64,
        in network: RoadNetwork
    ) -> [(Place, Entry)] {
        var found: [(Place, Entry)] = []
        for from in restriction.from where network.endNodes(ofWay: from)?.contains(node) == true {
            for to in restriction.to where network.endNodes(ofWay: to)?.contains(node) == true {
                found.append(
                    (Place(way: from, node: node), Entry(restriction, to: to, previousWay: nil))
                )
            }
        }
        return found
    }

    /// Over one way in between: in force at the end of that way, for who came by the first one.
    private static func overWays(
        _ restriction: StatedRestriction,
        in network: RoadNetwork
    ) -> [(Place, Entry)] {
        guard restriction.viaWays.count == 1, let via = restriction.viaWays.first,
            let ends = network.endNodes(ofWay: via)
        else { return [] }
        var found: [(Place, Entry)] = []
        for from in restriction.from {
            guard let start = network.endNodes(ofWay: from)?.first(where: { ends.contains($0) })
            else { continue }
            for node in ends where node != start || ends.count == 1 {
                for to in restriction.to
                where network.endNodes(ofWay: to)?.contains(node) == true {
                    found.append(
                        (Place(way: via, node: node), Entry(restriction, to: to, previousWay: from))
                    )
                }
            }
        }
        return found
    }

    /// Adds what is in force at the ends of a link, which has the ids of its nodes.
    func add(to link: inout NewLink, startNode: Int64, endNode: Int64, length: Centimetres) {
        if entries.isEmpty { return }
        for (node, direction) in [(endNode, DirectionSet.forward), (startNode, .backward)]
        where !link.directions.isDisjoint(with: direction) {
            for entry in entries[Place(way: link.way, node: node)] ?? [] {
                func add(_ kind: AttributeKind, _ value: UInt64) {
                    link.attributes.append(
                        Attribute(
                            kind,
                            value,
                            directions: direction,
                            provenance: .tagged,
                            from: .zero,
                            to: length
                        )
                    )
                }
                add(.turnRestriction, entry.restriction.attributeValue)
                if let way = entry.previousWay {
                    add(.previousWay, UInt64(bitPattern: way << 1 ^ way >> 63))
                }
                for condition in entry.conditions { add(.condition, condition.attributeValue) }
            }
        }
    }
}

extension RestrictionTable.Entry {
    fileprivate init(_ stated: StatedRestriction, to way: Int64, previousWay: Int64?) {
        restriction = TurnRestriction(
            stated.rule,
            toWay: way,
            vehicles: stated.vehicles,
            exceptions: stated.exceptions
        )
        self.previousWay = previousWay
        conditions = stated.conditions
    }
}
