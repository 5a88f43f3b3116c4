import CANFrames

extension ASCReader {
    /// Reads an event, from the field after its time. The frame has no time yet.
    mutating func readEvent(
        _ line: Span<UInt8>,
        _ fields: inout TextLogFields
    ) throws(TextLogError) -> LoggedFrame? {
        let first = fields.next(line)
        if line.matches(first, "CANFD") { return try readFlexibleEvent(line, &fields) }
        if line.matches(first, "CANXL") {
            throw TextLogError("expected a classical or CAN FD frame, not CANXL", at: first)
        }
        guard let channel = line.number(first, max: 0xFFFF) else { return nil }
        let second = fields.next(line)
        var frame = LoggedFrame(
            nanoseconds: 0, interface: channels.name(of: channel), content: .error(.busError))
        if line.matches(second, "ErrorFrame") { return frame }
        let direction = fields.next(line)
        if line.matches(direction, "TxRq") { return nil }
        guard line.matches(direction, "Rx") || line.matches(direction, "Tx") else {
            // Other events of a channel begin with a word: "1  Statistic: D 0 R 0".
            guard line.ascIdentifier(second, base: base) != nil else { return nil }
            throw TextLogError("expected the direction Rx or Tx", at: direction)
        }
        let identifier = try self.identifier(line, second)
        let kind = fields.next(line)
        let isData = line.matches(kind, "d")
        guard isData || line.matches(kind, "r") else {
            throw TextLogError("expected 'd' or 'r' after the direction", at: kind)
        }
        let code = fields.next(line)
        let number = line.number(code, base: base, max: 15)
        guard isData else {
            // Old versions write no length of a remote frame.
            let length = CANFrame.length(ofCode: Int(number ?? 0), isFD: false)
            frame.content = .remote(identifier, length: length)
            return frame
        }
        guard let number,
            let empty = CANFrame(
                identifier: identifier,
                length: CANFrame.length(ofCode: Int(number), isFD: false))
        else { throw TextLogError("expected a data length code of 0 to 15", at: code) }
        frame.content = .data(try fields.data(line, of: empty, base: base))
        return frame
    }

    /// Reads a line of the newer form, `CANFD`, which may also be a classical frame.
    private mutating func readFlexibleEvent(
        _ line: Span<UInt8>,
        _ fields: inout TextLogFields
    ) throws(TextLogError) -> LoggedFrame? {
        let first = fields.next(line)
        guard let channel = line.number(first, max: 0xFFFF) else {
            throw TextLogError("expected a channel number", at: first)
        }
        let direction = fields.next(line)
        if line.matches(direction, "TxRq") { return nil }
        guard line.matches(direction, "Rx") || line.matches(direction, "Tx") else {
            throw TextLogError("expected the direction Rx or Tx", at: direction)
        }
        var frame = LoggedFrame(
            nanoseconds: 0, interface: channels.name(of: channel), content: .error(.busError))
        let second = fields.next(line)
        if line.matches(second, "ErrorFrame") { return frame }
        let identifier = try self.identifier(line, second)
        // A symbolic name may come before the bit rate switch. It does not begin with a digit.
        if !line.beginsWithDigit(fields.peek(line)) { _ = fields.next(line) }
        let isSwitched = try bit(line, fields.next(line), "bit rate switch")
        let isPassive = try bit(line, fields.next(line), "error state indicator")
        let codeField = fields.next(line)
        guard let code = line.number(codeField, base: 16, max: 15) else {
            throw TextLogError("expected a data length code of 0 to f", at: codeField)
        }
        let lengthField = fields.next(line)
        guard let length = line.number(lengthField, max: 64),
            let empty = CANFrame(identifier: identifier, length: Int(length), isFD: true)
        else { throw TextLogError("no frame has that many bytes", at: lengthField) }
        let data = try fields.data(line, of: empty, base: base)
        // The message's duration and its length in bits come before the flags.
        _ = fields.next(line)
        _ = fields.next(line)
        let flags = line.number(fields.next(line), base: 16, max: 0xFFFF_FFFF)
        let isFD = isSwitched || isPassive || length > 8 || flags.map { $0 & 0x1000 != 0 } ?? true
        if isFD {
            frame.content = .data(data)
            frame.flags = 4 | (isSwitched ? 1 : 0) | (isPassive ? 2 : 0)
        } else if let flags, flags & 0x10 != 0 {
            let length = CANFrame.length(ofCode: Int(code), isFD: false)
            frame.content = .remote(identifier, length: length)
        } else {
            var classical = CANFrame(identifier: identifier, clampedLength: data.length)
            classical.bytes = data.bytes
            frame.content = .data(classical)
        }
        return frame
    }

    private func identifier(
        _ line: Span<UInt8>,
        _ field: Range<Int>
    ) throws(TextLogError) -> CANIdentifier {
        guard let identifier = line.ascIdentifier(field, base: base) else {
            throw TextLogError(
                "expected an identifier of 11 bits, or of 29 bits with an x at its end", at: field)
        }
        return identifier
    }

    private func bit(
        _ line: Span<UInt8>,
        _ field: Range<Int>,
        _ name: String
    ) throws(TextLogError) -> Bool {
        guard field.count == 1, let bit = line.number(field, max: 1) else {
            throw TextLogError("expected 0 or 1 as the \(name)", at: field)
        }
        return bit == 1
    }
}

extension Span<UInt8> {
    fileprivate func beginsWithDigit(_ field: Range<Int>) -> Bool {
        !field.isEmpty && (0x30...0x39).contains(self[field.lowerBound])
    }

    /// An identifier; `x` at its end makes it one of 29 bits.
    fileprivate func ascIdentifier(_ field: Range<Int>, base: UInt64) -> CANIdentifier? {
        guard !field.isEmpty else { return nil }
        let end = field.upperBound - 1
        let isExtended = self[end] | 0x20 == UInt8(ascii: "x")
        let digits = isExtended ? field.lowerBound..<end : field
        guard let value = number(digits, base: base, max: 0x1FFF_FFFF) else { return nil }
        return isExtended
            ? CANIdentifier(extended: UInt32(value)) : CANIdentifier(base: UInt32(value))
    }
}
