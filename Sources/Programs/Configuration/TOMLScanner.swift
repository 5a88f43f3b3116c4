/// Reads the pieces that TOML is made of: keys, texts, numbers, the blanks between them.
struct TOMLScanner {
    typealias SyntaxError = TOMLDocument.SyntaxError

    let bytes: [UInt8]
    var index = 0
    /// The bytes that lines begin at.
    private let lines: [Int]

    /// The deepest nesting of lists and inline tables; no setting needs more than one.
    private static let deepest = 32

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var lines = [0]
        for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
            lines.append(index + 1)
        }
        self.lines = lines
    }

    /// The byte at hand, `nil` at the end.
    var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    /// The place at hand.
    var place: TextPlace { place(of: index) }

    func place(of index: Int) -> TextPlace {
        var low = 0
        var high = lines.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if lines[middle] <= index { low = middle } else { high = middle }
        }
        let column = bytes[lines[low]..<min(index, bytes.count)].count { $0 & 0xC0 != 0x80 }
        return TextPlace(line: low + 1, column: column + 1)
    }

    func error(_ reason: String, at index: Int? = nil) -> SyntaxError {
        SyntaxError(place: place(of: index ?? self.index), reason: reason)
    }

    mutating func advance(_ count: Int = 1) { index = min(index + count, bytes.count) }

    func has(_ text: StaticString, at index: Int? = nil) -> Bool {
        bytes[(index ?? self.index)...].starts(with: "\(text)".utf8)
    }

    /// Refuses what is not UTF-8, and zeros.
    func checkEncoding() throws(SyntaxError) {
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        var place = TextPlace()
        while true {
            switch decoder.decode(&iterator) {
            case .emptyInput: return
            case .error, .scalarValue("\u{0}"):
                throw SyntaxError(place: place, reason: "not text in UTF-8")
            case .scalarValue("\n"): place = TextPlace(line: place.line + 1, column: 1)
            case .scalarValue: place.column += 1
            }
        }
    }

    func checkDepth(_ depth: Int) throws(SyntaxError) {
        guard depth < Self.deepest else {
            throw error("nested more than \(Self.deepest) deep")
        }
    }

    // MARK: Between things

    mutating func skipBlanks() {
        while next == UInt8(ascii: " ") || next == 0x09 { advance() }
    }

    /// Skips blanks, line ends and comments.
    mutating func skipBlankLines() throws(SyntaxError) {
        while true {
            skipBlanks()
            if next == UInt8(ascii: "#") { try skipComment() }
            guard skipLineEnd() else { return }
        }
    }

    /// Goes behind the end of the line; only a comment may stand before it.
    mutating func endLine() throws(SyntaxError) {
        skipBlanks()
        if next == UInt8(ascii: "#") { try skipComment() }
        guard skipLineEnd() || next == nil else {
            throw error("the end of the line is expected")
        }
    }

    mutating func expect(_ byte: StaticString, after what: String = "the name") throws(SyntaxError)
    {
        skipBlanks()
        guard has(byte) else { throw error("\(byte) is expected behind \(what)") }
        advance()
    }

    mutating func skipLineEnd() -> Bool {
        if next == UInt8(ascii: "\n") {
            advance()
            return true
        }
        guard has("\r\n") else { return false }
        advance(2)
        return true
    }

    private mutating func skipComment() throws(SyntaxError) {
        while let next, next != UInt8(ascii: "\n") {
            if has("\r\n") { return }
            guard !Self.isControl(next) else { throw error("a control character in a comment") }
            advance()
        }
    }

    /// Characters that stand nowhere. The tab is not one.
    static func isControl(_ byte: UInt8) -> Bool {
        byte < 0x20 && byte != 0x09 || byte == 0x7F
    }

    // MARK: Keys and bare values

    /// A part of a key.
    mutating func key() throws(SyntaxError) -> String {
        if next == UInt8(ascii: "\"") || next == UInt8(ascii: "'") {
            guard !has("\"\"\""), !has("'''") else { throw error("a key is one line") }
            return try text()
        }
        let start = index
        while let next, Self.isBare(next) { advance() }
        guard index > start else { throw error("a key is expected") }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    private static func isBare(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
            || (0x61...0x7A).contains(byte) || byte == 0x2D || byte == 0x5F
    }

    /// A value that is neither in quotes nor in brackets.
    mutating func bareValue() throws(SyntaxError) -> SettingValue {
        let start = index
        while let next, !" \t\r\n,]}#".utf8.contains(next) { advance() }
        let word = String(decoding: bytes[start..<index], as: UTF8.self)
        guard !word.isEmpty else { throw error("a value is expected") }
        guard let value = TOMLNumber.value(of: word) else {
            throw error("\(SettingValue.text(word).shortText) is no value", at: start)
        }
        // A date and a time may have a blank between them.
        if value == .other("a date"), next == UInt8(ascii: " "), index + 3 < bytes.count,
            bytes[index + 3] == UInt8(ascii: ":")
        {
            advance()
            _ = try bareValue()
        }
        return value
    }
}
