import CANFrames

/// How packets of a capture have CAN frames.
enum SocketCANLink: Equatable {
    /// LINKTYPE_CAN_SOCKETCAN: the frame with its identifier big-endian.
    case socketCAN
    /// LINKTYPE_LINUX_SLL: a header of 16 bytes; identifiers in the byte order of the capturing machine.
    case cooked
    /// LINKTYPE_LINUX_SLL2: a header of 20 bytes, otherwise the same.
    case cooked2
    /// LINKTYPE_WIRESHARK_UPPER_PDU: tags with the name of a dissector before the frame. Wireshark 4.0 writes it where
    /// it has read a log of another format.
    case exported

    /// The link of a number from https://www.tcpdump.org/linktypes.html, `nil` where it has no CAN frames.
    init?(linkType: Int) {
        switch linkType {
        case 227: self = .socketCAN
        case 113: self = .cooked
        case 276: self = .cooked2
        case 252: self = .exported
        default: return nil
        }
    }

    var headerSize: Int {
        switch self {
        case .socketCAN, .exported: 0
        case .cooked: 16
        case .cooked2: 20
        }
    }
}

/// A packet of a capture in a queue.
struct CapturedPacket {
    /// Where in the queue it begins.
    let offset: Int
    /// How many of its bytes the file has.
    let count: Int
    /// How many bytes it had.
    let originalCount: Int
    let link: SocketCANLink
    /// Whether the capturing machine was big-endian.
    let isBigEndian: Bool
}

/// `struct can_frame` and `struct canfd_frame` of linux/can.h.
enum SocketCANLayout {
    static let headerSize = 8
    static let classicalSize = 16
    static let flexibleSize = 72
    static let extendedFlag: UInt32 = 0x8000_0000
    static let remoteFlag: UInt32 = 0x4000_0000
    static let errorFlag: UInt32 = 0x2000_0000
    /// EXP_PDU_TAG_END_OF_OPT and EXP_PDU_TAG_DISSECTOR_NAME of Wireshark's exported_pdu_tlvs.h.
    static let exportedEnd: UInt64 = 0
    static let exportedDissector: UInt64 = 12
    /// CANFD_FDF of the flags.
    static let flexibleFlag: UInt8 = 4
    /// CANXL_XLF, in the place of the length.
    static let extraLongFlag: UInt8 = 0x80
}

extension ByteQueue {
    private static let extraLong =
        BusLogProblem("the packet is a CAN XL frame, which is not supported")

    /// Reads the CAN frame of a packet; `nil` if the packet is of another protocol.
    func socketCANFrame(
        _ packet: CapturedPacket
    ) throws(BusLogProblem) -> (content: LoggedFrame.Content, flags: UInt8)? {
        if packet.link == .exported { return try exportedFrame(packet) }
        let offset = packet.offset + packet.link.headerSize
        let count = packet.count - packet.link.headerSize
        guard count >= 0 else { throw BusLogProblem("the packet is too short for its header") }
        var isFD = packet.originalCount >= SocketCANLayout.flexibleSize
        if packet.link != .socketCAN {
            let place = packet.offset + (packet.link == .cooked ? 14 : 0)
            switch bigEndianNumber(at: place, size: 2) {
            case 0x000C: isFD = false
            case 0x000D: isFD = true
            case 0x000E: throw Self.extraLong
            default: return nil
            }
        }
        return try frame(
            at: offset, count, isFD: isFD, isKind: packet.link != .socketCAN,
            isBigEndian: packet.link == .socketCAN || packet.isBigEndian)
    }

    /// Reads the frame behind the tags of an export; `nil` if it is of another dissector.
    private func exportedFrame(
        _ packet: CapturedPacket
    ) throws(BusLogProblem) -> (content: LoggedFrame.Content, flags: UInt8)? {
        let end = packet.offset + packet.count
        var offset = packet.offset
        var name: [UInt8] = []
        while offset + 4 <= end {
            let tag = bigEndianNumber(at: offset, size: 2)
            let length = Int(bigEndianNumber(at: offset + 2, size: 2))
            offset += 4
            guard length <= end - offset else { break }
            if tag == SocketCANLayout.exportedEnd {
                let isFD = name == Array("canfd".utf8)
                let isBig = name == Array("can-bigendian".utf8)
                guard isFD || isBig || name == Array("can-hostendian".utf8) else { return nil }
                return try frame(
                    at: offset, end - offset, isFD: isFD, isKind: true,
                    isBigEndian: isBig || packet.isBigEndian)
            }
            if tag == SocketCANLayout.exportedDissector {
                name = Array(slice(at: offset, count: length).prefix { $0 != 0 })
            }
            offset += length
        }
        throw BusLogProblem("the tags of the packet have no end")
    }

    /// Reads a frame of a kind that is known (`isKind`), or that its length and flags tell.
    private func frame(
        at offset: Int, _ count: Int, isFD isFDByHeader: Bool, isKind: Bool, isBigEndian: Bool
    ) throws(BusLogProblem) -> (content: LoggedFrame.Content, flags: UInt8) {
        guard count >= SocketCANLayout.headerSize else {
            throw BusLogProblem("the packet is too short for a CAN frame")
        }
        var isFD = isFDByHeader
        let word = UInt32(
            truncatingIfNeeded: isBigEndian
                ? bigEndianNumber(at: offset, size: 4) : number(at: offset, size: 4))
        let length = Int(self[offset + 4])
        let flags = self[offset + 5]
        if !isKind {
            if self[offset + 4] & SocketCANLayout.extraLongFlag != 0 {
                throw Self.extraLong
            }
            isFD = isFD || length > 8 || flags & SocketCANLayout.flexibleFlag != 0
        }
        return (
            try socketCANContent(word, length, isFD: isFD, at: offset + 8, count: count - 8),
            isFD && word & (SocketCANLayout.remoteFlag | SocketCANLayout.errorFlag) == 0
                ? flags & 0xF | SocketCANLayout.flexibleFlag : 0
        )
    }

    private func socketCANContent(
        _ word: UInt32, _ length: Int, isFD: Bool, at offset: Int, count: Int
    ) throws(BusLogProblem) -> LoggedFrame.Content {
        guard length <= (isFD ? CANFrame.flexibleCapacity : CANFrame.classicalCapacity) else {
            throw BusLogProblem("the length \(length) of the frame is out of range")
        }
        let value = word & 0x1FFF_FFFF
        let isError = word & SocketCANLayout.errorFlag != 0
        let isRemote = !isError && word & SocketCANLayout.remoteFlag != 0
        guard isRemote || count >= length else {
            throw BusLogProblem("the packet has only \(count) of the \(length) bytes of the frame")
        }
        if isError {
            var details: UInt64 = 0
            for index in 0..<8 {
                details = details << 8 | (index < length ? UInt64(self[offset + index]) : 0)
            }
            return .error(CANErrorFrame(classes: value, details: details, length: length))
        }
        let identifier =
            word & SocketCANLayout.extendedFlag != 0
            ? CANIdentifier(extended: value) : CANIdentifier(base: value)
        guard let identifier else { throw BusLogProblem("the identifier is out of range") }
        if isRemote { return .remote(identifier, length: min(length, 8)) }
        // A length that CAN FD does not have is padded with zeros, as a controller does it.
        var frame = CANFrame(identifier: identifier, clampedLength: length, isFD: isFD)
        for index in 0..<length { frame.bytes[index] = self[offset + index] }
        return .data(frame)
    }
}
