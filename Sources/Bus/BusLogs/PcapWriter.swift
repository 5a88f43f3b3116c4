import CANFrames

/// A writer of pcapng with link type LINKTYPE_CAN_SOCKETCAN and times of 1 ns, little-endian.
///
/// pcapng has the names of the interfaces; the older pcap has none. An interface is described before its first frame.
/// Times before 1970 become 1970, as pcapng has no negative times.
struct PcapWriter: BusLogWriter {
    private var indices: [String: Int] = [:]
    private var hasBegun = false

    mutating func write(_ frame: LoggedFrame, to bytes: inout [UInt8]) {
        begin(&bytes)
        let index = index(of: frame.interface, describedIn: &bytes)
        let isFD = if case .data(let data) = frame.content { data.isFD } else { false }
        // The kernel's captures have the whole structure, also for shorter frames.
        let count = isFD ? SocketCANLayout.flexibleSize : SocketCANLayout.classicalSize
        let time = UInt64(max(frame.nanoseconds, 0))
        bytes.append(UInt64(PcapFormat.BlockType.enhancedPacket), size: 4)
        bytes.append(UInt64(32 + count), size: 4)
        bytes.append(UInt64(index), size: 4)
        bytes.append(time >> 32, size: 4)
        bytes.append(time & 0xFFFF_FFFF, size: 4)
        bytes.append(UInt64(count), size: 4)
        bytes.append(UInt64(count), size: 4)
        let end = bytes.count + count
        append(frame, to: &bytes)
        bytes.appendZeros(end - bytes.count)
        bytes.append(UInt64(32 + count), size: 4)
    }

    mutating func finish(to bytes: inout [UInt8]) { begin(&bytes) }

    /// Section header: byte order, version 1.0, unknown length.
    private mutating func begin(_ bytes: inout [UInt8]) {
        guard !hasBegun else { return }
        hasBegun = true
        bytes.append(UInt64(PcapFormat.BlockType.section), size: 4)
        bytes.append(28, size: 4)
        bytes.append(UInt64(PcapFormat.byteOrderMagic), size: 4)
        bytes.append(1, size: 4)
        bytes.append(.max, size: 8)
        bytes.append(28, size: 4)
    }

    private mutating func index(
        of interface: String, describedIn bytes: inout [UInt8]
    ) -> Int {
        if let index = indices[interface] { return index }
        let index = indices.count
        indices[interface] = index
        let name = Array(interface.utf8.prefix(255))
        let padding = (4 - name.count % 4) % 4
        // Link type, no limit; options: name, resolution, end.
        let size = 20 + 4 + name.count + padding + 8 + 4
        bytes.append(UInt64(PcapFormat.BlockType.interface), size: 4)
        bytes.append(UInt64(size), size: 4)
        bytes.append(UInt64(PcapFormat.socketCAN), size: 4)
        bytes.append(0, size: 4)
        bytes.append(UInt64(PcapFormat.Option.interfaceName), size: 2)
        bytes.append(UInt64(name.count), size: 2)
        bytes.append(contentsOf: name)
        bytes.appendZeros(padding)
        bytes.append(UInt64(PcapFormat.Option.resolution), size: 2)
        bytes.append(1, size: 2)
        // 10^-9 s.
        bytes.append(contentsOf: [9, 0, 0, 0])
        bytes.append(0, size: 4)
        bytes.append(UInt64(size), size: 4)
        return index
    }

    private func append(_ frame: LoggedFrame, to bytes: inout [UInt8]) {
        typealias Layout = SocketCANLayout
        switch frame.content {
        case .data(let data):
            let flags = data.isFD ? frame.flags & 0xF | Layout.flexibleFlag : 0
            appendHeader(data.identifier.socketCANWord, data.length, flags, to: &bytes)
            for index in 0..<data.length { bytes.append(data.bytes[index]) }
        case .remote(let identifier, let length):
            let word = identifier.socketCANWord | Layout.remoteFlag
            appendHeader(word, min(max(length, 0), 8), 0, to: &bytes)
        case .error(let error):
            appendHeader(error.classes | Layout.errorFlag, error.length, 0, to: &bytes)
            bytes.append(error.details.byteSwapped, size: 8)
        }
    }

    private func appendHeader(
        _ word: UInt32, _ length: Int, _ flags: UInt8, to bytes: inout [UInt8]
    ) {
        bytes.append(UInt64(word.byteSwapped), size: 4)
        bytes.append(contentsOf: [UInt8(length), flags, 0, 0])
    }
}

extension CANIdentifier {
    /// The identifier with the kernel's flag of 29 bits.
    fileprivate var socketCANWord: UInt32 {
        isExtended ? value | SocketCANLayout.extendedFlag : value
    }
}
