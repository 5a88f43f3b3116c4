import CANFrames

/// A reader of captures, pcap and pcapng, of CAN interfaces.
///
/// A pcapng file has the names of its interfaces; without a name, interface n (from 0) is "can<n>". A pcap file has
/// no names: its interface is "can0", and that of a packet with an interface index n (LINUX_SLL2) is "if<n>".
/// A simple packet of pcapng has no time: it gets the time of the packet before.
struct PcapReader: BusLogReader {
    /// An interface of a section of pcapng.
    struct Interface {
        var name = "can0"
        var link: SocketCANLink?
        var resolution = PcapResolution.microseconds
        /// Seconds to add to each time.
        var timeOffset: Int64 = 0
        /// The most bytes of a packet that are in the file; 0 is no limit.
        var capturedLimit = 0
    }

    private enum State {
        case start
        /// The records of a pcap file.
        case records(perSecond: UInt64)
        /// The blocks of a pcapng file. `isLost`: a damaged block was reported; the next good block is searched for.
        case blocks(isLost: Bool)
        case failed
    }

    private var state = State.start
    private var rest = 0
    private var time: Int64 = 0
    private(set) var queue = ByteQueue()
    private(set) var isBigEndian = false
    private(set) var interfaces: [Interface] = []

    /// The section has another interface.
    mutating func add(_ interface: Interface) { interfaces.append(interface) }

    mutating func take(_ bytes: Span<UInt8>, into items: inout [BusLogItem]) {
        if case .failed = state { return }
        queue.append(bytes)
        while step(into: &items) {}
    }

    mutating func finish(into items: inout [BusLogItem]) {
        searchAtEnd(into: &items)
        let end = queue.used + queue.count
        switch state {
        case .failed, .blocks(isLost: true): break
        case .start:
            items.append(.problem("the file ends within the file header", at: .byte(end)))
        case .records, .blocks(isLost: false):
            if rest > 0 || queue.count > 0 {
                items.append(.problem("the file ends within a packet", at: .byte(end)))
            }
        }
        state = .failed
    }

    /// A block that ends behind the end of the file can have a wrong length, and good blocks behind it.
    private mutating func searchAtEnd(into items: inout [BusLogItem]) {
        while rest == 0, queue.count > 0, case .blocks(let isLost) = state {
            if isLost {
                // What stands here seems to be a block that is not complete either.
                queue.skip(4)
            } else {
                items.append(.problem("the file ends within the block", at: .byte(queue.used)))
                state = .blocks(isLost: true)
            }
            while step(into: &items) {}
        }
    }

    /// A number in the byte order of the file.
    func number(at offset: Int, size: Int) -> UInt64 {
        isBigEndian
            ? queue.bigEndianNumber(at: offset, size: size) : queue.number(at: offset, size: size)
    }

    private mutating func step(into items: inout [BusLogItem]) -> Bool {
        let passed = min(rest, queue.count)
        queue.skip(passed)
        rest -= passed
        guard rest == 0 else { return false }
        switch state {
        case .start: return readStart(into: &items)
        case .records(let perSecond): return readRecord(perSecond, into: &items)
        case .blocks(isLost: false): return readBlock(into: &items)
        case .blocks(isLost: true): return searchBlock()
        case .failed: return false
        }
    }

    private mutating func fail(_ sentence: String, into items: inout [BusLogItem]) -> Bool {
        items.append(.problem(sentence, at: .byte(queue.used)))
        state = .failed
        return false
    }

    private mutating func readStart(into items: inout [BusLogItem]) -> Bool {
        guard queue.count >= 4 else { return false }
        let little = UInt32(truncatingIfNeeded: queue.number(at: 0, size: 4))
        if little == PcapFormat.BlockType.section {
            state = .blocks(isLost: false)
            return true
        }
        let magics = [PcapFormat.microsecondMagic, PcapFormat.nanosecondMagic]
        guard magics.contains(little) || magics.contains(little.byteSwapped) else {
            return fail("the file is no pcap or pcapng file", into: &items)
        }
        guard queue.count >= 24 else { return false }
        isBigEndian = !magics.contains(little)
        let magic = isBigEndian ? little.byteSwapped : little
        // The upper half has the length of a checksum, which CAN does not have.
        let linkType = Int(number(at: 20, size: 4) & 0xFFFF)
        guard let link = SocketCANLink(linkType: linkType) else {
            return fail("the link type \(linkType) of the file is not CAN", into: &items)
        }
        interfaces = [Interface(link: link)]
        queue.skip(24)
        state = .records(
            perSecond: magic == PcapFormat.nanosecondMagic ? 1_000_000_000 : 1_000_000
        )
        return true
    }

    private mutating func readRecord(
        _ perSecond: UInt64, into items: inout [BusLogItem]
    ) -> Bool {
        guard queue.count >= 16 else { return false }
        let count = Int(number(at: 8, size: 4))
        guard count <= PcapFormat.mostBytes else {
            let sentence = "the packet states \(count) bytes; the rest of the file is not read"
            return fail(sentence, into: &items)
        }
        guard queue.count >= 16 + count else { return false }
        // Two numbers of 32 bits: no overflow.
        let fraction = number(at: 4, size: 4) * (1_000_000_000 / perSecond)
        time = Int64(number(at: 0, size: 4) * 1_000_000_000 + fraction)
        let interface = interfaces[0]
        if let link = interface.link {
            var name = interface.name
            if link == .cooked2, count >= 8 {
                name = "if\(queue.bigEndianNumber(at: 16 + 4, size: 4))"
            }
            let packet = CapturedPacket(
                offset: 16, count: count, originalCount: Int(number(at: 12, size: 4)), link: link,
                isBigEndian: isBigEndian
            )
            append(packet, name, to: &items)
        }
        queue.skip(16 + count)
        return true
    }

    private func append(
        _ packet: CapturedPacket, _ name: String, to items: inout [BusLogItem]
    ) {
        let place = BusLogPlace.byte(queue.used)
        do throws(BusLogProblem) {
            guard let frame = try queue.socketCANFrame(packet) else { return }
            let logged = LoggedFrame(
                nanoseconds: time, interface: name, content: frame.content, flags: frame.flags
            )
            items.append(.frame(logged, at: place))
        } catch {
            items.append(.problem(error.sentence, at: place))
        }
    }

    private mutating func readBlock(into items: inout [BusLogItem]) -> Bool {
        guard queue.count >= 12 else { return false }
        if isSection { isBigEndian = sectionIsBigEndian }
        let type = UInt32(truncatingIfNeeded: number(at: 0, size: 4))
        let size = Int(number(at: 4, size: 4))
        let isKnown = Self.isKnown(type)
        let isWrong =
            size < 12 || size % 4 != 0 || (isKnown && size > PcapFormat.mostBytes)
            || (isSection && !hasByteOrder)
        if isWrong {
            items.append(.problem("the header of the block is wrong", at: .byte(queue.used)))
            state = .blocks(isLost: true)
            return true
        }
        guard isKnown else {
            rest = size
            return true
        }
        guard queue.count >= size else { return false }
        guard number(at: size - 4, size: 4) == size else {
            let sentence = "the two lengths of the block are different"
            items.append(.problem(sentence, at: .byte(queue.used)))
            state = .blocks(isLost: true)
            return true
        }
        do throws(BusLogProblem) {
            if let (packet, index) = try readKnownBlock(type, size) {
                append(packet, interfaces[index].name, to: &items)
            }
        } catch {
            items.append(.problem(error.sentence, at: .byte(queue.used)))
        }
        queue.skip(size)
        return true
    }

    /// The packet of a block with its interface, `nil` where it has none.
    private mutating func readKnownBlock(
        _ type: UInt32, _ size: Int
    ) throws(BusLogProblem) -> (CapturedPacket, Int)? {
        switch type {
        case PcapFormat.BlockType.section:
            interfaces = []
            return nil
        case PcapFormat.BlockType.interface:
            try readInterface(size)
            return nil
        case PcapFormat.BlockType.simplePacket: return try simplePacket(size)
        default: return try enhancedPacket(type, size, time: &time)
        }
    }

    private static func isKnown(_ type: UInt32) -> Bool {
        typealias Kind = PcapFormat.BlockType
        switch type {
        case Kind.section, Kind.interface, Kind.packet, Kind.simplePacket, Kind.enhancedPacket:
            return true
        default: return false
        }
    }

    /// The type of a section is the same in both byte orders.
    private var isSection: Bool {
        queue.number(at: 0, size: 4) == UInt64(PcapFormat.BlockType.section)
    }

    private var sectionIsBigEndian: Bool {
        queue.bigEndianNumber(at: 8, size: 4) == UInt64(PcapFormat.byteOrderMagic)
    }

    private var hasByteOrder: Bool {
        sectionIsBigEndian || queue.number(at: 8, size: 4) == UInt64(PcapFormat.byteOrderMagic)
    }

    /// Goes on to the next block of a known type whose two lengths are the same. Blocks begin at multiples of 4 bytes.
    private mutating func searchBlock() -> Bool {
        while queue.count >= 12 {
            let isBig = isSection ? sectionIsBigEndian : isBigEndian
            let read = isBig ? queue.bigEndianNumber : queue.number
            let size = Int(read(4, 4))
            if Self.isKnown(UInt32(truncatingIfNeeded: read(0, 4))), size % 4 == 0,
                (12...4096).contains(size), !isSection || hasByteOrder
            {
                guard queue.count >= size else { return false }
                if Int(read(size - 4, 4)) == size {
                    state = .blocks(isLost: false)
                    return true
                }
            }
            queue.skip(4)
        }
        return false
    }
}
