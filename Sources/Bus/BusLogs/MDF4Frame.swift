import CANFrames

/// The reason why a record is no frame.
struct MDF4RecordError: Error {
    let text: String
}

extension MDF4FrameLayout {
    /// The lengths of the codes from 9 of CAN FD. ISO 11898-1, table of DLC codes.
    private static let flexibleLengths = [12, 16, 20, 24, 32, 48, 64]

    /// The frame of a record. `strings` has the bytes of variable length.
    func frame(
        of record: MDF4Record,
        nanoseconds: Int64,
        strings: MDF4RecordData
    ) throws(MDF4RecordError) -> LoggedFrame {
        let number = bus == nil ? defaultBus : value(bus, record)
        // The name of an interface has at most 15 characters.
        guard let number, number <= UInt32.max else {
            throw MDF4RecordError(text: "the bus channel of the frame is not valid")
        }
        var frame = LoggedFrame(
            nanoseconds: nanoseconds, interface: "can\(number)",
            content: .error(CANErrorFrame(classes: 0x80, details: 0, length: 8)))
        switch kind {
        case .error: break
        case .remote:
            let length = min(value(lengthCode, record) ?? value(length, record) ?? 0, 8)
            frame.content = .remote(try busIdentifier(of: record), length: Int(length))
        case .data:
            let data = try dataFrame(of: record, strings)
            frame.content = .data(data)
            if data.isFD {
                let bits = isSet(bitRateSwitch, record) ? 1 : 0 as UInt8
                frame.flags = 4 | bits | (isSet(errorState, record) ? 2 : 0)
            }
        }
        return frame
    }

    private func value(_ channel: MDF4Channel?, _ record: MDF4Record) -> UInt64? {
        channel.flatMap { $0.natural(of: record) }
    }

    private func isSet(_ channel: MDF4Channel?, _ record: MDF4Record) -> Bool {
        value(channel, record) ?? 0 != 0
    }

    private func busIdentifier(
        of record: MDF4Record
    ) throws(MDF4RecordError) -> CANIdentifier {
        guard let stored = value(identifier, record) else {
            throw MDF4RecordError(text: "the frame has no identifier")
        }
        // Some writers set bit 31 for an identifier of 29 bits.
        let bits = UInt32(truncatingIfNeeded: stored & 0x1FFF_FFFF)
        let isMarked = stored & 0x8000_0000 != 0
        let isLong =
            value(isExtended, record).map { $0 != 0 || isMarked } ?? (isMarked || bits > 0x7FF)
        guard stored <= UInt32.max, stored & 0x6000_0000 == 0,
            let result = isLong ? CANIdentifier(extended: bits) : CANIdentifier(base: bits)
        else {
            throw MDF4RecordError(text: "the identifier of the frame is too large")
        }
        return result
    }

    private func dataFrame(
        of record: MDF4Record,
        _ strings: MDF4RecordData
    ) throws(MDF4RecordError) -> CANFrame {
        let identifier = try busIdentifier(of: record)
        var start = 0
        var capacity = 0
        var isString = false
        if let bytes {
            if case .record = byteSource {
                start = record.start + bytes.firstByte
                capacity = bytes.byteCount
            } else {
                guard let place = strings.byteString(at: bytes.bits(of: record)) else {
                    throw MDF4RecordError(text: "the data bytes of the frame are missing")
                }
                start = place.lowerBound
                capacity = place.count
                isString = true
            }
        }
        let code = value(lengthCode, record)
        let isFlexible = value(isFlexible, record).map { $0 != 0 }
        var count = Int(clamping: value(length, record) ?? UInt64.max)
        if length == nil, let code, !isString {
            let index = Int(clamping: code) - 9
            let isLong = isFlexible ?? (capacity > 8)
            count =
                index < 0 ? Int(code) : !isLong ? 8 : index < 7 ? Self.flexibleLengths[index] : 64
        } else if length == nil {
            count = capacity
        }
        guard count <= capacity else {
            throw MDF4RecordError(text: "the record has fewer data bytes than the frame")
        }
        let isFD = isFlexible ?? (count > 8)
        guard var frame = CANFrame(identifier: identifier, length: count, isFD: isFD) else {
            throw MDF4RecordError(text: "no frame has \(count) bytes")
        }
        for index in 0..<count {
            let byte = start + index
            frame.bytes[index] = isString ? strings.bytes[byte] : record.bytes[byte]
        }
        return frame
    }
}
