public import RecordSorting
public import RoadMap
import Geodesy
import Quantities
import WorkSharing

/// Writes a map file from links, within the memory of its sorting space. Links wait there, sorted
/// along the Hilbert curve, and are written block by block.
///
/// ```swift
/// let writer = MapFileWriter(country: andorra, in: space)
/// try writer.add(EncodedLink(link))
/// let header = try writer.write(to: file, dataTime: nil, notes: [])
/// ```
/// The same links in the same order give the same bytes, however much memory there is.
public final class MapFileWriter {
    private let space: SortingSpace
    private let links: RecordSorter
    private var header: MapHeader
    private var totalLength = 0

    /// A writer of a map without links.
    public init(country: Country, in space: SortingSpace) {
        self.space = space
        links = RecordSorter(in: space)
        header = MapHeader(country: country)
    }

    /// Takes a link.
    public func add(_ link: EncodedLink) throws(MapContentError) {
        totalLength += link.length.value
        header.bounds.grow(toHold: link.box)
        header.linkCount += 1
        // The number of the link breaks ties.
        try links.put(link.hilbertNumber, header.linkCount, link.bytes)
    }

    /// Writes the map and returns its header. `dataTime` is the age of the data, seconds since
    /// 1970. `progress` receives the progress, 0...1.
    public func write(
        to destination: any MapDestination,
        dataTime: Int64?,
        notes: [(key: String, value: String)],
        progress: (Double) -> Void = { _ in }
    ) throws(MapContentError) -> MapHeader {
        header.dataTime = dataTime
        header.totalLength = Centimetres(totalLength)
        let sorted = try links.inOrder()
        var plan = BlockPlan()
        let nodes = try PlacedNodes(of: sorted, plan: &plan, in: space)
        header.nodeCount = UInt64(nodes.count)
        header.blockCount = UInt32(plan.linkCounts.count)
        try sorted.restart()

        let output = BlockOutput(header, to: destination)
        var number = 0
        var written = 0
        try ConcurrentWork.run(chunk: 4, tool: {}) { () throws(MapContentError) -> PlannedBlock? in
            guard number < plan.linkCounts.count else { return nil }
            var block = PlannedBlock(number: UInt32(number))
            while block.links.count < plan.linkCounts[number], try sorted.advance() {
                let start = try nodes.nextReference()
                block.links.append(
                    (Array(sorted.bytes.rest), start, try nodes.nextReference()))
            }
            block.nodes = try nodes.nodes(of: block.number)
            number += 1
            return block
        } work: { _, block in
            block.encoded()
        } take: { (block: PlannedBlock.Encoded) throws(MapContentError) in
            guard block.bytes.count <= MapFormat.maximumBlockLength else {
                throw .tooLarge(way: block.firstWay)
            }
            try output.append(block: block.bytes, box: block.box)
            written += 1
            progress(Double(written) / Double(plan.linkCounts.count))
        }
        return try output.finish(notes: notes)
    }
}

/// A block with known content.
private struct PlannedBlock {
    let number: UInt32
    /// The links as ``LinkRecord/bytes``, with the nodes at their ends.
    var links: [(record: [UInt8], start: NodeReference, end: NodeReference)] = []
    var nodes: [NodeRecord] = []

    init(number: UInt32) { self.number = number }

    /// A block as it stands in the file.
    struct Encoded {
        let bytes: [UInt8]
        let box: BoundingBox
        /// The way of its first link.
        let firstWay: Int64
    }

    func encoded() -> Encoded {
        let links = links.map {
            (record: LinkRecord(RecordBytes($0.record)), start: $0.start, end: $0.end)
        }
        let block = BlockEncoder(number: number, links: links, nodes: nodes)
        return Encoded(bytes: block.encoded(), box: block.box, firstWay: links[0].record.way)
    }
}

extension MapContent {
    /// The bytes of the map file.
    public func encoded() throws(MapContentError) -> [UInt8] {
        let writer = MapFileWriter(
            country: country,
            in: SortingSpace(memory: .max, folder: ".")
        )
        for link in links { try writer.add(EncodedLink(link)) }
        let memory = MemoryDestination()
        _ = try writer.write(to: memory, dataTime: dataTime, notes: notes)
        return memory.bytes
    }
}
