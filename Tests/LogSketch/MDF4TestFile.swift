/// A tiny writer of MDF files for tests: blocks, their links, and channel groups of CAN frames.
public struct MDF4TestFile {
    /// The bytes so far: the identification block and a header block without links.
    public private(set) var bytes: [UInt8]

    /// The address of the header block.
    public static let header = 64
    /// The start of the log: 2023-11-14T22:13:20Z.
    public static let start: UInt64 = 1_700_000_000_000_000_000

    /// A file without a channel group; `start` counts nanoseconds since 1970.
    public init(
        mark: String = "MDF     ", version: UInt64 = 411, unfinished: UInt64 = 0,
        start: UInt64 = Self.start
    ) {
        bytes = Array(mark.utf8) + Array("4.11    test    ".utf8)
        bytes += Self.number(0, 4) + Self.number(version, 2) + [UInt8](repeating: 0, count: 30)
        bytes += Self.number(unfinished, 2) + [0, 0]
        let times = Self.number(start, 8) + [UInt8](repeating: 0, count: 24)
        block("HD", links: [0, 0, 0, 0, 0, 0], times)
    }

    /// The bytes of a number, the least significant one first.
    public static func number(_ value: UInt64, _ size: Int) -> [UInt8] {
        (0..<size).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
    }

    /// Adds a block; returns its address.
    @discardableResult
    public mutating func block(_ mark: String, links: [Int] = [], _ body: [UInt8] = []) -> Int {
        while !bytes.count.isMultiple(of: 8) { bytes.append(0) }
        let address = bytes.count
        bytes += Array("##\(mark)".utf8) + [0, 0, 0, 0]
        bytes += Self.number(UInt64(24 + 8 * links.count + body.count), 8)
        bytes += Self.number(UInt64(links.count), 8)
        for link in links { bytes += Self.number(UInt64(link), 8) }
        bytes += body
        return address
    }

    /// Changes a link of a block.
    public mutating func link(_ index: Int, of block: Int, to target: Int) {
        set(Self.number(UInt64(target), 8), at: block + 24 + 8 * index)
    }

    /// Overwrites bytes.
    public mutating func set(_ values: [UInt8], at place: Int) {
        for (index, value) in values.enumerated() { bytes[place + index] = value }
    }

    /// Adds a text; returns its address.
    public mutating func text(_ text: String) -> Int { block("TX", Array(text.utf8) + [0]) }

    /// A channel. Data types: 0 unsigned, 1 unsigned big endian, 4 float, 10 bytes.
    public mutating func channel(
        _ name: String, type: UInt8 = 0, dataType: UInt8 = 0, byte: Int, bit: UInt8 = 0, bits: Int,
        conversion: Int = 0, data: Int = 0, members: [Int] = []
    ) -> Int {
        let name = text(name)
        let sync: UInt8 = type == 2 || type == 3 ? 1 : 0
        let body =
            [type, sync, dataType, bit] + Self.number(UInt64(byte), 4)
            + Self.number(UInt64(bits), 4) + [UInt8](repeating: 0, count: 60)
        return block(
            "CN", links: [0, chain(members), name, 0, conversion, data, 0, 0], body)
    }

    /// Links blocks to a chain, and returns the first.
    public mutating func chain(_ blocks: [Int]) -> Int {
        for (block, next) in zip(blocks, blocks.dropFirst()) { link(0, of: block, to: next) }
        return blocks.first ?? 0
    }

    /// A conversion to `factor` × number + `offset`.
    public mutating func linear(factor: Double, offset: Double = 0) -> Int {
        let head: [UInt8] = [1, 0, 0, 0, 0, 0, 2, 0] + [UInt8](repeating: 0, count: 16)
        return block(
            "CC", links: [0, 0, 0, 0],
            head + Self.number(offset.bitPattern, 8) + Self.number(factor.bitPattern, 8))
    }

    /// Adds a channel group; returns its address.
    public mutating func channelGroup(
        channels: [Int], identifier: UInt64 = 0, count: UInt64, size: Int, flags: UInt64 = 2
    ) -> Int {
        block(
            "CG", links: [0, chain(channels), 0, 0, 0, 0],
            Self.number(identifier, 8) + Self.number(count, 8) + Self.number(flags, 8)
                + Self.number(UInt64(size), 4) + Self.number(0, 4))
    }

    /// Adds a data group in front of the others.
    @discardableResult
    public mutating func dataGroup(_ groups: [Int], data: Int, identifierSize: UInt8 = 0) -> Int {
        let next = Self.header + 24
        let others = (0..<8).reduce(0) { $0 | Int(bytes[next + $1]) << (8 * $1) }
        let group = block(
            "DG", links: [others, chain(groups), data, 0], [identifierSize] + [0, 0, 0, 0, 0, 0, 0])
        link(0, of: Self.header, to: group)
        return group
    }

    /// The size of the records that `frameChannels` describes.
    public static let recordSize = 24

    /// The channels of records of time (float, 8), bus (1), identifier (4), flags IDE, EDL, BRS, ESI
    /// (1), code of length (1), length (1), and 8 data bytes.
    public mutating func frameChannels(_ kind: String = "CAN_DataFrame", isFlat: Bool = false)
        -> [Int]
    {
        let members = [
            channel("\(kind).BusChannel", byte: 8, bits: 8),
            channel("\(kind).ID", byte: 9, bits: 32),
            channel("\(kind).IDE", byte: 13, bits: 1),
            channel("\(kind).EDL", byte: 13, bit: 1, bits: 1),
            channel("\(kind).BRS", byte: 13, bit: 2, bits: 1),
            channel("\(kind).ESI", byte: 13, bit: 3, bits: 1),
            channel("\(kind).DLC", byte: 14, bits: 8),
            channel("\(kind).DataLength", byte: 15, bits: 8),
            channel("\(kind).DataBytes", dataType: 10, byte: 16, bits: 64),
        ]
        let time = channel("t", type: 2, dataType: 4, byte: 0, bits: 64)
        if isFlat { return [time] + members }
        return [time, channel(kind, dataType: 10, byte: 8, bits: 128, members: members)]
    }

    /// A record of the channels above.
    public static func record(
        seconds: Double, bus: UInt8 = 1, identifier: UInt64, flags: UInt8 = 0, _ data: [UInt8]
    ) -> [UInt8] {
        number(seconds.bitPattern, 8) + [bus] + number(identifier, 4)
            + [flags, UInt8(data.count), UInt8(data.count)] + data
            + [UInt8](repeating: 0, count: 8 - data.count)
    }
}
