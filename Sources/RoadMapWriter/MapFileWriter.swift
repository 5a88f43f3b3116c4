public import RecordSorting
public import RoadMap
import Geodesy
import Quantities

/// Makes a map file of links, with as much memory as its sorting space has: links wait there, sorted
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

    /// Writes the map and returns its header. `dataTime` is the moment the data is of, seconds since
    /// 1970; `progress` hears how much is done, 0...1.
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
        for (number, count) in plan.linkCounts.enumerated() {
            let number = UInt32(number)
            var records: [(record: LinkRecord, start: NodeReference, end: NodeReference)] = []
            records.reserveCapacity(count)
            while records.count < count, try sorted.advance() {
                let record = LinkRecord(sorted.bytes)
                let start = try nodes.nextReference()
                records.append((record, start, try nodes.nextReference()))
            }
            let block = BlockEncoder(
                number: number,
                links: records,
                nodes: try nodes.nodes(of: number)
            )
            let bytes = block.encoded()
            guard bytes.count <= MapFormat.maximumBlockLength else {
                throw .tooLarge(way: records[0].record.way)
            }
            try output.append(block: bytes, box: block.box)
            progress(Double(number + 1) / Double(plan.linkCounts.count))
        }
        return try output.finish(notes: notes)
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
