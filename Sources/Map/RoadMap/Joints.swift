import Geodesy

/// The common nodes of the files of a map. Results are in a table of fixed size, so that a drive
/// along a border does not repeat the search.
final class Joints {
    /// The references of one node in the files that have it, in the order of the files.
    struct Twins {
        /// The largest number of files that have one node.
        static let most = 8
        private var references = [8 of UInt64](repeating: .max)
        private(set) var count = 0

        /// The reference in one of the files.
        subscript(index: Int) -> NodeReference { NodeReference(packed: references[index]) }

        /// Adds the reference in a later file.
        mutating func append(_ reference: NodeReference) throws(MapError) {
            guard count < Self.most else { throw .tooManyFilesAtNode(most: Self.most) }
            references[count] = reference.packed
            count += 1
        }
    }

    private struct Entry {
        var key: UInt64
        var twins: Twins
    }

    private var table: [Entry]

    init(isNeeded: Bool) {
        let empty = Entry(key: .max, twins: Twins())
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
        try twins(of: reference)[0]
    }

    /// The node's references in all files that have it, including its own.
    func twins(of reference: NodeReference) throws(MapError) -> Joints.Twins {
        try joints.twins(of: reference) { (reference) throws(MapError) in
            let own = try self.fileIndex(ofBlock: reference.block)
            var twins = Joints.Twins()
            let node = try self.node(reference)
            var box = BoundingBox.empty
            box.grow(toHold: node.place)
            for index in self.files.indices {
                if index == own { try twins.append(reference) }
                guard index != own, self.files[index].header.bounds.intersects(box) else {
                    continue
                }
                var twin: NodeReference?
                try self.search(self.files[index], for: box) { (link) throws(MapError) in
                    for end in [link.ownStart, link.ownEnd] where end != twin {
                        let other = try self.node(end)
                        if other.id == node.id, other.place == node.place { twin = end }
                    }
                }
                if let twin { try twins.append(twin) }
            }
            return twins
        }
    }

    /// Whether a link of several files only hides that of a later file.
    func isRemoved(_ link: Link) throws(MapError) -> Bool {
        guard link.directions.isEmpty else { return false }
        var isRemoved = false
        try forEachAttribute(of: link) { if $0.kind == .removed { isRemoved = true } }
        return isRemoved
    }

    /// Whether an earlier file has a link too.
    func isRepeated(_ link: Link) throws(MapError) -> Bool {
        let own = try fileIndex(ofBlock: link.reference.block)
        guard own > 0 else { return false }
        let starts = try twins(of: link.ownStart)
        let ends = try twins(of: link.ownEnd)
        for start in 0..<starts.count {
            let file = try fileIndex(ofBlock: starts[start].block)
            guard file < own else { return false }
            for end in 0..<ends.count where try fileIndex(ofBlock: ends[end].block) == file {
                if try has(link, from: starts[start], to: ends[end]) { return true }
            }
        }
        return false
    }

    /// Whether a file has a link too, by its nodes there.
    private func has(
        _ link: Link, from start: NodeReference, to end: NodeReference
    ) throws(MapError) -> Bool {
        var isThere = false
        try forEachOwnLink(leaving: try node(start)) { (exit) throws(MapError) in
            let other = try self.ownLink(exit.link)
            if other.way == link.way, other.ownStart == start, other.ownEnd == end {
                isThere = true
            }
        }
        return isThere
    }
}
