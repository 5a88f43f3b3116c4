/// Reads the members of one JSON object (RFC 8259) without allocating: it hands out the byte ranges
/// of keys and values, and skips nested arrays and objects.
///
/// In nested values it checks strings and brackets, and no commas and colons.
///
/// It is for lines of gpsd, on the way from fix to frame: it does not allocate, and numbers as `printf`
/// writes them (`nan`, `-inf`) invalidate their member alone. `JSONReader` of JSONReading reads whole
/// files: it makes strings, checks everything and accepts JSON only.
struct JSONObjectScanner {
    /// A member's value.
    enum Value {
        /// The bytes between the quotation marks, escapes left as they are.
        case string(Range<Int>)
        /// The bytes of a number, not yet checked; also `nan` and `-inf`, as `printf` and
        /// JavaScript write them: these make their member invalid, not the object.
        case number(Range<Int>)
        /// `true`, `false` or `null`.
        case literal(Range<Int>)
        /// An array or an object, brackets included.
        case nested(Range<Int>)
    }

    /// One member of the object.
    struct Member {
        /// The bytes of the key between the quotation marks.
        let key: Range<Int>
        let value: Value
    }

    /// The error, and its byte.
    struct Failure: Error {
        let kind: InputProblem.Kind
        let offset: Int
    }

    private enum State { case start, members, end }

    private var state = State.start
    private var index = 0

    /// The next member; `nil` after the last one.
    mutating func next(in bytes: Span<UInt8>) throws(Failure) -> Member? {
        skipBlanks(bytes)
        switch state {
        case .end: return nil
        case .start:
            guard take(UInt8(ascii: "{"), bytes) else {
                throw Failure(kind: .notAnObject, offset: index)
            }
            state = .members
            skipBlanks(bytes)
            if take(UInt8(ascii: "}"), bytes) { return try finish(bytes) }
        case .members:
            if take(UInt8(ascii: "}"), bytes) { return try finish(bytes) }
            try expect(UInt8(ascii: ","), bytes)
            skipBlanks(bytes)
        }
        let key = try string(bytes)
        skipBlanks(bytes)
        try expect(UInt8(ascii: ":"), bytes)
        skipBlanks(bytes)
        return Member(key: key, value: try value(bytes))
    }

    private mutating func finish(_ bytes: Span<UInt8>) throws(Failure) -> Member? {
        state = .end
        skipBlanks(bytes)
        guard index == bytes.count else { throw broken }
        return nil
    }

    private var broken: Failure { Failure(kind: .brokenJSON, offset: index) }

    private mutating func skipBlanks(_ bytes: Span<UInt8>) {
        while index < bytes.count,
            bytes[index] == 0x20 || bytes[index] == 0x09
                || bytes[index] == 0x0D || bytes[index] == 0x0A
        { index += 1 }
    }

    private mutating func take(_ byte: UInt8, _ bytes: Span<UInt8>) -> Bool {
        guard index < bytes.count, bytes[index] == byte else { return false }
        index += 1
        return true
    }

    private mutating func expect(_ byte: UInt8, _ bytes: Span<UInt8>) throws(Failure) {
        guard take(byte, bytes) else { throw broken }
    }

    /// A string from its opening to its closing quotation mark.
    private mutating func string(_ bytes: Span<UInt8>) throws(Failure) -> Range<Int> {
        try expect(UInt8(ascii: "\""), bytes)
        let start = index
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                index += 1
                return start..<index - 1
            case UInt8(ascii: "\\"): index += 2
            case 0..<0x20: throw broken
            default: index += 1
            }
        }
        index = bytes.count
        throw broken
    }

    private mutating func value(_ bytes: Span<UInt8>) throws(Failure) -> Value {
        guard index < bytes.count else { throw broken }
        let start = index
        switch bytes[index] {
        case UInt8(ascii: "\""): return .string(try string(bytes))
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            try skipNested(bytes)
            return .nested(start..<index)
        case UInt8(ascii: "-"), 0x30...0x39:
            skipWord(bytes)
            return .number(start..<index)
        default:
            skipWord(bytes)
            let word = start..<index
            if bytes.holds("true", at: word) || bytes.holds("false", at: word)
                || bytes.holds("null", at: word)
            {
                return .literal(word)
            }
            if bytes.holds("nan", at: word) || bytes.holds("NaN", at: word)
                || bytes.holds("inf", at: word) || bytes.holds("Infinity", at: word)
            {
                return .number(word)
            }
            index = start
            throw broken
        }
    }

    private mutating func skipWord(_ bytes: Span<UInt8>) {
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."), 0x30...0x39, 0x41...0x5A,
                0x61...0x7A:
                index += 1
            default: return
            }
        }
    }

    private mutating func skipNested(_ bytes: Span<UInt8>) throws(Failure) {
        var depth = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                _ = try string(bytes)
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
            index += 1
            if depth == 0 { return }
        }
        throw broken
    }
}

extension Span<UInt8> {
    /// Whether the bytes of a range are those of a text.
    func holds(_ text: String, at range: Range<Int>) -> Bool {
        guard range.count == text.utf8.count else { return false }
        var index = range.lowerBound
        for byte in text.utf8 {
            guard self[index] == byte else { return false }
            index += 1
        }
        return true
    }

    /// The text of a range; bytes that are no UTF-8 are replaced. Allocates.
    func text(_ range: Range<Int>) -> String {
        var bytes: [UInt8] = []
        for index in range { bytes.append(self[index]) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
