/// A channel group: the records of one kind.
struct MDF4ChannelGroup {
    let address: Int
    /// The record id, which precedes the records where several groups share the data.
    let identifier: UInt64
    /// The number of records that the file states.
    let recordCount: UInt64
    /// Whether the records are byte strings of variable length, which another group refers to.
    let isVariableLength: Bool
    /// The bytes of a record without its record id and invalidation bytes.
    let dataSize: Int
    let invalidationSize: Int
    /// The channels of a frame, `nil` where the records are no frames.
    let layout: MDF4FrameLayout?
    let clock: MDF4Clock?
    /// The address of the channel group whose records have the times of these.
    let master: UInt64?
}

/// A data group: channel groups, and the data in which their records stand.
struct MDF4DataGroup {
    let block: MDF4Block
    /// The bytes of the record id in front of each record; 0 where one channel group has all records.
    let identifierSize: Int
    let groups: [MDF4ChannelGroup]
}

extension MDF4File {
    /// Reads all frames. Returns the start of the log in nanoseconds since 1970; `nil` where it cannot be read.
    mutating func read(into frames: inout MDF4MergedFrames) -> Int64? {
        guard checkIdentification(),
            let header = block(at: 64, [.header]), use(header)
        else { return nil }
        // Time zone and local time (flag 1) do not change the number: the header has UTC, or a
        // local time whose zone the file does not name.
        let start = Int64(bitPattern: number(at: header.body, size: 8))
        let groups = dataGroups(of: header)
        var reader = MDF4FrameReader(start: start, groups: groups)
        for group in groups where group.groups.contains(where: { $0.layout != nil }) {
            reader.read(group, of: &self, into: &frames)
        }
        return start == 0 ? nil : start
    }

    /// Checks the 64 bytes at the start of the file.
    private mutating func checkIdentification() -> Bool {
        guard bytes.count >= 64,
            bytes.starts(with: "MDF     ".utf8) || bytes.starts(with: "UnFinMF ".utf8)
        else {
            report("the log is no MDF file", at: 0)
            return false
        }
        let version = number(at: 28, size: 2)
        guard (400..<500).contains(version) else {
            report("the MDF version \(version) is not supported, expected 400 to 499", at: 28)
            return false
        }
        return true
    }

    private mutating func dataGroups(of header: MDF4Block) -> [MDF4DataGroup] {
        var groups: [MDF4DataGroup] = []
        var parent = header
        // The first link of a header leads to the first data group, of a data group to the next.
        while let block = block(behindLink: 0, of: parent, .dataGroup), use(block) {
            let size = bytes[block.body]
            let channelGroups = channelGroups(of: block)
            if [0, 1, 2, 4, 8].contains(size) {
                groups.append(
                    MDF4DataGroup(block: block, identifierSize: Int(size), groups: channelGroups))
            } else {
                report("no record id has \(size) bytes", at: block.body)
            }
            parent = block
        }
        return groups
    }

    private mutating func channelGroups(of dataGroup: MDF4Block) -> [MDF4ChannelGroup] {
        var groups: [MDF4ChannelGroup] = []
        var link = 1
        var parent = dataGroup
        while let block = block(behindLink: link, of: parent, .channelGroup), use(block) {
            groups.append(channelGroup(block))
            link = 0
            parent = block
        }
        return groups
    }

    private mutating func channelGroup(_ block: MDF4Block) -> MDF4ChannelGroup {
        let body = block.body
        let flags = number(at: body + 16, size: 2)
        let isVariableLength = flags & 1 != 0
        let dataSize = Int(number(at: body + 24, size: 4))
        let invalidationSize = Int(number(at: body + 28, size: 4))
        var (layout, clock): (MDF4FrameLayout?, MDF4Clock?) = (nil, nil)
        if !isVariableLength {
            (layout, clock) = channels(
                of: block, dataSize: dataSize, invalidationSize: invalidationSize)
        }
        if layout != nil, layout?.bus == nil {
            layout?.setDefaultBus(busNumber(of: block))
        }
        return MDF4ChannelGroup(
            address: block.address, identifier: number(at: body, size: 8),
            recordCount: number(at: body + 8, size: 8), isVariableLength: isVariableLength,
            dataSize: dataSize, invalidationSize: invalidationSize, layout: layout, clock: clock,
            master: flags & 8 != 0 ? target(ofLink: 6, of: block) : nil)
    }

    /// The number at the end of a name such as `CAN1`: of the acquisition, of its source, or of the
    /// source's path. 0 where none has one.
    private mutating func busNumber(of group: MDF4Block) -> UInt64 {
        var names = [text(behindLink: 2, of: group)]
        if let source = block(behindLink: 3, of: group, .source) {
            names.append(text(behindLink: 0, of: source))
            names.append(text(behindLink: 1, of: source))
        }
        for name in names {
            let digits = name.utf8.reversed().prefix { (0x30...0x39).contains($0) }.prefix(9)
            if digits.isEmpty { continue }
            return digits.reversed().reduce(0) { $0 * 10 + UInt64($1 - 0x30) }
        }
        return 0
    }
}
