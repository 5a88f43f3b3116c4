import RecordSorting
import RoadMap

/// The nodes of a map in their blocks. A node is in the block of the first link that uses it, in
/// the order of those links.
final class PlacedNodes {
    /// The number of nodes.
    let count: Int
    private let nodes: SortedRecords
    private let references: SortedRecords
    private var hasNode: Bool

    /// Places the nodes of links that come in the order of the file, and the links.
    init(
        of links: SortedRecords,
        plan: inout BlockPlan,
        in space: SortingSpace
    ) throws(MapContentError) {
        let ends = RecordSorter(in: space)
        var place = ByteWriter()
        while try links.advance() {
            let link = LinkOutline(links.bytes)
            let reference = try plan.place(link)
            for (node, end) in [(link.startNode, UInt8(0)), (link.endNode, 1)] {
                place.removeAll()
                place.place(node.place)
                let end = LinkEnd(reference, end: end)
                try ends.put(node.id.sortingKey, end.packed, place.bytes)
            }
        }
        nodes = try PlacedNodes.gathered(from: try ends.inOrder(), in: space)

        // Finds the node of each end of a link.
        let references = RecordSorter(in: space)
        var count = 0
        var last: UInt32?
        var index = 0
        while try nodes.advance() {
            let node = NodeRecord(nodes.bytes)
            let block = LinkEnd(packed: nodes.key).link.block
            index = block == last ? index + 1 : 0
            last = block
            count += 1
            let reference = NodeReference(block: block, index: UInt16(index))
            for end in node.ends { try references.put(end.packed, reference.packed) }
        }
        self.references = try references.inOrder()
        self.count = count
        try nodes.restart()
        hasNode = try nodes.advance()
    }

    /// Nodes by the first end of a link that meets them, from ends of links by the id of their node.
    private static func gathered(
        from ends: SortedRecords,
        in space: SortingSpace
    ) throws(MapContentError) -> SortedRecords {
        let nodes = RecordSorter(in: space)
        var node: NodeRecord?
        while try ends.advance() {
            let id = Int64(sortingKey: ends.key)
            let end = LinkEnd(packed: ends.second)
            var bytes = ends.bytes
            let place = bytes.place()
            if var known = node, known.id == id {
                guard known.place == place else { throw .twoPlaces(node: id) }
                guard known.ends.count < MapFormat.maximumLinksAtNode else {
                    throw .tooManyLinks(node: id)
                }
                known.ends.append(end)
                node = known
            } else {
                if let node { try nodes.put(node.ends[0].packed, 0, node.bytes) }
                node = NodeRecord(id: id, place: place, ends: [end])
            }
        }
        if let node { try nodes.put(node.ends[0].packed, 0, node.bytes) }
        return try nodes.inOrder()
    }

    /// The node of the next end of a link, in the order of the file.
    func nextReference() throws(MapContentError) -> NodeReference {
        guard try references.advance() else {
            preconditionFailure("there are two references for each link")
        }
        return NodeReference(packed: references.second)
    }

    /// The nodes of a block. The caller asks for blocks in order.
    func nodes(of block: UInt32) throws(MapContentError) -> [NodeRecord] {
        var found: [NodeRecord] = []
        while hasNode, LinkEnd(packed: nodes.key).link.block == block {
            found.append(NodeRecord(nodes.bytes))
            hasNode = try nodes.advance()
        }
        return found
    }
}

// The temporary file's failures as those of writing a map.

extension RecordSorter {
    func put(_ key: UInt64, _ second: UInt64, _ bytes: [UInt8] = []) throws(MapContentError) {
        do throws(SortingError) { try add(key, second, bytes) } catch { throw .sorting(error) }
    }

    func inOrder() throws(MapContentError) -> SortedRecords {
        do throws(SortingError) { return try sorted() } catch { throw .sorting(error) }
    }
}

extension SortedRecords {
    func advance() throws(MapContentError) -> Bool {
        do throws(SortingError) { return try next() } catch { throw .sorting(error) }
    }

    func restart() throws(MapContentError) {
        do throws(SortingError) { try rewind() } catch { throw .sorting(error) }
    }
}
