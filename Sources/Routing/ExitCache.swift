import Geodesy
import Quantities
import RoadMap

/// A link that leaves a node, with what a search needs of it.
struct NodeExit {
    /// The link, in the direction that leads away from the node.
    let link: DirectedLink
    /// The node that it leaves …
    let start: NodeReference
    /// … and the one it leads to.
    let end: NodeReference
    /// The way it is part of.
    let way: Int64
    /// Its length in metres.
    let length: Double
    /// The ways that cars may drive along it.
    let directions: DirectionSet
    /// The directions at whose end there are turn restrictions.
    let restrictedExits: DirectionSet

    /// A link as it is driven in a direction.
    init(_ link: Link, _ direction: Direction) {
        self.init(
            link: DirectedLink(link.reference, direction), start: link.entry(direction),
            end: link.exit(direction), way: link.way, length: link.length.metres.value,
            directions: link.directions, restrictedExits: link.restrictedExits)
    }

    private init(
        link: DirectedLink, start: NodeReference, end: NodeReference, way: Int64, length: Double,
        directions: DirectionSet, restrictedExits: DirectionSet
    ) {
        self.link = link
        self.start = start
        self.end = end
        self.way = way
        self.length = length
        self.directions = directions
        self.restrictedExits = restrictedExits
    }

    /// The same link driven back.
    var reversed: NodeExit {
        NodeExit(
            link: link.reversed, start: end, end: start, way: way, length: length,
            directions: directions, restrictedExits: restrictedExits)
    }

    /// No link.
    static var none: NodeExit {
        let nowhere = NodeReference(block: 0, index: 0)
        return NodeExit(
            link: DirectedLink(nowhere, .forward), start: nowhere, end: nowhere, way: 0, length: 0,
            directions: [], restrictedExits: [])
    }
}

/// The exits of nodes that were read from the map a short time ago, in tables of fixed size: searches
/// that start near each other come to the same few nodes again and again.
struct ExitCache {
    private struct Entry {
        var node: NodeReference
        /// `nil` where no node has been read yet.
        var place: Coordinate?
        var exits: Range<Int32>
    }

    private var map: RoadMap?
    /// Each at the place that its node is hashed to.
    private var entries: [Entry]
    private var exits: [NodeExit] = []

    private static let bits: UInt64 = 9
    /// So many exits, and then all are forgotten.
    private static let mostExits = 2048
    private static var empty: Entry {
        Entry(node: NodeReference(block: 0, index: 0), place: nil, exits: 0..<0)
    }

    init() {
        entries = [Entry](repeating: Self.empty, count: 1 << Self.bits)
        exits.reserveCapacity(Self.mostExits)
    }

    /// One of the exits, by the number that ``exits(of:on:)`` gave last.
    subscript(index: Int) -> NodeExit { exits[index] }

    /// The place of a node, and the numbers of the links that lead away from it and may be driven so, in the
    /// order of the map.
    mutating func exits(
        of node: NodeReference, on map: RoadMap
    ) throws(MapError) -> (place: Coordinate, numbers: Range<Int>) {
        if self.map !== map {
            removeAll()
            self.map = map
        }
        // Multiplicative hashing by 2⁶⁴/φ (Knuth, The Art of Computer Programming 3, §6.4).
        let slot = Int((node.packed &* 0x9E37_79B9_7F4A_7C15) >> (64 - Self.bits))
        if entries[slot].node == node, let place = entries[slot].place {
            let exits = entries[slot].exits
            return (place, Int(exits.lowerBound)..<Int(exits.upperBound))
        }
        if exits.count > Self.mostExits - 64 { removeAll() }
        let first = exits.count
        let record = try map.node(node)
        try map.forEachLink(leaving: record) { (exit) throws(MapError) in
            let link = try map.link(exit.link)
            guard link.directions.contains(exit.direction) else { return }
            exits.append(NodeExit(link, exit.direction))
        }
        entries[slot] = Entry(
            node: node, place: record.place, exits: Int32(first)..<Int32(exits.count))
        return (record.place, first..<exits.count)
    }

    private mutating func removeAll() {
        exits.removeAll(keepingCapacity: true)
        for index in entries.indices { entries[index] = Self.empty }
    }
}
