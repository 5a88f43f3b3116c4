import RoadMap
import Geodesy
import Quantities

/// What cannot be written as a map: the input's fault, named with the link.
public enum MapContentError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A link has fewer than two points, or more than 65 535.
    case pointCount(way: Int64, count: Int)
    /// A link's ends are not the places of its nodes.
    case detachedEnd(way: Int64)
    /// A link is longer than 42 949 km.
    case tooLong(way: Int64)
    /// One link with its attributes is longer than a block may be.
    case tooLarge(way: Int64)
    /// A node that more than 65 535 links meet.
    case tooManyLinks(node: Int64)
    /// More blocks than a map can have.
    case tooManyBlocks

    /// One line for people.
    public var description: String {
        switch self {
        case .pointCount(let way, let count): "way \(way): a link cannot have \(count) points"
        case .detachedEnd(let way): "way \(way): a link does not end at its nodes"
        case .tooLong(let way): "way \(way): a link is too long"
        case .tooLarge(let way): "way \(way): a link with its attributes does not fit into a block"
        case .tooManyLinks(let node): "node \(node): too many links meet"
        case .tooManyBlocks: "the map has more blocks than a file can hold"
        }
    }
}

/// Turns the content of a map into the bytes of a map file. The same content gives the same bytes.
public struct MapFileWriter {
    private let content: MapContent

    /// A writer of a map's content.
    public init(_ content: MapContent) { self.content = content }

    /// The bytes of the whole file.
    public func encoded() throws(MapContentError) -> [UInt8] {
        var bounds = BoundingBox.empty
        var incidences = [Int](repeating: 0, count: content.nodes.count)
        var payloads: [LinkPayload] = []
        payloads.reserveCapacity(content.links.count)
        var total = 0
        for link in content.links {
            let payload = try LinkPayload(link, nodes: content.nodes)
            total += payload.length.value
            bounds.grow(toHold: payload.box)
            incidences[link.startNode] += 1
            incidences[link.endNode] += 1
            payloads.append(payload)
        }
        for (index, count) in incidences.enumerated() where count > Int(UInt16.max) {
            throw .tooManyLinks(node: content.nodes[index].id)
        }
        let plan = BlockPlan(
            content,
            bounds: bounds,
            sizes: payloads.map(\.recordedLength),
            incidences: incidences
        )

        var header = MapHeader(country: content.country)
        header.bounds = bounds
        header.blockCount = UInt32(plan.links.count)
        header.linkCount = UInt64(content.links.count)
        header.nodeCount = UInt64(plan.nodes.reduce(0) { $0 + $1.count })
        header.totalLength = Centimetres(total)
        header.dataTime = content.dataTime

        var file = [UInt8](repeating: 0, count: MapFormat.headerLength)
        var entries: [IndexEntry] = []
        var incident = [[(link: Int, end: UInt8)]](repeating: [], count: content.nodes.count)
        for (index, link) in content.links.enumerated() {
            incident[link.startNode].append((index, 0))
            incident[link.endNode].append((index, 1))
        }
        for number in plan.links.indices {
            let encoder = BlockEncoder(
                number: number,
                plan: plan,
                content: content,
                payloads: payloads
            )
            let (bytes, box) = encoder.encoded(incident: incident)
            guard bytes.count <= MapFormat.maximumBlockLength else {
                throw .tooLarge(way: content.links[plan.links[number][0]].way)
            }
            header.longestBlock = max(header.longestBlock, UInt32(bytes.count))
            entries.append(
                IndexEntry(
                    box: box,
                    offset: UInt64(file.count),
                    length: UInt32(bytes.count),
                    checksum: CRC32C.of(bytes.span)
                )
            )
            file += bytes
        }

        let notes = content.notes.map { "\($0.key)=\($0.value)\n" }.joined().utf8
        header.notesOffset = UInt64(file.count)
        header.notesLength = UInt32(notes.count)
        header.notesChecksum = CRC32C.of(Array(notes).span)
        file += notes

        header.indexOffset = UInt64(file.count)
        header.indexLevels = UInt16(appendIndex(entries, to: &file))
        guard Int(header.indexLevels) <= MapFormat.maximumLevels else { throw .tooManyBlocks }
        header.fileLength = UInt64(file.count)
        file.replaceSubrange(0..<MapFormat.headerLength, with: header.encoded())
        return file
    }

    /// Appends the index, leaves first, and returns the number of its levels.
    private func appendIndex(_ leaves: [IndexEntry], to file: inout [UInt8]) -> Int {
        var entries = leaves
        var level = 0
        while !entries.isEmpty {
            var above: [IndexEntry] = []
            var start = 0
            while start < entries.count {
                let end = min(start + MapFormat.entriesPerPage, entries.count)
                var page = ByteWriter()
                page.u16(UInt16(level))
                page.u16(UInt16(end - start))
                page.pad(to: MapFormat.pageHeaderLength - 4)
                var box = BoundingBox.empty
                for entry in entries[start..<end] {
                    page.box(entry.box)
                    page.u64(entry.offset)
                    page.u32(entry.length)
                    page.u32(entry.checksum)
                    box.grow(toHold: entry.box)
                }
                page.pad(to: MapFormat.pageLength - 4)
                var checksum = ByteWriter()
                checksum.u32(CRC32C.of(page.bytes.span))
                above.append(
                    IndexEntry(
                        box: box,
                        offset: UInt64(file.count),
                        length: UInt32(MapFormat.pageLength),
                        checksum: 0
                    )
                )
                file += checksum.bytes
                file += page.bytes
                start = end
            }
            level += 1
            if above.count == 1 { break }
            entries = above
        }
        return level
    }
}

/// An entry of an index page: a part of the file and the rectangle that holds what is in it.
private struct IndexEntry {
    let box: BoundingBox
    let offset: UInt64
    let length: UInt32
    let checksum: UInt32
}
