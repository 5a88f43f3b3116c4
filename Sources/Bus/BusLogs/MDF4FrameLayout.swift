/// The kinds of frames that channel groups hold. The text is the name of their composed channel.
enum MDF4FrameKind: String, CaseIterable {
    case data = "CAN_DataFrame"
    case error = "CAN_ErrorFrame"
    case remote = "CAN_RemoteFrame"

    /// The kind whose channel, or member of a channel, has that name.
    init?(channelName name: String) {
        let first = name.prefix { $0 != "." }
        self.init(rawValue: String(first))
    }
}

/// The channels of a channel group that make a frame.
struct MDF4FrameLayout {
    /// The members that the reader uses, by their names.
    enum Member: String {
        case bus = "BusChannel"
        case identifier = "ID"
        case isExtended = "IDE"
        case lengthCode = "DLC"
        case length = "DataLength"
        case bytes = "DataBytes"
        case isFlexible = "EDL"
        case bitRateSwitch = "BRS"
        case errorState = "ESI"
    }

    /// The place where the bytes of variable length of a channel stand.
    enum ByteSource {
        /// In the record.
        case record
        /// In signal data, at the offset that the record has.
        case signalData(MDF4Block)
        /// In the records of another channel group with this record id, at such an offset.
        case records(identifier: UInt64)
    }

    let kind: MDF4FrameKind
    private(set) var bus: MDF4Channel?
    private(set) var identifier: MDF4Channel?
    private(set) var isExtended: MDF4Channel?
    private(set) var lengthCode: MDF4Channel?
    private(set) var length: MDF4Channel?
    private(set) var bytes: MDF4Channel?
    private(set) var isFlexible: MDF4Channel?
    private(set) var bitRateSwitch: MDF4Channel?
    private(set) var errorState: MDF4Channel?
    private(set) var byteSource = ByteSource.record
    /// The bus of frames whose records do not name it.
    private(set) var defaultBus: UInt64 = 0

    init(kind: MDF4FrameKind) {
        self.kind = kind
    }

    mutating func set(_ channel: MDF4Channel, for member: Member) {
        switch member {
        case .bus: bus = channel
        case .identifier: identifier = channel
        case .isExtended: isExtended = channel
        case .lengthCode: lengthCode = channel
        case .length: length = channel
        case .bytes: bytes = channel
        case .isFlexible: isFlexible = channel
        case .bitRateSwitch: bitRateSwitch = channel
        case .errorState: errorState = channel
        }
    }

    /// The bytes stand at that place.
    mutating func setByteSource(_ source: ByteSource) { byteSource = source }

    /// Frames whose records do not name a bus are of this one.
    mutating func setDefaultBus(_ number: UInt64) { defaultBus = number }
}

extension MDF4File {
    /// A link to a channel, and the kind of frame whose composition the channel is in.
    private struct ChannelLink {
        let index: Int
        let block: MDF4Block
        let kind: MDF4FrameKind?
    }

    /// Reads the channels of a channel group: the layout of its frames, and its master channel.
    mutating func channels(
        of group: MDF4Block,
        dataSize: Int,
        invalidationSize: Int
    ) -> (layout: MDF4FrameLayout?, clock: MDF4Clock?) {
        var layout: MDF4FrameLayout?
        var clock: MDF4Clock?
        // A list of links instead of a recursion: a damaged file can nest channels without bound.
        var links = [ChannelLink(index: 1, block: group, kind: nil)]
        while let link = links.popLast() {
            // A composition can also be an array; no member that the reader uses is in one.
            guard link.index != 1 || link.block.kind == .channelGroup || isComposition(link.block),
                let block = block(behindLink: link.index, of: link.block, .channel), use(block)
            else { continue }
            let name = text(behindLink: 2, of: block)
            let kind = link.kind ?? MDF4FrameKind(channelName: name)
            links.append(ChannelLink(index: 0, block: block, kind: link.kind))
            links.append(ChannelLink(index: 1, block: block, kind: kind))
            let type = bytes[block.body]
            if type == 2 || type == 3, bytes[block.body + 1] == 1 {
                let channel = channel(block)
                guard isInside(channel, block, dataSize, invalidationSize) else { continue }
                clock = MDF4Clock(channel)
                if clock == nil {
                    report("the form of the time is not supported", at: block.address)
                }
            } else if let kind {
                if layout == nil { layout = MDF4FrameLayout(kind: kind) }
                guard layout?.kind == kind else { continue }
                let last = name.split(separator: ".").last.map(String.init) ?? ""
                guard let member = MDF4FrameLayout.Member(rawValue: last) else { continue }
                let channel = channel(block)
                guard isInside(channel, block, dataSize, invalidationSize) else { continue }
                // Flag 1: no value of the channel is valid.
                guard number(at: block.body + 12, size: 4) & 1 == 0 else { continue }
                // The payload is bytes of the record, or an offset there: it is always stored.
                if member == .bytes, channel.form == .index { continue }
                layout?.set(channel, for: member)
                if member == .bytes, type == 1 {
                    layout?.setByteSource(byteSource(of: block))
                }
            }
        }
        return (layout, clock)
    }

    private func isComposition(_ block: MDF4Block) -> Bool {
        guard let address = Int(exactly: target(ofLink: 1, of: block)) else { return true }
        let isArray = address < bytes.count && number(at: address, size: 4) == 0x4143_2323
        return !isArray
    }

    private mutating func isInside(
        _ channel: MDF4Channel,
        _ block: MDF4Block,
        _ dataSize: Int,
        _ invalidationSize: Int
    ) -> Bool {
        let bit = channel.invalidationBit ?? -1
        let isInside = channel.fits(in: dataSize) && (bit < 0 || bit / 8 < invalidationSize)
        if !isInside { report("the channel lies beyond the end of its record", at: block.address) }
        return isInside
    }

    /// The place of the bytes of a channel of variable length.
    private func byteSource(of channel: MDF4Block) -> MDF4FrameLayout.ByteSource {
        let target = Int(clamping: target(ofLink: 5, of: channel))
        guard target < bytes.count, kind(at: target) == .channelGroup else {
            return .signalData(channel)
        }
        let links = number(at: target + 16, size: 8)
        guard links < UInt64(bytes.count / 8) else { return .signalData(channel) }
        let body = target + MDF4Block.headSize + 8 * Int(links)
        return .records(identifier: number(at: body, size: 8))
    }
}
