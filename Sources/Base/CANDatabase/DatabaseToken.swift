/// A piece of a DBC file, with its place.
struct DatabaseToken: Sendable, Hashable {
    enum Content: Sendable, Hashable {
        /// A name or a number: `BO_`, `1548`, `-0.5`, `0+`.
        case word(String)
        /// What stands in double quotes, its escapes resolved.
        case text(String)
        /// One of `: ; , | @ ( ) [ ]`.
        case sign(UInt8)
        /// The end of the file.
        case end
    }

    var content: Content
    var line: Int
    var column: Int
    /// Whether it is the first one of its line.
    var beginsLine: Bool

    func failure(_ problem: DatabaseSyntaxError.Problem) -> DatabaseSyntaxError {
        DatabaseSyntaxError(problem, line: line, column: column)
    }

    /// The token as an error names it.
    var name: String {
        switch content {
        case .word(let word): "'\(word)'"
        case .text: "a text"
        case .sign(let sign): "'\(Character(Unicode.Scalar(sign)))'"
        case .end: "the end of the file"
        }
    }

    var word: String? {
        if case .word(let word) = content { word } else { nil }
    }

    func isSign(_ sign: Unicode.Scalar) -> Bool { content == .sign(UInt8(ascii: sign)) }
}

/// Cuts bytes into tokens as they come. What is held between two bytes is the beginning of one word
/// or text, which has an upper bound.
struct DatabaseLexer: Sendable {
    /// Longer words and texts are refused: real names have 128 characters at most, real comments a
    /// few thousand.
    static let longestWord = 256
    static let longestText = 65_536

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private enum State: Sendable { case between, word, text, escape }

    private var state = State.between
    private var buffer: [UInt8] = []
    private var start = (line: 1, column: 1, beginsLine: true)
    private var line = 1
    private var column = 0
    private var beginsLine = true

    /// Takes one byte and appends the tokens that it completes, at most two.
    mutating func take(
        _ byte: UInt8,
        _ tokens: inout [DatabaseToken]
    ) throws(DatabaseSyntaxError) {
        column += 1
        switch state {
        case .between: try begin(byte, &tokens)
        case .word:
            if byte.isWord {
                try keep(byte, atMost: Self.longestWord)
            } else {
                endWord(&tokens)
                try begin(byte, &tokens)
            }
        case .text:
            switch byte {
            case UInt8(ascii: "\""): endText(&tokens)
            case UInt8(ascii: "\\"): state = .escape
            default: try keep(byte, atMost: Self.longestText)
            }
        case .escape:
            // Only quotes and backslashes are escaped; any other backslash is one.
            if byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
                try keep(UInt8(ascii: "\\"), atMost: Self.longestText)
            }
            try keep(byte, atMost: Self.longestText)
            state = .text
        }
        if byte == 0x0A {
            line += 1
            column = 0
            beginsLine = true
        }
    }

    /// Appends what is left, and the end.
    mutating func finish(_ tokens: inout [DatabaseToken]) throws(DatabaseSyntaxError) {
        switch state {
        case .between: break
        case .word: endWord(&tokens)
        case .text, .escape: throw failureAtStart(.unterminatedText)
        }
        column += 1
        mark()
        tokens.append(token(.end))
    }

    private mutating func begin(
        _ byte: UInt8,
        _ tokens: inout [DatabaseToken]
    ) throws(DatabaseSyntaxError) {
        switch byte {
        case 0x09, 0x0A, 0x0D, 0x20: return
        // The byte order mark that some editors put in front.
        case _ where line == 1 && column <= 3 && Self.byteOrderMark[column - 1] == byte: return
        case UInt8(ascii: "\""):
            mark()
            state = .text
        case _ where byte.isWord:
            mark()
            state = .word
            buffer.append(byte)
        case _ where byte.isSign:
            mark()
            tokens.append(token(.sign(byte)))
        default:
            mark()
            throw failureAtStart(.unexpectedByte(byte))
        }
    }

    private mutating func mark() {
        start = (line, column, beginsLine)
        beginsLine = false
    }

    private mutating func keep(_ byte: UInt8, atMost count: Int) throws(DatabaseSyntaxError) {
        guard buffer.count < count else { throw failureAtStart(.tooLong) }
        buffer.append(byte)
    }

    private mutating func endWord(_ tokens: inout [DatabaseToken]) {
        tokens.append(token(.word(String(decoding: buffer, as: UTF8.self))))
        buffer.removeAll(keepingCapacity: true)
        state = .between
    }

    private mutating func endText(_ tokens: inout [DatabaseToken]) {
        tokens.append(token(.text(String(databaseText: buffer))))
        buffer.removeAll(keepingCapacity: true)
        state = .between
    }

    private func token(_ content: DatabaseToken.Content) -> DatabaseToken {
        DatabaseToken(
            content: content,
            line: start.line,
            column: start.column,
            beginsLine: start.beginsLine
        )
    }

    private func failureAtStart(_ problem: DatabaseSyntaxError.Problem) -> DatabaseSyntaxError {
        DatabaseSyntaxError(problem, line: start.line, column: start.column)
    }
}

extension UInt8 {
    /// Letters, digits, and what numbers have beside them.
    fileprivate var isWord: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "+"), UInt8(ascii: "-"): true
        default: false
        }
    }

    fileprivate var isSign: Bool {
        switch self {
        case UInt8(ascii: ":"), UInt8(ascii: ";"), UInt8(ascii: ","), UInt8(ascii: "|"),
            UInt8(ascii: "@"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "["),
            UInt8(ascii: "]"):
            true
        default: false
        }
    }
}

extension String {
    /// A text of a DBC file: UTF-8 or, where it is not, ISO 8859-1, in which the format's own tools
    /// have written for decades.
    fileprivate init(databaseText bytes: [UInt8]) {
        if let text = String(validating: bytes, as: UTF8.self) {
            self = text
        } else {
            self = ""
            for byte in bytes { unicodeScalars.append(Unicode.Scalar(byte)) }
        }
    }
}
