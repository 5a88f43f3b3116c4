/// The tokens of one statement of a DBC file, read from the front.
struct DatabaseStatement {
    private let tokens: [DatabaseToken]
    private var place = 0

    /// A statement of at least one token.
    init(_ tokens: [DatabaseToken], end: DatabaseToken) {
        self.tokens = tokens + [end]
    }

    /// The token that comes next. The last one, which ends the statement, stays: it is `;`, or the end
    /// of the file, or the keyword of the next statement, and so never a text or a number.
    var next: DatabaseToken { tokens[place] }

    var isAtEnd: Bool { place == tokens.count - 1 }

    mutating func skip() { place += 1 }

    mutating func skip(_ sign: Unicode.Scalar) -> Bool {
        guard next.isSign(sign) else { return false }
        place += 1
        return true
    }

    mutating func skip(word: String) -> Bool {
        guard next.word == word else { return false }
        place += 1
        return true
    }

    func failure(_ problem: DatabaseSyntaxError.Problem) -> DatabaseSyntaxError {
        next.failure(problem)
    }

    func expected(_ what: String) -> DatabaseSyntaxError {
        failure(.expected(what, found: next.name))
    }

    mutating func sign(_ sign: Unicode.Scalar) throws(DatabaseSyntaxError) {
        guard skip(sign) else { throw expected("'\(Character(sign))'") }
    }

    mutating func word(_ what: String) throws(DatabaseSyntaxError) -> String {
        guard let word = next.word else { throw expected(what) }
        place += 1
        return word
    }

    /// A name: letters, digits and underscores, no digit in front.
    mutating func name(_ what: String) throws(DatabaseSyntaxError) -> String {
        guard !isAtEnd, let word = next.word, word.isName else { throw expected(what) }
        place += 1
        return word
    }

    mutating func text(_ what: String) throws(DatabaseSyntaxError) -> String {
        guard case .text(let text) = next.content else { throw expected(what) }
        place += 1
        return text
    }

    mutating func integer(
        _ what: String,
        in range: ClosedRange<Int64>
    ) throws(DatabaseSyntaxError) -> Int64 {
        guard let word = next.word, let number = Int64(word) else { throw expected(what) }
        guard range.contains(number) else { throw failure(.outOfRange(word, range)) }
        place += 1
        return number
    }

    /// A raw number, negative ones as their bits.
    mutating func raw(_ what: String) throws(DatabaseSyntaxError) -> UInt64 {
        guard let word = next.word,
            let number = UInt64(word) ?? Int64(word).map({ UInt64(bitPattern: $0) })
        else { throw expected(what) }
        place += 1
        return number
    }

    mutating func decimal(_ what: String) throws(DatabaseSyntaxError) -> Double {
        // Words such as "0x1p3" are numbers to Swift, but not to a DBC.
        guard let word = next.word, word.isNumeral, let number = Double(word),
            number.isFinite
        else { throw expected(what) }
        place += 1
        return number
    }
}

// A word has letters, digits and `_ . + -` alone, and of these in ASCII digits and `. + -` come first.
extension String {
    fileprivate var isName: Bool {
        guard let first = utf8.first, first > UInt8(ascii: "9") else { return false }
        return utf8.allSatisfy { $0 >= UInt8(ascii: "0") }
    }

    fileprivate var isNumeral: Bool {
        utf8.allSatisfy {
            $0 <= UInt8(ascii: "9") || $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E")
        }
    }
}
