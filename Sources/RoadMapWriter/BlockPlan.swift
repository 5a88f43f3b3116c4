import Geodesy
import RoadMap

/// Which links and nodes stand in which block, decided before anything is written, because records
/// refer to each other across blocks.
struct BlockPlan {
    /// The links of each block, as indexes into the content.
    private(set) var links: [[Int]] = []
    /// The nodes of each block.
    private(set) var nodes: [[Int]] = []
    /// Where each link will stand.
    private(set) var linkReferences: [LinkReference]
    /// Where each node will stand.
    private(set) var nodeReferences: [NodeReference]

    /// Aim for blocks of this many bytes: small enough for an ECU's cache and one quick read, large
    /// enough that a fix rarely needs more than two.
    static let targetLength = 16 << 10

    init(_ content: MapContent, bounds: BoundingBox, sizes: [Int], incidences: [Int]) {
        let boxes = content.links.map { link in
            var box = BoundingBox.empty
            for point in link.points { box.grow(toHold: point) }
            return box
        }
        let keys = boxes.map { box in BlockPlan.key(of: box, in: bounds) }
        // The index breaks ties, so equal input gives equal files.
        let order = content.links.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }

        let unplaced = RecordReference(block: .max, index: .max)
        linkReferences = Array(repeating: unplaced, count: content.links.count)
        nodeReferences = Array(repeating: unplaced, count: content.nodes.count)
        var length = 0
        for link in order {
            let new = content.links[link]
            let ends = [new.startNode, new.endNode]
            let nodesLength = ends.reduce(0) { $0 + BlockPlan.length(ofNodeWith: incidences[$1]) }
            let added = sizes[link] + nodesLength
            if links.isEmpty || length + added > BlockPlan.targetLength {
                links.append([])
                nodes.append([])
                length = MapFormat.blockHeaderLength
            }
            let block = UInt32(links.count - 1)
            linkReferences[link] = LinkReference(
                block: block,
                index: UInt16(links[links.count - 1].count)
            )
            links[links.count - 1].append(link)
            length += sizes[link]
            for node in ends where nodeReferences[node] == unplaced {
                nodeReferences[node] = NodeReference(
                    block: block,
                    index: UInt16(nodes[nodes.count - 1].count)
                )
                nodes[nodes.count - 1].append(node)
                length += BlockPlan.length(ofNodeWith: incidences[node])
            }
        }
    }

    private static func length(ofNodeWith incidences: Int) -> Int {
        MapFormat.nodeRecordLength + incidences * MapFormat.incidenceLength
    }

    private static func key(of box: BoundingBox, in bounds: BoundingBox) -> UInt32 {
        func step(_ low: Int32, _ high: Int32, _ first: Int32, _ last: Int32) -> UInt32 {
            let span = max(Int64(last) - Int64(first), 1)
            return UInt32((Int64(low) + Int64(high) - 2 * Int64(first)) * 0xFFFF / (2 * span))
        }
        return hilbertNumber(
            x: step(box.westE7, box.eastE7, bounds.westE7, bounds.eastE7),
            y: step(box.southE7, box.northE7, bounds.southE7, bounds.northE7)
        )
    }
}
