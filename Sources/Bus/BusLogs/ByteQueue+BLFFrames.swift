import CANFrames

extension BLFObjectHeader {
    /// The most bytes of a frame behind the object header: CAN_FD_MESSAGE_64 with 64 bytes of data.
    private static let longestFrame = 40 + 64

    /// Whether it is a frame.
    var isFrame: Bool {
        typealias Kind = BLFFormat.ObjectType
        switch type {
        case Kind.message, Kind.message2, Kind.error, Kind.extendedError, Kind.flexibleMessage,
            Kind.flexibleMessage64:
            return true
        default: return false
        }
    }

    /// How many bytes from the object's start the frame needs.
    var neededSize: Int { min(size, headerSize + Self.longestFrame) }
}

/// A frame in a BLF object, before the channel gets its name.
struct BLFFrame {
    var nanoseconds: Int64
    var channel: Int
    var content: LoggedFrame.Content
    var flags: UInt8 = 0
}

extension ByteQueue {
    /// Reads the frame at the start of the queue, whose `neededSize` bytes must be there.
    func blfFrame(_ header: BLFObjectHeader, start: Int64) throws(BusLogProblem) -> BLFFrame {
        guard header.version == 1 || header.version == 2 else {
            throw BusLogProblem("the header version \(header.version) of the object is unknown")
        }
        guard header.headerSize >= BLFFormat.objectHeaderSize else {
            throw BusLogProblem("the header of the object is too short")
        }
        let time = try blfTime(start: start)
        let body = header.headerSize
        typealias Kind = BLFFormat.ObjectType
        switch header.type {
        case Kind.error:
            try requireBLF(8, header)
            let error = CANErrorFrame(classes: 0x80, details: 0, length: 8)
            let channel = Int(number(at: body, size: 2))
            return BLFFrame(nanoseconds: time, channel: channel, content: .error(error))
        case Kind.extendedError: return try blfError(header, time)
        case Kind.flexibleMessage: return try blfFlexible(header, time)
        case Kind.flexibleMessage64: return try blfFlexible64(header, time)
        default: return try blfClassical(header, time)
        }
    }

    private func requireBLF(
        _ count: Int, _ header: BLFObjectHeader
    ) throws(BusLogProblem) {
        guard header.neededSize - header.headerSize >= count else {
            throw BusLogProblem("the object is too short for a frame of type \(header.type)")
        }
    }

    /// The time stamp has units of 10 µs or of 1 ns, counted from the start of the measurement.
    private func blfTime(start: Int64) throws(BusLogProblem) -> Int64 {
        let unit: UInt64 = number(at: 16, size: 4) == 1 ? 10_000 : 1
        let (elapsed, isTooLate) = number(at: 24, size: 8).multipliedReportingOverflow(by: unit)
        // The sum of a signed and an unsigned number: where it overflows, it is less than the start.
        let time = start &+ Int64(truncatingIfNeeded: elapsed)
        guard !isTooLate, time >= start else {
            throw BusLogProblem("the time stamp is out of range")
        }
        return time
    }

    /// The identifier and its flag at an offset.
    private func blfIdentifier(at offset: Int) throws(BusLogProblem) -> CANIdentifier {
        let word = UInt32(truncatingIfNeeded: number(at: offset, size: 4))
        let identifier =
            word & BLFFormat.extendedFlag != 0
            ? CANIdentifier(extended: word & ~BLFFormat.extendedFlag) : CANIdentifier(base: word)
        guard let identifier else { throw BusLogProblem("the identifier is out of range") }
        return identifier
    }

    /// A data frame with the bytes at an offset. Bytes that the object does not have are 0, as in Vector's library.
    private func blfData(
        _ identifier: CANIdentifier, length: Int, isFD: Bool, at offset: Int, valid: Int
    ) -> LoggedFrame.Content {
        var frame = CANFrame(identifier: identifier, clampedLength: length, isFD: isFD)
        for index in 0..<max(0, min(frame.length, valid)) {
            frame.bytes[index] = self[offset + index]
        }
        return .data(frame)
    }

    /// CAN_MESSAGE and CAN_MESSAGE2: channel, flags, DLC, identifier, 8 bytes of data.
    private func blfClassical(
        _ header: BLFObjectHeader, _ time: Int64
    ) throws(BusLogProblem) -> BLFFrame {
        try requireBLF(16, header)
        let body = header.headerSize
        let identifier = try blfIdentifier(at: body + 4)
        let length = min(Int(self[body + 3]), 8)
        let isRemote = UInt64(self[body + 2]) & BLFFormat.remoteFlag != 0
        let content: LoggedFrame.Content =
            isRemote
            ? .remote(identifier, length: length)
            : blfData(identifier, length: length, isFD: false, at: body + 8, valid: 8)
        let channel = Int(number(at: body, size: 2))
        return BLFFrame(nanoseconds: time, channel: channel, content: content)
    }

    /// A frame of a CAN FD channel, which can also be a classical or a remote frame.
    private func blfFlexible(
        _ header: BLFObjectHeader, _ frame: BLFFlexibleFields, _ time: Int64
    ) throws(BusLogProblem) -> BLFFrame {
        let identifier = try blfIdentifier(at: frame.identifier)
        guard let length = BLFFormat.flexibleLength(dlc: frame.dlc) else {
            throw BusLogProblem("the DLC \(frame.dlc) is out of range")
        }
        let available = header.neededSize - frame.data
        var result = BLFFrame(
            nanoseconds: time, channel: frame.channel,
            content: .remote(identifier, length: min(length, 8))
        )
        guard !frame.isRemote else { return result }
        result.content = blfData(
            identifier, length: frame.isFD ? length : min(length, 8), isFD: frame.isFD,
            at: frame.data, valid: min(frame.valid, available)
        )
        if frame.isFD {
            result.flags = 4 | (frame.switchesRate ? 1 : 0) | (frame.isPassive ? 2 : 0)
        }
        return result
    }

    /// CAN_FD_MESSAGE: channel, flags, DLC, identifier, frame length, bit count, FD flags, valid bytes, 64 bytes.
    private func blfFlexible(
        _ header: BLFObjectHeader, _ time: Int64
    ) throws(BusLogProblem) -> BLFFrame {
        try requireBLF(20, header)
        let body = header.headerSize
        let flags = self[body + 13]
        let fields = BLFFlexibleFields(
            channel: Int(number(at: body, size: 2)), identifier: body + 4,
            dlc: Int(self[body + 3]), valid: Int(self[body + 14]), data: body + 20,
            isRemote: UInt64(self[body + 2]) & BLFFormat.remoteFlag != 0,
            isFD: flags & 1 != 0, switchesRate: flags & 2 != 0, isPassive: flags & 4 != 0
        )
        return try blfFlexible(header, fields, time)
    }

    /// CAN_FD_MESSAGE_64: channel, DLC, valid bytes, transmissions, identifier, frame length, flags, bit rates, times,
    /// bit count, direction, offset of additional data, CRC, data. The object has only the valid bytes.
    private func blfFlexible64(
        _ header: BLFObjectHeader, _ time: Int64
    ) throws(BusLogProblem) -> BLFFrame {
        try requireBLF(40, header)
        let body = header.headerSize
        let flags = number(at: body + 12, size: 4)
        // The offset counts from the start of the object; there the data of the frame end.
        let additional = Int(self[body + 35])
        let end = additional == 0 ? header.size : min(additional, header.size)
        let fields = BLFFlexibleFields(
            channel: Int(self[body]), identifier: body + 4, dlc: Int(self[body + 1]),
            valid: min(Int(self[body + 2]), end - body - 40), data: body + 40,
            isRemote: flags & 0x10 != 0, isFD: flags & 0x1000 != 0,
            switchesRate: flags & 0x2000 != 0, isPassive: flags & 0x4000 != 0
        )
        return try blfFlexible(header, fields, time)
    }

    /// CAN_ERROR_EXT: channel, length, flags, error code capture, position, DLC, frame length, identifier, more flags,
    /// data. Vector's programs fill in the findings of the controller. python-can and this project leave these 0 and
    /// write SocketCAN's error frame into identifier and data.
    private func blfError(
        _ header: BLFObjectHeader, _ time: Int64
    ) throws(BusLogProblem) -> BLFFrame {
        try requireBLF(32, header)
        let body = header.headerSize
        let word = UInt32(truncatingIfNeeded: number(at: body + 16, size: 4))
        let hasFindings =
            number(at: body + 2, size: 8) != 0 || number(at: body + 12, size: 4) != 0
            || number(at: body + 20, size: 2) != 0
        let error =
            hasFindings || word == 0
            ? CANErrorFrame(classes: 0x80, details: 0, length: 8)
            : CANErrorFrame(
                classes: word, details: bigEndianNumber(at: body + 24, size: 8),
                length: Int(self[body + 10])
            )
        let channel = Int(number(at: body, size: 2))
        return BLFFrame(nanoseconds: time, channel: channel, content: .error(error))
    }
}

/// The fields that the two objects for CAN FD have in common; `identifier` and `data` are offsets.
private struct BLFFlexibleFields {
    var channel: Int
    var identifier: Int
    var dlc: Int
    var valid: Int
    var data: Int
    var isRemote: Bool
    var isFD: Bool
    var switchesRate: Bool
    var isPassive: Bool
}
