import Quantities
import RoadMap
import RoadMapWriter

/// The turn restrictions of the input, by the way and node of the start. They are in memory: there
/// is about one for a hundred roads.
struct RestrictionTable: Sendable {
    /// A restriction at the node where the last way before the turn ends.
    fileprivate struct Entry: Equatable {
        var way: Int64
        var node: Int64
        var restriction: TurnRestriction
        /// The latest first.
        var previousWays: [Int64]
        var conditions: [Condition]
    }

    /// By way and node, and of one place in the order of the input.
    private var entries: [Entry] = []
    /// The number of restrictions whose roads are not in the map.
    private(set) var unplaced = 0
    /// The number of restrictions in force.
    private(set) var placed = 0
    private let closed: ClosedRoads

    /// The table of the relations' restrictions. It needs the ends of the roads that they name.
    init(_ stated: [StatedRestriction], _ ends: WayEnds, _ closed: ClosedRoads) {
        self.closed = closed
        var found: [Entry] = []
        for restriction in stated {
            let before = found.count
            if let node = restriction.viaNode {
                Self.add(restriction, at: node, ends, to: &found)
            } else {
                Self.addOverWays(restriction, ends, to: &found)
            }
            if found.count == before { unplaced += 1 } else { placed += 1 }
        }
        let order = found.indices.sorted {
            (found[$0].way, found[$0].node, $0) < (found[$1].way, found[$1].node, $1)
        }
        for entry in order.lazy.map({ found[$0] }) where !isKnown(entry) {
            entries.append(entry)
        }
    }

    /// Whether another restriction over the same ways exists already.
    private func isKnown(_ entry: Entry) -> Bool {
        guard entry.restriction.rule == .onward else { return false }
        for other in entries.reversed() {
            guard other.way == entry.way, other.node == entry.node else { return false }
            if other == entry { return true }
        }
        return false
    }

    /// From one way into another one at a node where both end. For a way that passes through the
    /// node, the data do not state the side.
    private static func add(
        _ restriction: StatedRestriction,
        at node: Int64,
        _ ends: WayEnds,
        to found: inout [Entry]
    ) {
        for from in restriction.from where ends[from]?.contains(node) == true {
            for to in restriction.to where ends[to]?.contains(node) == true {
                found.append(Entry(restriction, after: from, at: node, to: to))
            }
        }
    }

    /// Over ways in between: in force at the end of the last one, for a car that drove along all of
    /// them. A restriction to a single course is in force from the end of the first way on.
    private static func addOverWays(
        _ restriction: StatedRestriction,
        _ ends: WayEnds,
        to found: inout [Entry]
    ) {
        guard restriction.viaWays.count < WayTrail.capacity else { return }
        for from in restriction.from {
            guard let course = Self.course(from, over: restriction.viaWays, ends) else { continue }
            let last = course[course.count - 1]
            let targets = restriction.to.filter { ends[$0]?.contains(last.node) == true }
            guard !targets.isEmpty else { continue }
            for (number, (way, node)) in course.enumerated() {
                let previous = course[..<number].reversed().map(\.way)
                guard number < course.count - 1 else {
                    found += targets.map {
                        Entry(restriction, after: way, at: node, to: $0, previousWays: previous)
                    }
                    break
                }
                var entry = Entry(
                    restriction, after: way, at: node, to: course[number + 1].way,
                    previousWays: previous)
                if restriction.rule == .only { found.append(entry) }
                entry.restriction.rule = .onward
                entry.conditions = []
                found.append(entry)
            }
        }
    }

    /// A way and the ways that follow it end to end, each with its end node; `nil` if they form no
    /// such course. The order in a relation does not matter.
    private static func course(
        _ from: Int64, over ways: [Int64], _ ends: WayEnds
    ) -> [(way: Int64, node: Int64)]? {
        guard let first = ends[from] else { return nil }
        for start in first {
            var course = [(way: from, node: start)]
            var rest = ways
            var node = start
            while let index = rest.firstIndex(where: { ends[$0]?.contains(node) == true }),
                let both = ends[rest[index]]
            {
                // A closed way ends at its entry.
                node = both.first { $0 != node } ?? node
                course.append((rest.remove(at: index), node))
            }
            if rest.isEmpty { return course }
        }
        return nil
    }

    /// Adds the restrictions at the ends of a link.
    func add(to link: inout NewLink, length: Centimetres) {
        defer { closed.add(to: &link, length: length) }
        for (node, direction) in [
            (link.endNode.id, DirectionSet.forward), (link.startNode.id, .backward),
        ] where !link.directions.isDisjoint(with: direction) {
            var index = firstIndex(of: link.way, node)
            while index < entries.count, entries[index].way == link.way,
                entries[index].node == node
            {
                let entry = entries[index]
                index += 1
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
                for way in entry.previousWays {
                    add(.previousWay, UInt64(bitPattern: way << 1 ^ way >> 63))
                }
                for condition in entry.conditions { add(.condition, condition.attributeValue) }
            }
        }
    }

    private func firstIndex(of way: Int64, _ node: Int64) -> Int {
        var low = 0
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if (entries[middle].way, entries[middle].node) < (way, node) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }
}

extension RestrictionTable.Entry {
    fileprivate init(
        _ stated: StatedRestriction,
        after way: Int64,
        at node: Int64,
        to next: Int64,
        previousWays: [Int64] = []
    ) {
        self.way = way
        self.node = node
        restriction = TurnRestriction(
            stated.rule,
            toWay: next,
            vehicles: stated.vehicles,
            exceptions: stated.exceptions
        )
        self.previousWays = previousWays
        conditions = stated.conditions
    }
}
