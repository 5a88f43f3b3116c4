import Geodesy

/// The head of a block: what its records are relative to, and where they stand.
struct BlockTables {
    private let block: ByteReader
    private let linkCount: Int
    private let nodeCount: Int
    private let offsetWidth: Int
    /// The way ids of the links count from this one.
    let firstWay: Int64
    /// The ids of the nodes count from this one.
    let firstNode: Int64
    /// The south-western corner of the block, which places count from.
    let corner: (latitudeE7: Int32, longitudeE7: Int32)

    init(of block: ByteReader) throws(MapError) {
        self.block = block
        linkCount = Int(try block.u16(at: 4))
        nodeCount = Int(try block.u16(at: 6))
        corner = (try block.i32(at: 8), try block.i32(at: 12))
        firstWay = Int64(bitPattern: try block.u64(at: 24))
        firstNode = Int64(bitPattern: try block.u64(at: 32))
        offsetWidth = block.count <= MapFormat.longestBlockOfShortOffsets ? 2 : 3
    }

    /// The record of a link.
    func link(_ index: UInt16) throws(MapError) -> RecordReader {
        guard Int(index) < linkCount else { throw .invalid(part: block.part, byte: 4) }
        return try record(Int(index))
    }

    /// The record of a node.
    func node(_ index: UInt16) throws(MapError) -> RecordReader {
        guard Int(index) < nodeCount else { throw .invalid(part: block.part, byte: 6) }
        return try record(linkCount + Int(index))
    }

    /// Records stand in the order of the table, one right behind the other, the links' before the
    /// nodes': together they are never longer than the block, however it lies about them.
    private func record(_ number: Int) throws(MapError) -> RecordReader {
        let table = MapFormat.blockHeaderLength + linkCount * MapFormat.linkBoxLength
        let at = table + number * offsetWidth
        let start = try offset(at: at)
        let isLast = number + 1 == linkCount + nodeCount
        let end = isLast ? block.count : try offset(at: at + offsetWidth)
        guard start <= end, end <= block.count else {
            throw .invalid(part: block.part, byte: at)
        }
        return RecordReader(block, from: start, to: end)
    }

    private func offset(at place: Int) throws(MapError) -> Int {
        let low = Int(try block.u16(at: place))
        return offsetWidth == 2 ? low : low | Int(try block.u8(at: place + 2)) << 16
    }
}

/// Reads a record of a block from its front, and never beyond its end.
struct RecordReader {
    let block: ByteReader
    /// The byte of the block that comes next.
    private(set) var at: Int
    /// Where the record ends.
    let end: Int

    init(_ block: ByteReader, from start: Int, to end: Int) {
        self.block = block
        at = start
        self.end = end
    }

    private func check() throws(MapError) {
        guard at <= end else { throw .invalid(part: block.part, byte: end) }
    }

    mutating func u8() throws(MapError) -> UInt8 {
        let value = try block.u8(at: at)
        at += 1
        try check()
        return value
    }

    mutating func varint() throws(MapError) -> UInt64 {
        let value = try block.varint(at: &at)
        try check()
        return value
    }

    mutating func zigzag() throws(MapError) -> Int64 {
        let value = try block.zigzag(at: &at)
        try check()
        return value
    }

    /// The next bytes, whose number stands before them.
    mutating func part() throws(MapError) -> RecordReader {
        let length = try varint()
        guard length <= UInt64(end - at) else { throw .invalid(part: block.part, byte: at) }
        let part = RecordReader(block, from: at, to: at + Int(length))
        at += Int(length)
        return part
    }

    /// A block's number as its difference to that of the block that refers to it.
    mutating func block(from own: UInt32) throws(MapError) -> UInt32 {
        let number = Int64(own) &+ (try zigzag())
        guard let number = UInt32(exactly: number) else {
            throw .invalid(part: block.part, byte: at)
        }
        return number
    }

    /// A reference to a node, in the same block or elsewhere.
    mutating func reference(from own: UInt32) throws(MapError) -> NodeReference {
        let value = try varint()
        guard let index = UInt16(exactly: value >> 1) else {
            throw .invalid(part: block.part, byte: at)
        }
        let number = value & 1 == 0 ? own : try block(from: own)
        return NodeReference(block: number, index: index)
    }

    /// A place that counts from the block's corner.
    mutating func place(
        from corner: (latitudeE7: Int32, longitudeE7: Int32)
    ) throws(MapError) -> Coordinate {
        try place(Int64(corner.latitudeE7), Int64(corner.longitudeE7))
    }

    /// A place that counts from the one before.
    mutating func place(after last: Coordinate) throws(MapError) -> Coordinate {
        try place(Int64(last.latitudeE7), Int64(last.longitudeE7))
    }

    private mutating func place(
        _ latitude: Int64,
        _ longitude: Int64
    ) throws(MapError) -> Coordinate {
        let latitude = latitude &+ (try zigzag())
        let longitude = longitude &+ (try zigzag())
        guard let latitudeE7 = Int32(exactly: latitude),
            let longitudeE7 = Int32(exactly: longitude),
            let place = Coordinate(latitudeE7: latitudeE7, longitudeE7: longitudeE7)
        else { throw .invalid(part: block.part, byte: at) }
        return place
    }
}
