import Geodesy

/// The common nodes of the files of a map. Results are in a table of fixed size, so that a drive
/// along a border does not repeat the search.
final class Joints {
    /// The largest number of files of a map.
    static let maximumFiles = 8

    /// The node's reference in each file; ``none`` for a file without the node.
    typealias Twins = [8 of UInt64]
    static var none: UInt64 { .max }

    private struct Entry {
        var key: UInt64
        var twins: Twins
    }

    private var table: [Entry]

    init(isNeeded: Bool) {
        let empty = Entry(key: Joints.none, twins: Twins(repeating: Joints.none))
        table = [Entry](repeating: empty, count: isNeeded ? 1024 : 0)
    }

    /// The stored result for a node, or the result of `find`.
    func twins(
        of node: NodeReference,
        find: (NodeReference) throws(MapError) -> Twins
    ) throws(MapError) -> Twins {
        let key = node.packed
        let place = Int((key &* 0x9E37_79B9_7F4A_7C15) >> 54)
        if table[place].key == key { return table[place].twins }
        let twins = try find(node)
        table[place] = Entry(key: key, twins: twins)
        return twins
    }
}

extension RoadMap {
    /// The common reference of a node: that in the first file that has it.
    func canonical(_ reference: NodeReference) throws(MapError) -> NodeReference {
        let twins = try twins(of: reference)
        for index in files.indices where twins[index] != Joints.none {
            return NodeReference(packed: twins[index])
        }
        return reference
    }

    /// The node's references in all files, including its own.
    func twins(of reference: NodeReference) throws(MapError) -> Joints.Twins {
        try joints.twins(of: reference) { (reference) throws(MapError) in
            let own = try self.fileIndex(ofBlock: reference.block)
            var twins = Joints.Twins(repeating: Joints.none)
            twins[own] = reference.packed
            let node = try self.node(reference)
            var box = BoundingBox.empty
            box.grow(toHold: node.place)
            for index in self.files.indices
            where index != own && self.files[index].header.bounds.intersects(box) {
                try self.search(self.files[index], for: box) { (link) throws(MapError) in
                    for end in [link.ownStart, link.ownEnd] {
                        let other = try self.node(end)
                        if other.id == node.id, other.place == node.place {
                            twins[index] = end.packed
                        }
                    }
                }
            }
            return twins
        }
    }

    /// Whether an earlier file has a link too.
    func isRepeated(_ link: Link) throws(MapError) -> Bool {
        let own = try fileIndex(ofBlock: link.reference.block)
        guard own > 0 else { return false }
        let starts = try twins(of: link.ownStart)
        let ends = try twins(of: link.ownEnd)
        for index in 0..<own where starts[index] != Joints.none && ends[index] != Joints.none {
            let start = NodeReference(packed: starts[index])
            let end = NodeReference(packed: ends[index])
            var isThere = false
            try forEachOwnLink(leaving: try node(start)) { (exit) throws(MapError) in
                let other = try self.ownLink(exit.link)
                if other.way == link.way, other.ownStart == start, other.ownEnd == end {
                    isThere = true
                }
            }
            if isThere { return true }
        }
        return false
    }
}
