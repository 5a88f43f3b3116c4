/// The on-board road map: a read-only file of independent blocks, read as they are needed into a
/// cache of fixed size.
///
/// ```swift
/// let map = try RoadMap(source: FileBlockSource(path: "andorra.ehmap"))
/// try map.forEachLink(in: box) { (link) throws(MapError) in … }
/// ```
/// Opening reads the header alone. Nothing in the file is trusted: whatever it holds, an accessor
/// answers or throws a ``MapError``. One thread uses a map at a time.
public final class RoadMap {
    /// What the file says of itself.
    public let header: MapHeader

    let source: any BlockSource
    private let pages: BlockCache
    private let blocks: BlockCache

    /// Opens a map. `cacheBytes` bounds the memory for blocks; a road map needs a few around the car.
    public init(source: any BlockSource, cacheBytes: Int = 8 << 20) throws(MapError) {
        self.source = source
        header = try MapHeader(decoding: source)
        let longest = max(Int(header.longestBlock), 1)
        let fitting = max(8, cacheBytes / longest)
        pages = BlockCache(parts: 32, length: MapFormat.pageLength)
        blocks = BlockCache(parts: min(fitting, max(8, Int(header.blockCount))), length: longest)
    }

    /// The notes of the map's making, `key=value`, in the order they were written.
    public func notes() throws(MapError) -> [(key: String, value: String)] {
        let count = Int(header.notesLength)
        var bytes = [UInt8](repeating: 0, count: count)
        try source.read(at: header.notesOffset, into: &bytes, count: count)
        guard CRC32C.of(bytes.span) == header.notesChecksum else {
            throw .damaged(part: .notes, offset: header.notesOffset)
        }
        var notes: [(key: String, value: String)] = []
        for line in bytes.split(separator: 0x0A) {
            guard let equals = line.firstIndex(of: 0x3D) else { continue }
            notes.append(
                (
                    String(decoding: line[..<equals], as: UTF8.self),
                    String(decoding: line[(equals + 1)...], as: UTF8.self)
                )
            )
        }
        return notes
    }

    /// The bytes of a block, checked against its checksum when they are read from the source.
    func block(_ number: UInt32) throws(MapError) -> ByteReader {
        try blocks.part(number, named: .block(number)) { (buffer) throws(MapError) in
            let leaf = number / UInt32(MapFormat.entriesPerPage)
            guard number < self.header.blockCount else {
                throw .invalid(part: .block(number), byte: 0)
            }
            let page = try self.page(leaf)
            let entry = PageEntry.offset(Int(number) % MapFormat.entriesPerPage)
            let offset = try page.u64(at: entry + 16)
            let length = Int(try page.u32(at: entry + 24))
            let checksum = try page.u32(at: entry + 28)
            guard length >= MapFormat.blockHeaderLength, length <= buffer.count else {
                throw .invalid(part: .indexPage(leaf), byte: entry + 24)
            }
            guard offset <= self.source.length, UInt64(length) <= self.source.length - offset
            else { throw .invalid(part: .indexPage(leaf), byte: entry + 16) }
            try self.source.read(at: offset, into: &buffer, count: length)
            guard CRC32C.of(buffer.span.extracting(first: length)) == checksum else {
                throw .damaged(part: .block(number), offset: offset)
            }
            return length
        }
    }

    /// Says that a block will be needed soon, such as one that the road ahead leads to. It never waits
    /// for the disk; where too little is known without it, nothing happens.
    public func prefetch(_ reference: RecordReference) {
        let number = reference.block
        let leaf = number / UInt32(MapFormat.entriesPerPage)
        guard number < header.blockCount, !blocks.holds(number), pages.holds(leaf),
            let page = try? page(leaf)
        else { return }
        let entry = PageEntry.offset(Int(number) % MapFormat.entriesPerPage)
        guard let offset = try? page.u64(at: entry + 16),
            let length = try? page.u32(at: entry + 24), offset <= source.length,
            length <= header.longestBlock
        else { return }
        source.prefetch(at: offset, count: Int(length))
    }

    /// The bytes of an index page, checked against its checksum when they are read.
    func page(_ number: UInt32) throws(MapError) -> ByteReader {
        try pages.part(number, named: .indexPage(number)) { (buffer) throws(MapError) in
            let length = MapFormat.pageLength
            let offset = self.header.indexOffset + UInt64(number) * UInt64(length)
            try self.source.read(at: offset, into: &buffer, count: length)
            let checksum = CRC32C.of(buffer.span.extracting(4..<length))
            let stored =
                UInt32(buffer[0]) | UInt32(buffer[1]) << 8 | UInt32(buffer[2]) << 16
                | UInt32(buffer[3]) << 24
            guard checksum == stored else {
                throw .damaged(part: .indexPage(number), offset: offset)
            }
            return length
        }
    }
}

/// Where the entries of an index page stand.
enum PageEntry {
    static func offset(_ index: Int) -> Int {
        MapFormat.pageHeaderLength + index * MapFormat.entryLength
    }
}
