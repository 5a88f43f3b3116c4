import Geodesy
import Quantities
import RoadMap

/// Writes one block: its head, the tables of its records, the shared lists of links, then the
/// records.
struct BlockEncoder {
    let number: UInt32
    /// The links with the nodes at their ends.
    let links: [(record: LinkRecord, start: NodeReference, end: NodeReference)]
    let nodes: [NodeRecord]
    /// The rectangle that holds the links.
    let box: BoundingBox

    init(
        number: UInt32,
        links: [(record: LinkRecord, start: NodeReference, end: NodeReference)],
        nodes: [NodeRecord]
    ) {
        self.number = number
        self.links = links
        self.nodes = nodes
        var box = BoundingBox.empty
        for link in links { box.grow(toHold: link.record.box) }
        self.box = box
    }

    /// The block's bytes.
    func encoded() -> [UInt8] {
        // Short offsets, if they suffice.
        let short = encoded(offsetWidth: 2)
        if short.count <= MapFormat.longestBlockOfShortOffsets { return short }
        return encoded(offsetWidth: 3)
    }

    private func encoded(offsetWidth: Int) -> [UInt8] {
        let recordCount = links.count + nodes.count
        let tables = links.count * MapFormat.linkBoxLength + recordCount * offsetWidth
        var pool = SharedParts(start: MapFormat.blockHeaderLength + tables)
        let firstWay = links.map(\.record.way).min() ?? 0
        let firstNode = nodes.map(\.id).min() ?? 0
        var records = ByteWriter()
        var starts: [Int] = []
        for link in links {
            let lists = pool.lists(of: link.record)
            starts.append(records.bytes.count)
            append(link, lists: lists, firstWay: firstWay, to: &records)
        }
        for node in nodes {
            starts.append(records.bytes.count)
            append(node, firstNode: firstNode, to: &records)
        }

        var block = ByteWriter()
        block.u32(number)
        block.u16(UInt16(links.count))
        block.u16(UInt16(nodes.count))
        block.box(box)
        block.u64(UInt64(bitPattern: firstWay))
        block.u64(UInt64(bitPattern: firstNode))
        block.pad(to: MapFormat.blockHeaderLength)
        for link in links {
            let quantized = QuantizedBox(outward: link.record.box, in: box)
            block.u8(quantized.south)
            block.u8(quantized.west)
            block.u8(quantized.north)
            block.u8(quantized.east)
        }
        for start in starts {
            let offset = pool.end + start
            block.u16(UInt16(truncatingIfNeeded: offset))
            if offsetWidth == 3 { block.u8(UInt8(truncatingIfNeeded: offset >> 16)) }
        }
        block.bytes(pool.bytes)
        block.bytes(records.bytes)
        return block.bytes
    }

    private func append(
        _ link: (record: LinkRecord, start: NodeReference, end: NodeReference),
        lists: [Int],
        firstWay: Int64,
        to records: inout ByteWriter
    ) {
        let record = link.record
        records.varint(UInt64(bitPattern: record.way &- firstWay))
        records.varint(UInt64(record.pointCount) << 2 | UInt64(record.directions.rawValue))
        records.varint(UInt64(record.length.value))
        for node in [link.start, link.end] {
            let isElsewhere = node.block != number
            records.varint(UInt64(node.index) << 1 | (isElsewhere ? 1 : 0))
            if isElsewhere { records.zigzag(Int64(node.block) - Int64(number)) }
        }
        records.u8(UInt8(lists.count) | record.restrictedExits.rawValue << 4)
        for list in lists { records.varint(UInt64(list)) }
        records.slice(record.profiles)
        // A node of this block has its place written once.
        if link.start.block != number { append(record.startNode.place, to: &records) }
        records.bytes(record.innerPoints)
        if link.end.block != number { records.bytes(record.lastPoint) }
    }

    private func append(_ node: NodeRecord, firstNode: Int64, to records: inout ByteWriter) {
        records.varint(UInt64(bitPattern: node.id &- firstNode))
        append(node.place, to: &records)
        records.varint(UInt64(node.ends.count))
        var last: Int64 = 0
        for end in node.ends {
            let isElsewhere = end.link.block != number
            let difference = Int64(end.link.index) - last
            let zigzag = UInt64(bitPattern: difference << 1 ^ difference >> 63)
            records.varint(zigzag << 2 | UInt64(end.end) << 1 | (isElsewhere ? 1 : 0))
            if isElsewhere { records.zigzag(Int64(end.link.block) - Int64(number)) }
            last = Int64(end.link.index)
        }
    }

    private func append(_ place: Coordinate, to records: inout ByteWriter) {
        records.zigzag(Int64(place.latitudeE7) - Int64(box.southE7))
        records.zigzag(Int64(place.longitudeE7) - Int64(box.westE7))
    }
}

/// Lists of attributes and texts: links with equal lists point to the same bytes.
private struct SharedParts {
    private let start: Int
    private(set) var bytes: [UInt8] = []
    private var places: [[UInt8]: Int] = [:]

    init(start: Int) { self.start = start }

    /// Where in the block they end.
    var end: Int { start + bytes.count }

    /// Where in the block the lists of a link's attributes stand.
    mutating func lists(of link: LinkRecord) -> [Int] {
        var lists = link.attributes.map { place(of: $0) }
        if !link.texts.isEmpty {
            var list = ByteWriter()
            list.u8(UInt8(link.texts.count))
            for text in link.texts {
                var entry = ByteWriter()
                entry.slice(text.utf8)
                list.u8(text.kind)
                // A road has no tag for its time zone.
                let isTagged = text.kind != AttributeKind.timeZone.rawValue
                let provenance: Provenance = isTagged ? .tagged : .derived
                let flags = text.directions.rawValue | provenance.rawValue << 2
                list.u8(flags | (text.place == nil ? 0 : 0x10))
                if let spot = text.place {
                    list.varint(UInt64(spot.value))
                    list.varint(0)
                }
                list.varint(UInt64(place(of: entry.bytes)))
            }
            lists.append(place(of: list.bytes))
        }
        return lists
    }

    private mutating func place(of part: [UInt8]) -> Int {
        if let place = places[part] { return place }
        let place = end
        bytes += part
        places[part] = place
        return place
    }
}
