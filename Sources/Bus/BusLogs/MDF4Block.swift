/// The kinds of blocks that the reader uses. The number is the two letters after `##`.
enum MDF4BlockKind: UInt16 {
    /// HD: the start time, and the first data group.
    case header = 0x4844
    /// DG: channel groups, and the data with their records.
    case dataGroup = 0x4447
    /// CG: the channels of one kind of record.
    case channelGroup = 0x4347
    /// CN: the place of one value in a record.
    case channel = 0x434E
    /// CC: the conversion from a stored number to a physical value.
    case conversion = 0x4343
    /// SI: the bus or device that a channel group comes from.
    case source = 0x5349
    /// TX: a text.
    case text = 0x5458
    /// MD: a text in XML.
    case metadata = 0x4D44
    /// DT: records.
    case data = 0x4454
    /// DV: records without their invalidation bytes.
    case values = 0x4456
    /// SD: byte strings of variable length.
    case signalData = 0x5344
    /// DZ: the content of a DT, DV or SD block, compressed.
    case compressed = 0x445A
    /// DL: a list of data blocks.
    case dataList = 0x444C
    /// LD: a list of data blocks with separate invalidation bytes.
    case listData = 0x4C44
    /// HL: the head of a list of compressed data blocks.
    case headerList = 0x484C

    /// The first four bytes of such a block.
    var mark: String {
        let letters = [UInt8(rawValue >> 8), UInt8(rawValue & 0xFF)]
        return "##" + String(decoding: letters, as: UTF8.self)
    }

    /// The fewest bytes after the links that the reader needs.
    var smallestBody: Int {
        switch self {
        case .header: 13
        case .dataGroup: 1
        case .channelGroup: 32
        case .channel: 20
        case .conversion: 8
        case .source: 3
        case .compressed: 24
        case .dataList, .listData: 8
        case .text, .metadata, .data, .values, .signalData, .headerList: 0
        }
    }
}

/// A block: 4 bytes of kind, 4 reserved, 8 of length, 8 with the number of links, the links, the body.
struct MDF4Block {
    let kind: MDF4BlockKind
    /// The place of the block in the file.
    let address: Int
    /// The place after its last byte, never beyond the end of the file.
    let end: Int
    let linkCount: Int

    /// The bytes of a block before its links.
    static let headSize = 24

    /// The place of the first byte after the links.
    var body: Int { place(ofLink: linkCount) }

    /// The place of a link.
    func place(ofLink index: Int) -> Int { address + MDF4Block.headSize + 8 * index }
}

/// The bytes of a file, its blocks, and the problems that were found so far.
///
/// Each block of a chain or list, and each data block, is used at most once, and all data blocks
/// together have at most the bytes of the file. Therefore no links, cyclic or overlapping ones
/// included, can make the work grow without bound.
struct MDF4File {
    let bytes: [UInt8]
    /// The bytes that data blocks may still inflate to.
    private var inflationRest: Int
    /// What is damaged.
    private(set) var problems: [BusLogItem] = []
    /// The parts of an unfinalized file that were not brought up to date.
    let unfinished: MDF4Unfinished

    private var usedAddresses: Set<Int> = []
    private var unusedBytes: Int

    init(_ bytes: [UInt8], inflationLimit: Int) {
        self.bytes = bytes
        inflationRest = inflationLimit
        unusedBytes = bytes.count
        unfinished = MDF4Unfinished(bytes)
    }

    /// Takes so many of the bytes that data may still inflate to; false where there are fewer.
    mutating func takeInflation(_ count: Int) -> Bool {
        guard count <= inflationRest else { return false }
        inflationRest -= count
        return true
    }

    mutating func report(_ text: String, at place: Int) {
        problems.append(.problem(text, at: .byte(place)))
    }

    /// A little-endian number; bytes beyond the end of the file count as 0.
    func number(at place: Int, size: Int) -> UInt64 {
        var value: UInt64 = 0
        for index in (0..<size).reversed() {
            let byte = place + index < bytes.count ? bytes[place + index] : 0
            value = value << 8 | UInt64(byte)
        }
        return value
    }

    /// A floating-point number of 64 bits.
    func double(at place: Int) -> Double {
        Double(bitPattern: number(at: place, size: 8))
    }

    /// A link's target, 0 where the link is empty or the block has no such link.
    func target(ofLink index: Int, of block: MDF4Block) -> UInt64 {
        index < block.linkCount ? number(at: block.place(ofLink: index), size: 8) : 0
    }

    /// The block that a link leads to; `nil` where the link is empty, and, with a problem, where
    /// no block of these kinds is there.
    mutating func block(
        behindLink index: Int,
        of block: MDF4Block,
        _ kinds: MDF4BlockKind...
    ) -> MDF4Block? {
        let target = target(ofLink: index, of: block)
        guard target != 0 else { return nil }
        guard let address = Int(exactly: target), address <= bytes.count - MDF4Block.headSize else {
            report(
                "the link to a block \(kinds[0].mark) leads beyond the end of the file",
                at: block.place(ofLink: index))
            return nil
        }
        return self.block(at: address, kinds)
    }

    /// The block at an address of at least 24 bytes before the end of the file.
    mutating func block(at address: Int, _ kinds: [MDF4BlockKind]) -> MDF4Block? {
        guard let kind = kind(at: address), kinds.contains(kind) else {
            report("expected a block \(kinds[0].mark)", at: address)
            return nil
        }
        let stated = number(at: address + 8, size: 8)
        let rest = bytes.count - address
        var length = Int(clamping: stated)
        if unfinished.contains(.dataLength), kind == .data, length <= MDF4Block.headSize {
            length = rest
        }
        if length > rest {
            report("the block \(kind.mark) ends beyond the end of the file", at: address)
            length = rest
        }
        let links = number(at: address + 16, size: 8)
        let room = length - MDF4Block.headSize - kind.smallestBody
        guard room >= 0, links <= UInt64(room / 8) else {
            report("the block \(kind.mark) is too short", at: address)
            return nil
        }
        return MDF4Block(
            kind: kind, address: address, end: address + length, linkCount: Int(links))
    }

    /// The kind of the block at an address, `nil` where no known block is.
    func kind(at address: Int) -> MDF4BlockKind? {
        let letters = UInt32(truncatingIfNeeded: number(at: address, size: 4)).byteSwapped
        guard letters >> 16 == 0x2323 else { return nil }
        return MDF4BlockKind(rawValue: UInt16(letters & 0xFFFF))
    }

    /// Marks a block as used; `false`, with a problem, where it was used before.
    mutating func use(_ block: MDF4Block) -> Bool {
        let isNew = usedAddresses.insert(block.address).inserted
        if !isNew {
            report("two links lead to the same block \(block.kind.mark)", at: block.address)
        }
        return isNew
    }

    /// Marks a block of data as used; `false`, with a problem, where it was used before or where
    /// the data blocks have more bytes than the file.
    mutating func useData(_ block: MDF4Block) -> Bool {
        guard use(block) else { return false }
        let length = block.end - block.address
        guard length <= unusedBytes else {
            report("the block \(block.kind.mark) overlaps other blocks", at: block.address)
            return false
        }
        unusedBytes -= length
        return true
    }
}

/// The parts of an unfinalized file that its writer did not bring up to date.
struct MDF4Unfinished: OptionSet {
    let rawValue: UInt16

    /// The number of records of the channel groups.
    static let recordCounts = MDF4Unfinished(rawValue: 0x1)
    /// The length of the last data block.
    static let dataLength = MDF4Unfinished(rawValue: 0x4)

    init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// The flags of the identification block; a finalized file has none.
    init(_ bytes: [UInt8]) {
        let isUnfinished = bytes.count >= 64 && bytes.starts(with: "UnFinMF ".utf8)
        rawValue = isUnfinished ? UInt16(bytes[60]) | UInt16(bytes[61]) << 8 : 0
    }
}
