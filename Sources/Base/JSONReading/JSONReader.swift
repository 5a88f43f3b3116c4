/// Reads a JSON text (RFC 8259) value by value from its bytes. Numbers are handed out as they are
/// written, so that 64-bit ids stay exact.
///
/// It is for whole files (routes, objects, tiles): it owns the bytes, makes strings, and names in each
/// error what it expected and where. Lines of gpsd have a reader of their own, `JSONObjectScanner` in
/// Positioning: on the way from fix to frame nothing may be allocated, and gpsd writes numbers such as
/// `nan` that JSON does not have. One reader for both would allocate there or accept `nan` here.
public struct JSONReader: Sendable {
    /// A missing part of the text, with its byte.
    public struct Failure: Error, Sendable {
        /// The expected part.
        public let expected: String
        /// The byte, counted from 0.
        public let at: Int

        /// A failure of what reads values of its own.
        public init(expected: String, at: Int) {
            self.expected = expected
            self.at = at
        }
    }

    /// How deep brackets may be nested: far more than any tile or route needs, and far less than the stack.
    public static var deepest: Int { 64 }

    /// The line of a byte of a text, from 1.
    /// - Parameters:
    ///   - byte: The byte, from 0.
    ///   - bytes: The text.
    ///   - known: A byte before it with its line: the lines up to there are not counted again.
    public static func line(
        of byte: Int, in bytes: [UInt8], after known: (byte: Int, line: Int) = (0, 1)
    ) -> Int {
        var line = known.line
        for index in known.byte..<max(known.byte, min(byte, bytes.count))
        where bytes[index] == 0x0A { line += 1 }
        return line
    }

    private let bytes: [UInt8]
    /// The byte that is read next.
    public private(set) var at: Int

    /// Begins to read at a byte.
    public init(_ bytes: [UInt8], at start: Int = 0) {
        self.bytes = bytes
        at = start
    }

    /// Takes an opening bracket or brace.
    public mutating func open(_ bracket: Unicode.Scalar) throws(Failure) {
        skipBlanks()
        guard take(UInt8(ascii: bracket)) else { throw Failure(expected: "'\(bracket)'", at: at) }
    }

    /// Whether an object begins here.
    public mutating func isAtObject() -> Bool {
        skipBlanks()
        return at < bytes.count && bytes[at] == UInt8(ascii: "{")
    }

    /// Whether an array begins here.
    public mutating func isAtArray() -> Bool {
        skipBlanks()
        return at < bytes.count && bytes[at] == UInt8(ascii: "[")
    }

    /// Goes to the next member's value and returns its key; `nil` behind the last one.
    public mutating func nextMember(_ isFirst: inout Bool) throws(Failure) -> String? {
        guard try nextItem(&isFirst, closing: "}") else { return nil }
        let key = try string()
        skipBlanks()
        guard take(UInt8(ascii: ":")) else { throw Failure(expected: "':'", at: at) }
        return key
    }

    /// Goes to the next element of an array; false behind the last one.
    public mutating func nextElement(_ isFirst: inout Bool) throws(Failure) -> Bool {
        try nextItem(&isFirst, closing: "]")
    }

    /// The text of a string, a number or a truth value as it is written, `nil` for null; the scalars of
    /// an array with commas in between, as the services print lists.
    public mutating func text() throws(Failure) -> String? {
        skipBlanks()
        guard at < bytes.count, bytes[at] == UInt8(ascii: "[") else { return try scalar() }
        try open("[")
        var isFirst = true
        var text = ""
        while true {
            let isBehindAnother = !isFirst
            guard try nextElement(&isFirst) else { return text }
            if isBehindAnother { text += "," }
            text += try scalar() ?? "null"
        }
    }

    /// A number, and nothing else: neither a string of digits nor an array of one number.
    public mutating func number() throws(Failure) -> Double {
        skipBlanks()
        let start = at
        let isNumber = at < bytes.count && (bytes[at] == UInt8(ascii: "-") || isDigit(bytes[at]))
        guard isNumber, let text = try scalar(), let number = Double(text), number.isFinite else {
            throw Failure(expected: "a number", at: start)
        }
        return number
    }

    /// Goes over a value of any kind.
    public mutating func skip(depth: Int = 0) throws(Failure) {
        guard depth < Self.deepest else {
            throw Failure(expected: "at most \(Self.deepest) nested brackets", at: at)
        }
        skipBlanks()
        var isFirst = true
        switch at < bytes.count ? bytes[at] : 0 {
        case UInt8(ascii: "{"):
            at += 1
            while try nextMember(&isFirst) != nil { try skip(depth: depth + 1) }
        case UInt8(ascii: "["):
            at += 1
            while try nextElement(&isFirst) { try skip(depth: depth + 1) }
        default: _ = try scalar()
        }
    }

    /// Makes sure that nothing follows.
    public mutating func finish() throws(Failure) {
        skipBlanks()
        guard at == bytes.count else { throw Failure(expected: "the end of the file", at: at) }
    }

    private mutating func nextItem(
        _ isFirst: inout Bool,
        closing: Unicode.Scalar
    ) throws(Failure) -> Bool {
        skipBlanks()
        if take(UInt8(ascii: closing)) { return false }
        if !isFirst {
            guard take(UInt8(ascii: ",")) else {
                throw Failure(expected: "',' or '\(closing)'", at: at)
            }
            skipBlanks()
        }
        isFirst = false
        return true
    }

    private mutating func skipBlanks() {
        while at < bytes.count,
            bytes[at] == 0x20 || bytes[at] == 0x0A || bytes[at] == 0x0D || bytes[at] == 0x09
        { at += 1 }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard at < bytes.count, bytes[at] == byte else { return false }
        at += 1
        return true
    }

    private mutating func scalar() throws(Failure) -> String? {
        skipBlanks()
        if at < bytes.count, bytes[at] == UInt8(ascii: "\"") { return try string() }
        let start = at
        while at < bytes.count, isWordByte(bytes[at]) { at += 1 }
        let word = String(decoding: bytes[start..<at], as: UTF8.self)
        switch word {
        case "null": return nil
        case "true", "false": return word
        default:
            guard isNumber(bytes[start..<at]) else {
                at = start
                throw Failure(expected: "a value", at: start)
            }
            return word
        }
    }

    private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."), 0x30...0x39, 0x41...0x5A,
            0x61...0x7A:
            true
        default: false
        }
    }

    /// RFC 8259, 6.
    private func isNumber(_ word: ArraySlice<UInt8>) -> Bool {
        var rest = word
        func digits() -> Int {
            let count = rest.prefix(while: isDigit).count
            rest = rest.dropFirst(count)
            return count
        }
        if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
        let startsWithZero = rest.first == 0x30
        let whole = digits()
        guard whole > 0, !startsWithZero || whole == 1 else { return false }
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            guard digits() > 0 else { return false }
        }
        if let exponent = rest.first, exponent | 0x20 == UInt8(ascii: "e") {
            rest.removeFirst()
            if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") {
                rest.removeFirst()
            }
            guard digits() > 0 else { return false }
        }
        return rest.isEmpty
    }
}

// Strings.
extension JSONReader {
    private mutating func string() throws(Failure) -> String {
        skipBlanks()
        guard take(UInt8(ascii: "\"")) else { throw Failure(expected: "a string", at: at) }
        let start = at
        // Most strings have no escapes and are taken as they are.
        while at < bytes.count, bytes[at] >= 0x20, bytes[at] != UInt8(ascii: "\""),
            bytes[at] != UInt8(ascii: "\\")
        { at += 1 }
        var text = Array(bytes[start..<at])
        while at < bytes.count {
            let byte = bytes[at]
            switch byte {
            case UInt8(ascii: "\""):
                at += 1
                guard let string = String(validating: text, as: UTF8.self) else {
                    throw Failure(expected: "UTF-8", at: start)
                }
                return string
            case UInt8(ascii: "\\"):
                at += 1
                text.append(contentsOf: String(try escaped()).utf8)
            case 0..<0x20: throw Failure(expected: "no control character in a string", at: at)
            default:
                text.append(byte)
                at += 1
            }
        }
        throw Failure(expected: "the end of a string", at: at)
    }

    private mutating func escaped() throws(Failure) -> Unicode.Scalar {
        let start = at - 1
        let byte = at < bytes.count ? bytes[at] : 0
        at += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            let unit = try hexadecimal()
            if let scalar = Unicode.Scalar(unit) { return scalar }
            // A pair of surrogates stands for one character.
            guard unit < 0xDC00, take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else {
                throw Failure(expected: "a character", at: start)
            }
            let low = try hexadecimal()
            guard (0xDC00...0xDFFF).contains(low),
                let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
            else { throw Failure(expected: "a character", at: start) }
            return scalar
        default: throw Failure(expected: "an escape of JSON", at: start)
        }
    }

    private mutating func hexadecimal() throws(Failure) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard at < bytes.count, let digit = Character(Unicode.Scalar(bytes[at])).hexDigitValue
            else { throw Failure(expected: "four hexadecimal digits", at: at) }
            value = value << 4 | UInt32(digit)
            at += 1
        }
        return value
    }
}
