/// One file of a map: its blocks and index pages, read as they are needed into the caches of the map.
final class MapFile {
    /// The header of the file.
    let header: MapHeader
    /// The number that the file's first block has in the map.
    let firstBlock: UInt32
    /// The number that the file's first index page has in the map.
    private let firstPage: UInt32

    let source: any BlockSource
    /// The number of the file in the map, the first being 1; `nil` if it is the only one.
    private let number: UInt8?
    /// What the updates need of the notes, or why they cannot be read; `nil` where that may be over.
    private var facts: Result<Facts, MapError>?
    private typealias Facts = (zone: TimeZoneRule?, cars: Int)
    private let caches: MapCaches
    private let work: WorkMeter

    /// A file with its header, its number in the map, and what all files of the map share.
    init(
        _ source: any BlockSource, _ header: MapHeader, number: UInt8?, firstBlock: UInt32,
        firstPage: UInt32, caches: MapCaches, work: WorkMeter
    ) {
        self.work = work
        self.source = source
        self.header = header
        self.number = number
        self.firstBlock = firstBlock
        self.firstPage = firstPage
        self.caches = caches
        // Now, since notes may be long.
        _ = try? knownFacts()
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
        try caches.blocks.part(firstBlock + number, named: blockName(number)) {
            (buffer) throws(MapError) in
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
        try caches.pages.part(firstPage + number, named: pageName(number)) {
            (buffer) throws(MapError) in
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

    /// Gives the memory of the blocks and index pages of all files of the map back.
    func emptyCaches() {
        caches.blocks.empty()
        caches.pages.empty()
    }

    /// Whether a block is in memory.
    func holds(_ number: UInt32) -> Bool { caches.blocks.holds(firstBlock + number) }

    /// Lets the source read a block ahead, or the page with its place.
    func prefetch(_ number: UInt32) {
        let leaf = number / UInt32(MapFormat.entriesPerPage)
        guard number < header.blockCount, !holds(number) else { return }
        guard caches.pages.holds(firstPage + leaf), let page = try? page(leaf) else {
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

    /// The time zone of the file's country, from its notes.
    func timeZone() throws(MapError) -> TimeZoneRule? {
        try knownFacts().zone
    }

    /// The least number of cars of each count, from its notes; 1 where they could not be read so far.
    func leastCars() -> Int {
        if case .success(let facts)? = facts { facts.cars } else { 1 }
    }

    private func knownFacts() throws(MapError) -> Facts {
        if let facts { return try facts.get() }
        do throws(MapError) {
            let bytes = try noteBytes()
            let zone = Self.note("time-zone", in: bytes).flatMap { TimeZoneRule(zone: $0) }
            let cars = Self.note(RoadMap.leastCarsNote, in: bytes).flatMap { Int($0) } ?? 1
            let found = (zone: zone, cars: min(max(cars, 1), Self.mostCars))
            facts = .success(found)
            return found
        } catch {
            // What is damaged stays so.
            if case .damaged = error { facts = .failure(error) }
            throw error
        }
    }

    /// A larger number of cars is no reason to expect more of them on an exit without a count.
    private static let mostCars = 8

    private static let stepsOfNotes = 20_000

    private func noteBytes() throws(MapError) -> [UInt8] {
        let count = Int(header.notesLength)
        // An update that has to read them has room for the longest ones.
        try work.charge(
            MapFormat.stepsOfRead + min(count / MapFormat.bytesReadInStep, Self.stepsOfNotes))
        var bytes = [UInt8](repeating: 0, count: count)
        try source.read(at: header.notesOffset, into: &bytes, count: count)
        guard CRC32C.of(bytes.span) == header.notesChecksum else {
            throw .damaged(part: .notes, offset: header.notesOffset)
        }
        return bytes
    }

    /// The value of the first note with a key; `nil` where there is none.
    private static func note(_ key: String, in bytes: [UInt8]) -> String? {
        let begin = Array((key + "=").utf8)
        var at = 0
        while at < bytes.count {
            let end = bytes[at...].firstIndex(of: 0x0A) ?? bytes.count
            if bytes[at..<end].starts(with: begin) {
                return String(decoding: bytes[(at + begin.count)..<end], as: UTF8.self)
            }
            at = end + 1
        }
        return nil
    }

    /// The notes of the map's compilation, `key=value`, in their order.
    func notes() throws(MapError) -> [(key: String, value: String)] {
        let bytes = try noteBytes()
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

/// The memory for blocks and index pages that all files of a map share, so that it does not grow with their number.
struct MapCaches {
    let pages: BlockCache
    let blocks: BlockCache

    /// The caches for files with these headers; `bytes` bounds the memory for blocks.
    init(for headers: [MapHeader], bytes: Int) {
        let longest = max(headers.map { Int($0.longestBlock) }.max() ?? 0, 1)
        let blockCount = headers.reduce(0) { $0 + Int($1.blockCount) }
        pages = BlockCache(parts: 32 * min(headers.count, 4), length: MapFormat.pageLength)
        blocks = BlockCache(
            parts: min(max(8, bytes / longest), max(8, blockCount)), length: longest)
    }
}
