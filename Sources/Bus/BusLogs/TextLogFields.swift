import CANFrames

/// A place in a line of a text log. It reads the line field by field; blanks separate fields.
struct TextLogFields {
    /// Where the next field is looked for.
    private(set) var place = 0

    /// A place at the start of a line, or behind some bytes of it.
    init(place: Int = 0) { self.place = place }

    /// Goes on at another place.
    mutating func move(to place: Int) { self.place = place }

    /// The next field; empty, at the line's end, where there is none.
    mutating func next(_ line: Span<UInt8>) -> Range<Int> {
        skipBlanks(line)
        let start = place
        while place < line.count, !isBlank(line[place]) { place += 1 }
        return start..<place
    }

    /// The next field, which stays the next one.
    func peek(_ line: Span<UInt8>) -> Range<Int> {
        var copy = self
        return copy.next(line)
    }

    /// Steps over blanks.
    mutating func skipBlanks(_ line: Span<UInt8>) {
        while place < line.count, isBlank(line[place]) { place += 1 }
    }

    private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }

    /// The data bytes of a frame, each a field in base 16 (one or two digits) or 10.
    mutating func data(
        _ line: Span<UInt8>,
        of frame: CANFrame,
        base: UInt64 = 16
    ) throws(TextLogError) -> CANFrame {
        var frame = frame
        for index in 0..<frame.length {
            let field = next(line)
            guard field.count <= (base == 16 ? 2 : 3),
                let byte = line.number(field, base: base, max: 0xFF)
            else {
                let digits = base == 16 ? "hexadecimal" : "decimal"
                throw TextLogError("expected \(frame.length) \(digits) data bytes", at: field)
            }
            frame.bytes[index] = UInt8(truncatingIfNeeded: byte)
        }
        return frame
    }
}

extension TextLogError {
    /// An error at a field.
    init(_ message: String, at field: Range<Int>) {
        self.init(message: message, column: field.lowerBound + 1)
    }
}

extension Span<UInt8> {
    /// Whether a field is a word, upper and lower case being the same.
    func matches(_ field: Range<Int>, _ word: String) -> Bool {
        let letters = word.utf8
        guard field.count == letters.count else { return false }
        return hasPrefix(field, word)
    }

    /// Whether a field begins with a word, upper and lower case being the same.
    func hasPrefix(_ field: Range<Int>, _ word: String) -> Bool {
        var place = field.lowerBound
        for letter in word.utf8 {
            guard place < field.upperBound, lowercased(self[place]) == lowercased(letter) else {
                return false
            }
            place += 1
        }
        return true
    }

    private func lowercased(_ byte: UInt8) -> UInt8 {
        (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
    }

    /// The number that a field is, without a sign, `nil` above the maximum, which is below 2^59.
    func number(_ field: Range<Int>, base: UInt64 = 10, max: UInt64) -> UInt64? {
        guard !field.isEmpty else { return nil }
        var value: UInt64 = 0
        for place in field {
            guard let digit = digit(at: place), digit < base else { return nil }
            value = value &* base &+ digit
            guard value <= max else { return nil }
        }
        return value
    }

    private func digit(at place: Int) -> UInt64? {
        switch self[place] {
        case let byte where (0x30...0x39).contains(byte): UInt64(byte - 0x30)
        case let byte where (0x41...0x46).contains(byte): UInt64(byte - 0x41 + 10)
        case let byte where (0x61...0x66).contains(byte): UInt64(byte - 0x61 + 10)
        default: nil
        }
    }

    /// The decimal number of a field, such as `-12.345678`, in nanoseconds; digits below a nanosecond are cut off.
    ///
    /// - Parameter unit: The nanoseconds of 1, a power of ten.
    func nanoseconds(_ field: Range<Int>, unit: Int64 = 1_000_000_000) -> Int64? {
        var place = field.lowerBound
        let isNegative = place < field.upperBound && self[place] == 0x2D
        if isNegative { place += 1 }
        let start = place
        var value: Int64 = 0
        var scale: Int64?
        while place < field.upperBound {
            let byte = self[place]
            if byte == 0x2E, scale == nil, place > start {
                scale = unit
                place += 1
                continue
            }
            guard (0x30...0x39).contains(byte) else { return nil }
            let digit = Int64(byte &- 0x30)
            if let current = scale {
                scale = current / 10
                guard add(digit * (current / 10), to: &value) else { return nil }
            } else {
                let (shifted, isShifted) = value.multipliedReportingOverflow(by: 10)
                value = shifted
                guard !isShifted, add(digit * unit, to: &value) else { return nil }
            }
            place += 1
        }
        guard place > start, self[place - 1] != 0x2E else { return nil }
        return isNegative ? 0 &- value : value
    }

    private func add(_ part: Int64, to value: inout Int64) -> Bool {
        let (sum, isOverflow) = value.addingReportingOverflow(part)
        value = sum
        return !isOverflow
    }
}

extension CANErrorFrame {
    /// An error frame of which the log has no details: CAN_ERR_BUSERROR of `linux/can/error.h`.
    static var busError: CANErrorFrame { CANErrorFrame(classes: 0x80, details: 0, length: 8) }
}

extension CANFrame {
    /// The number of data bytes of a DLC code, 0...15 (ISO 11898-1, table of DLC codes).
    static func length(ofCode code: Int, isFD: Bool) -> Int {
        guard code > 8 else { return Swift.max(code, 0) }
        guard isFD else { return 8 }
        switch code {
        case 9: return 12
        case 10: return 16
        case 11: return 20
        case 12: return 24
        case 13: return 32
        case 14: return 48
        default: return 64
        }
    }

    /// The DLC code of the frame.
    var lengthCode: Int {
        var code = 0
        while code < 15, CANFrame.length(ofCode: code, isFD: true) < length { code += 1 }
        return code
    }
}
