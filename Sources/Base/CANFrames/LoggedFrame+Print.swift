extension LoggedFrame {
    /// Adds the frame's line to a text, without a line feed, as `candump -L` writes it: upper-case
    /// digits, six decimals (what is below a microsecond is cut off).
    public func print(into text: inout [UInt8]) {
        text.append(UInt8(ascii: "("))
        if nanoseconds < 0 { text.append(UInt8(ascii: "-")) }
        let microseconds = nanoseconds.magnitude / 1000
        text.appendDecimal(microseconds / 1_000_000, digits: 10)
        text.append(UInt8(ascii: "."))
        text.appendDecimal(microseconds % 1_000_000, digits: 6)
        text.append(UInt8(ascii: ")"))
        text.append(UInt8(ascii: " "))
        text.append(contentsOf: interface.utf8)
        text.append(UInt8(ascii: " "))
        switch content {
        case .data(let frame):
            text.appendHex(frame.identifier)
            text.append(UInt8(ascii: "#"))
            if frame.isFD {
                text.append(UInt8(ascii: "#"))
                text.appendHex(UInt64(flags), digits: 1)
            }
            for index in 0..<frame.length {
                text.appendHex(UInt64(frame.bytes[index]), digits: 2)
            }
        case .remote(let identifier, let length):
            text.appendHex(identifier)
            text.append(contentsOf: "#R".utf8)
            if length > 0 { text.appendDecimal(UInt64(length), digits: 1) }
        case .error(let error):
            text.appendHex(UInt64(error.classes) | 0x2000_0000, digits: 8)
            text.append(UInt8(ascii: "#"))
            for index in 0..<error.length {
                text.appendHex(error.details >> UInt64(56 - 8 * index) & 0xFF, digits: 2)
            }
        }
    }

    /// The frame's line, without a line feed.
    public var text: String {
        var bytes: [UInt8] = []
        print(into: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension CANIdentifier {
    /// The identifier as logs write it: three digits for 11 bits, eight for 29.
    public var text: String {
        var bytes: [UInt8] = []
        bytes.appendHex(self)
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension [UInt8] {
    fileprivate mutating func appendHex(_ identifier: CANIdentifier) {
        appendHex(UInt64(identifier.value), digits: identifier.isExtended ? 8 : 3)
    }

    fileprivate mutating func appendHex(_ value: UInt64, digits: Int) {
        for place in (0..<digits).reversed() {
            let digit = UInt8(truncatingIfNeeded: value >> UInt64(4 * place) & 0xF)
            append(digit < 10 ? 0x30 + digit : 0x41 + digit - 10)
        }
    }

    /// A decimal number with at least that many digits.
    fileprivate mutating func appendDecimal(_ value: UInt64, digits: Int) {
        var divisor: UInt64 = 1
        for _ in 1..<digits { divisor *= 10 }
        while value / divisor >= 10 { divisor *= 10 }
        while divisor > 0 {
            append(UInt8(truncatingIfNeeded: value / divisor % 10) + 0x30)
            divisor /= 10
        }
    }
}
