/// One file of a map: its blocks and index pages, read as they are needed into caches of fixed size.
final class MapFile {
    /// The header of the file.
    let header: MapHeader
    /// The number that the file's first block has in the map.
    let firstBlock: UInt32

    let source: any BlockSource
    /// The number of the file in the map, the first being 1; `nil` if it is the only one.
    private let number: UInt8?
    /// `nil` before the first use.
    private var zone: (rule: TimeZoneRule?, Void)?
    private let pages: BlockCache
    private let blocks: BlockCache
    private let work: WorkMeter

    init(
        _ source: any BlockSource,
        number: UInt8?,
        firstBlock: UInt32,
        cacheBytes: Int,
        work: WorkMeter
    ) throws(MapError) {
        self.work = work
        self.source = source
        self.number = number
        self.firstBlock = firstBlock
        header = try MapHeader(decoding: source)
        let longest = max(Int(header.longestBlock), 1)
        let fitting = max(8, cacheBytes / longest)
        pages = BlockCache(parts: 32, length: MapFormat.pageLength)
        blocks = BlockCache(parts: min(fitting, max(8, Int(header.blockCount))), length: longest)
    }

    /// The numbers that the file's blocks have in the map.
    var blockNumbers: Range<UInt32> { firstBlock..<firstBlock + header.blockCount }

    // The parts of the file as errors name them.

    @inline(__always)
    private func blockName(_ block: UInt32) -> MapError.Part {
        number.map { .blockOfFile($0, block) } ?? .block(block)
    }

    @inline(__always)
    private func pageName(_ page: UInt32) -> MapError.Part {
        number.map { .indexPageOfFile($0, page) } ?? .indexPage(page)
    }

    /// The bytes of a block, by its number in the file, checked against its checksum when they are
    /// read from the source.
    func block(_ number: UInt32) throws(MapError) -> ByteReader {
        try blocks.part(number, named: blockName(number)) { (buffer) throws(MapError) in
            let leaf = number / UInt32(MapFormat.entriesPerPage)
            guard number < self.header.blockCount else {
                throw .invalid(part: self.blockName(number), byte: 0)
            }
            let page = try self.page(leaf)
            let entry = PageEntry.offset(Int(number) % MapFormat.entriesPerPage)
            let offset = try page.u64(at: entry + 16)
            let length = Int(try page.u32(at: entry + 24))
            let checksum = try page.u32(at: entry + 28)
            guard length >= MapFormat.blockHeaderLength, length <= buffer.count else {
                throw .invalid(part: self.pageName(leaf), byte: entry + 24)
            }
            guard offset <= self.source.length, UInt64(length) <= self.source.length - offset
            else { throw .invalid(part: self.pageName(leaf), byte: entry + 16) }
            try self.work.charge(MapFormat.stepsOfRead + length / MapFormat.bytesReadInStep)
            try self.source.read(at: offset, into: &buffer, count: length)
            guard CRC32C.of(buffer.span.extracting(first: length)) == checksum else {
                throw .damaged(part: self.blockName(number), offset: offset)
            }
            // The tables of a block: a search reads all of their rows.
            for at in stride(from: 4, through: 6, by: 2)
            where Int(buffer[at]) | Int(buffer[at + 1]) << 8 > MapFormat.maximumRecords {
                throw .invalid(part: self.blockName(number), byte: at)
            }
            return length
        }
    }

    /// The bytes of an index page, checked against its checksum when they are read.
    func page(_ number: UInt32) throws(MapError) -> ByteReader {
        try pages.part(number, named: pageName(number)) { (buffer) throws(MapError) in
            let length = MapFormat.pageLength
            let offset = self.header.indexOffset + UInt64(number) * UInt64(length)
            try self.work.charge(MapFormat.stepsOfRead + length / MapFormat.bytesReadInStep)
            try self.source.read(at: offset, into: &buffer, count: length)
            let checksum = CRC32C.of(buffer.span.extracting(4..<length))
            let stored =
                UInt32(buffer[0]) | UInt32(buffer[1]) << 8 | UInt32(buffer[2]) << 16
                | UInt32(buffer[3]) << 24
            guard checksum == stored else {
                throw .damaged(part: self.pageName(number), offset: offset)
            }
            return length
        }
    }

    /// Whether a block is in memory.
    func holds(_ number: UInt32) -> Bool { blocks.holds(number) }

    /// Lets the source read a block ahead, or the page with its place.
    func prefetch(_ number: UInt32) {
        let leaf = number / UInt32(MapFormat.entriesPerPage)
        guard number < header.blockCount, !blocks.holds(number) else { return }
        guard pages.holds(leaf), let page = try? page(leaf) else {
            let offset = header.indexOffset + UInt64(leaf) * UInt64(MapFormat.pageLength)
            return source.prefetch(at: offset, count: MapFormat.pageLength)
        }
        let entry = PageEntry.offset(Int(number) % MapFormat.entriesPerPage)
        guard let offset = try? page.u64(at: entry + 16),
            let length = try? page.u32(at: entry + 24), offset <= source.length,
            length <= header.longestBlock
        else { return }
        source.prefetch(at: offset, count: Int(length))
    }

    /// The time zone of the file's country, from its notes; they are read once.
    func timeZone() throws(MapError) -> TimeZoneRule? {
        if let zone { return zone.rule }
        let text = try notes().first { $0.key == "time-zone" }?.value
        let rule = text.flatMap { TimeZoneRule(zone: $0) }
        zone = (rule, ())
        return rule
    }

    /// The notes of the map's compilation, `key=value`, in their order.
    func notes() throws(MapError) -> [(key: String, value: String)] {
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
}

/// The places of the entries of an index page.
enum PageEntry {
    static func offset(_ index: Int) -> Int {
        MapFormat.pageHeaderLength + index * MapFormat.entryLength
    }
}
