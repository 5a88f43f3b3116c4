import Geodesy
import Quantities
import RoadMap

/// A cache of fixed size for the exits of nodes: searches that start near each other visit the same few nodes
/// again and again.
struct ExitCache {
    private struct Entry {
        var node: NodeReference
        /// The coordinate of the node; `nil` for an empty entry.
        var place: Coordinate?
        var exits: Range<Int32>
    }

    private var map: RoadMap?
    /// The entries by the hash of their node.
    private var entries: [Entry]
    private var exits: [NodeExit] = []

    private static let bits: UInt64 = 9
    /// With more exits the cache is emptied.
    private static let mostExits = 2048
    private static var empty: Entry {
        Entry(node: NodeReference(block: 0, index: 0), place: nil, exits: 0..<0)
    }

    init() {
        entries = [Entry](repeating: Self.empty, count: 1 << Self.bits)
        exits.reserveCapacity(Self.mostExits)
    }

    /// An exit by its number from the last call of ``exits(of:on:)``.
    subscript(index: Int) -> NodeExit { exits[index] }

    /// The coordinate of a node, and the numbers of the links that vehicles may drive away from it, in the
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
