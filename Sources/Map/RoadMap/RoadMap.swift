import Geodesy
import Quantities

/// The on-board road map: one or several read-only files of independent blocks, read as they are
/// needed into a cache of fixed size.
///
/// ```swift
/// let map = try RoadMap(source: FileBlockSource(path: "andorra.ehmap"))
/// try map.forEachLink(in: box) { (link) throws(MapError) in … }
/// ```
/// Opening reads only the header. The file is not trusted: for any content, an accessor returns a
/// value or throws a ``MapError``. One thread uses a map at a time.
///
/// Several files form one map. A node with the same id and place in two files is one node. A link
/// in two files is the link of the first.
public final class RoadMap {
    /// The header of the file; for several files, their sums and the first file's values.
    public let header: MapHeader
    /// The identity of the map. It is compared at each tick.
    public let identity: MapIdentity

    /// The header of each file.
    public var fileHeaders: [MapHeader] { files.map(\.header) }

    let files: [MapFile]
    let joints: Joints
    /// Whether each road is open in both directions (``openInAllDirections(cacheBytes:)``).
    let isOpen: Bool
    let work = WorkMeter()
    let links = RecordCache<Link>()
    let nodes = RecordCache<Node>()

    /// The largest number of files of a map.
    public static let maximumFiles = 255

    /// Opens a map. `cacheBytes` bounds the memory for blocks; a road map needs a few around the car.
    public convenience init(
        source: any BlockSource, cacheBytes: Int = 8 << 20
    ) throws(MapError) {
        try self.init(sources: [source], cacheBytes: cacheBytes)
    }

    /// Opens several files as one map; they share the memory for blocks.
    public convenience init(
        sources: [any BlockSource], cacheBytes: Int = 8 << 20
    ) throws(MapError) {
        try self.init(sources, cacheBytes: cacheBytes, isOpen: false)
    }

    /// The same map with each road for cars open in both directions: for drives against one-way roads.
    public func openInAllDirections(cacheBytes: Int = 8 << 20) throws(MapError) -> RoadMap {
        try RoadMap(files.map(\.source), cacheBytes: cacheBytes, isOpen: true)
    }

    private init(
        _ sources: [any BlockSource], cacheBytes: Int, isOpen: Bool
    ) throws(MapError) {
        guard (1...RoadMap.maximumFiles).contains(sources.count) else {
            throw .fileCount(sources.count)
        }
        var headers: [MapHeader] = []
        var identities: Set<MapIdentity> = []
        for source in sources {
            headers.append(try MapHeader(decoding: source))
            let identity = MapIdentity(headers[headers.count - 1])
            guard identities.insert(identity).inserted else { throw .repeated(identity) }
        }
        let caches = MapCaches(for: headers, bytes: cacheBytes)
        var files: [MapFile] = []
        var firstBlock: UInt32 = 0
        var firstPage: UInt32 = 0
        for (index, source) in sources.enumerated() {
            files.append(
                MapFile(
                    source, headers[index], number: sources.count > 1 ? UInt8(index + 1) : nil,
                    firstBlock: firstBlock, firstPage: firstPage, caches: caches, work: work))
            let (next, overflows) = firstBlock.addingReportingOverflow(headers[index].blockCount)
            guard !overflows else { throw .invalid(part: .header, byte: 24) }
            firstBlock = next
            firstPage &+= headers[index].indexPageCount
        }
        self.files = files
        self.isOpen = isOpen
        joints = Joints(isNeeded: files.count > 1)
        header = MapHeader(of: headers)
        identity = MapIdentity(header)
    }

    /// The note of a file of corrections: the identity of the map that they were made beside.
    public static let besideNote = "beside"

    /// The notes of the map's compilation, `key=value`, in their order.
    public func notes() throws(MapError) -> [(key: String, value: String)] {
        var notes: [(key: String, value: String)] = []
        for file in files { notes += try file.notes() }
        return notes
    }

    /// For each file, the identity of the map that it was made beside; `nil` for a file that is no corrections.
    public func bases() throws(MapError) -> [String?] {
        var bases: [String?] = []
        for file in files {
            bases.append(try file.notes().first { $0.key == Self.besideNote }?.value)
        }
        return bases
    }

    /// Gives the memory of blocks and records back, for a map that is kept but not in use. What is asked of it
    /// later is read again.
    public func emptyCaches() {
        files.first?.emptyCaches()
        links.empty()
        nodes.empty()
    }

    /// The bytes of a block, by its number in the map.
    @inline(__always)
    func block(_ number: UInt32) throws(MapError) -> ByteReader {
        try work.charge(1)
        if files.count == 1 { return try files[0].block(number) }
        let file = files[try fileIndex(ofBlock: number)]
        return try file.block(number - file.firstBlock)
    }

    /// The file of a block.
    func fileIndex(ofBlock number: UInt32) throws(MapError) -> Int {
        guard let index = indexOfFile(withBlock: number) else {
            throw .invalid(part: .block(number), byte: 0)
        }
        return index
    }

    /// The number of the file that has a record, from 0; `nil` for a reference of another map.
    public func fileIndex(of reference: RecordReference) -> Int? {
        indexOfFile(withBlock: reference.block)
    }

    /// The file of a block; `nil` for a number behind the last one.
    func indexOfFile(withBlock number: UInt32) -> Int? {
        var (low, high) = (0, files.count)
        while low < high {
            let middle = (low + high) / 2
            if files[middle].blockNumbers.upperBound > number {
                high = middle
            } else {
                low = middle + 1
            }
        }
        return low < files.count ? low : nil
    }
}

extension MapHeader {
    /// Of one or several files that are one map.
    public init(of headers: [MapHeader]) {
        precondition(!headers.isEmpty, "a map has a file")
        self = headers[0]
        var checksum = CRC32C()
        for (index, other) in headers.enumerated() where headers.count > 1 {
            checksum.update(other.encoded().span.extracting(first: MapFormat.headerLength - 4))
            guard index > 0 else { continue }
            fileLength += other.fileLength
            blockCount += other.blockCount
            longestBlock = max(longestBlock, other.longestBlock)
            linkCount &+= other.linkCount
            nodeCount &+= other.nodeCount
            totalLength += other.totalLength
            bounds.grow(toHold: other.bounds)
            // Data of several ages are only as fresh as the oldest part.
            dataTime = dataTime.flatMap { own in other.dataTime.map { min(own, $0) } }
        }
        // The identity covers all files, in their order.
        if headers.count > 1 { indexChecksum = checksum.value }
    }
}
