public import Geodesy
public import Quantities

/// The numbers of the file format, version 3; `Sources/Map/RoadMap/FORMAT.md` describes it byte by byte.
/// All numbers in the file are little-endian.
public enum MapFormat {
    /// The first eight bytes. The line ends in them show a file that was mangled as text.
    public static let magic: [UInt8] = [0x45, 0x48, 0x4D, 0x41, 0x50, 0x0D, 0x0A, 0x1A]
    /// The version this program reads and writes.
    public static let version: UInt32 = 3
    /// Length of the header in bytes, its checksum last.
    public static let headerLength = 256
    /// Length of an index page in bytes.
    public static let pageLength = 4096
    /// Length of an index page's own header in bytes.
    public static let pageHeaderLength = 32
    /// Length of an entry of an index page in bytes.
    public static let entryLength = 32
    /// The most entries of an index page.
    public static let entriesPerPage = 127
    /// The most levels of an index: 127⁴ blocks.
    public static let maximumLevels = 4
    /// The longest block that a reader accepts, in bytes.
    public static let maximumBlockLength = 1 << 17
    /// The most links, and the most nodes, of a block.
    public static let maximumRecords = 4096
    /// Length of a block's own header in bytes.
    public static let blockHeaderLength = 48
    /// Length of a link's rectangle in a block's table of them, in bytes.
    public static let linkBoxLength = 4
    /// The longest block whose tables have offsets of two bytes; those of longer ones have three.
    public static let longestBlockOfShortOffsets = 1 << 16
    /// The most lists of attributes that a link may have.
    public static let maximumAttributeLists = 4
    /// The most attributes of a link, those of all of its lists.
    public static let maximumAttributes = 255
    /// The most turn restrictions of a link, those of both ends.
    public static let maximumTurnRestrictions = 32
    /// The most conditions of a link, of limits and restrictions together.
    public static let maximumConditions = 64
    /// The most points of a link: a way of OpenStreetMap has at most 2,000.
    public static let maximumPoints = 2048
    /// The most spots of a link's profiles of one kind: what a short link of real roads has, and one in
    /// so many metres. Compiled maps have at most one in 12 m besides.
    public static func maximumSpots(of length: Centimetres) -> Int { 24 + length.value / 400 }
    /// The most links that meet at a node; a link that starts and ends there counts twice. Junctions of
    /// OpenStreetMap have fewer than 20; more would make the work of one fix unbounded.
    public static let maximumLinksAtNode = 64
    /// The highest average speed of a link, in units of 0.5 km/h.
    public static let highestAverageSpeed: UInt64 = 511
    /// The longest text of an attribute, in bytes: a value of OpenStreetMap has 255 characters at most.
    public static let longestText = 2048
    /// The steps of work (``RoadMap/maximumSteps``) of a read from the source, and the number of bytes that
    /// are read and checked in one step.
    static let stepsOfRead = 100
    static let bytesReadInStep = 8
    /// The longest list of notes that a reader accepts, in bytes.
    public static let maximumNotesLength = 1 << 20
    /// The moments that a map's data can be of, seconds since 1970: the years 1970 to 9999.
    public static let dataTimes: ClosedRange<Int64> = 0...253_402_300_799
    /// The most that the links of a file measure together: some 2,000 times the roads of the Earth, and
    /// so few that those of ``RoadMap/maximumFiles`` can be added.
    public static let maximumTotalLength = Centimetres(1 << 53)
}

/// What a map file says of itself.
public struct MapHeader: Sendable, Hashable {
    /// Length of the whole file in bytes.
    public var fileLength: UInt64 = 0
    /// Number of blocks.
    public var blockCount: UInt32 = 0
    /// Number of levels of the index, leaves included; 0 for a map without blocks.
    public var indexLevels: UInt16 = 0
    /// Length of the longest block in bytes.
    public var longestBlock: UInt32 = 0
    /// Where the index pages start, leaves first and the root last.
    public var indexOffset: UInt64 = 0
    /// Where the notes start.
    public var notesOffset: UInt64 = 0
    /// Length of the notes in bytes.
    public var notesLength: UInt32 = 0
    /// Checksum of the notes.
    public var notesChecksum: UInt32 = 0
    /// Checksum of the index, all of its pages.
    public var indexChecksum: UInt32 = 0
    /// The rectangle that holds every link.
    public var bounds: BoundingBox = .empty
    /// Number of links.
    public var linkCount: UInt64 = 0
    /// Number of nodes.
    public var nodeCount: UInt64 = 0
    /// Length of all links together.
    public var totalLength = Centimetres.zero
    /// The country of the map.
    public var country: Country
    /// The moment its data is of, seconds since 1970; `nil` if the source did not say.
    public var dataTime: Int64?

    /// The moment its data is of. One beyond the range of ``/Quantities/UTCTime``, after the year 2262, is the
    /// last moment of it.
    public var dataMoment: UTCTime? {
        dataTime.map { seconds in
            let (nanoseconds, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
            return UTCTime(nanoseconds: overflows ? .max : nanoseconds)
        }
    }

    /// A header of a country, all else empty.
    public init(country: Country) { self.country = country }

    /// The bytes of the header, ``MapFormat/headerLength`` of them.
    public func encoded() -> [UInt8] {
        var writer = ByteWriter()
        writer.bytes(MapFormat.magic)
        writer.u32(MapFormat.version)
        writer.u32(UInt32(MapFormat.headerLength))
        writer.u64(fileLength)
        writer.u32(blockCount)
        writer.u16(indexLevels)
        writer.u16(0)
        writer.u32(longestBlock)
        writer.u32(notesLength)
        writer.u64(indexOffset)
        writer.u64(notesOffset)
        writer.u32(notesChecksum)
        writer.u32(0)
        writer.box(bounds)
        writer.u64(linkCount)
        writer.u64(nodeCount)
        writer.u64(UInt64(totalLength.value))
        writer.u64(UInt64(bitPattern: dataTime ?? .min))
        writer.u16(country.numericCode)
        writer.u8(country.drivingSide.rawValue)
        writer.u8(country.speedUnit.rawValue)
        writer.u32(indexChecksum)
        writer.pad(to: MapFormat.headerLength - 4)
        writer.u32(CRC32C.of(writer.bytes.span))
        return writer.bytes
    }

    /// Reads the header and checks everything in it against the length of the file.
    public init(decoding source: any BlockSource) throws(MapError) {
        let length = MapFormat.headerLength
        var bytes = [UInt8](repeating: 0, count: length)
        guard source.length >= UInt64(length) else {
            let start = Int(min(source.length, 8))
            try source.read(at: 0, into: &bytes, count: start)
            guard start == 8, Array(bytes[..<8]) == MapFormat.magic else { throw .notAMap }
            throw .truncated(needed: UInt64(length), length: source.length)
        }
        try source.read(at: 0, into: &bytes, count: length)
        guard Array(bytes[..<8]) == MapFormat.magic else { throw .notAMap }
        let reader = ByteReader(part: .header, bytes: bytes, count: length)
        let version = try reader.u32(at: 8)
        guard version == MapFormat.version else { throw .unknownVersion(version) }
        let checksum = try reader.u32(at: length - 4)
        guard CRC32C.of(bytes.span.extracting(first: length - 4)) == checksum else {
            throw .damaged(part: .header, offset: 0)
        }
        guard let side = DrivingSide(rawValue: try reader.u8(at: 114)),
            let unit = SpeedUnit(rawValue: try reader.u8(at: 115)),
            let country = Country(
                numericCode: try reader.u16(at: 112),
                drivingSide: side,
                speedUnit: unit
            )
        else { throw .invalid(part: .header, byte: 112) }
        self.country = country
        fileLength = try reader.u64(at: 16)
        blockCount = try reader.u32(at: 24)
        indexLevels = try reader.u16(at: 28)
        longestBlock = try reader.u32(at: 32)
        notesLength = try reader.u32(at: 36)
        indexOffset = try reader.u64(at: 40)
        notesOffset = try reader.u64(at: 48)
        notesChecksum = try reader.u32(at: 56)
        indexChecksum = try reader.u32(at: 116)
        bounds = try reader.box(at: 64)
        linkCount = try reader.u64(at: 80)
        nodeCount = try reader.u64(at: 88)
        let total = try reader.u64(at: 96)
        let time = Int64(bitPattern: try reader.u64(at: 104))
        dataTime = time == .min ? nil : time
        guard total <= UInt64(MapFormat.maximumTotalLength.value) else {
            throw .invalid(part: .header, byte: 96)
        }
        guard dataTime.map(MapFormat.dataTimes.contains) ?? true else {
            throw .invalid(part: .header, byte: 104)
        }
        totalLength = Centimetres(Int(total))
        guard source.length >= fileLength else {
            throw .truncated(needed: fileLength, length: source.length)
        }
        guard longestBlock <= MapFormat.maximumBlockLength else {
            throw .invalid(part: .header, byte: 32)
        }
        guard notesLength <= MapFormat.maximumNotesLength, notesOffset <= fileLength,
            UInt64(notesLength) <= fileLength - notesOffset
        else { throw .invalid(part: .header, byte: 36) }
        let (pages, levels) = MapHeader.index(over: blockCount)
        guard Int(indexLevels) == levels, levels <= MapFormat.maximumLevels else {
            throw .invalid(part: .header, byte: 28)
        }
        guard indexOffset <= fileLength,
            pages * UInt64(MapFormat.pageLength) <= fileLength - indexOffset
        else { throw .invalid(part: .header, byte: 40) }
    }

    /// Number of pages of the index.
    public var indexPageCount: UInt32 {
        UInt32(clamping: MapHeader.index(over: blockCount).pages)
    }

    /// The pages and levels of an index over so many blocks.
    private static func index(over blocks: UInt32) -> (pages: UInt64, levels: Int) {
        var pages: UInt64 = 0
        var below = UInt64(blocks)
        var levels = 0
        while below > 0 {
            below =
                (below + UInt64(MapFormat.entriesPerPage) - 1) / UInt64(MapFormat.entriesPerPage)
            pages += below
            levels += 1
            if below == 1 { break }
        }
        return (pages, levels)
    }
}
