/// The tokens of one statement of a DBC file, read from the front.
struct DatabaseStatement {
    private let tokens: [DatabaseToken]
    private var place = 0

    /// A statement of at least one token.
    init(_ tokens: [DatabaseToken], end: DatabaseToken) {
        self.tokens = tokens + [end]
    }

    /// The token that comes next; the last one stays.
    var next: DatabaseToken { tokens[min(place, tokens.count - 1)] }

    var isAtEnd: Bool { place >= tokens.count - 1 }

    mutating func skip() { place += 1 }

    mutating func skip(_ sign: Unicode.Scalar) -> Bool {
        guard !isAtEnd, next.isSign(sign) else { return false }
        place += 1
        return true
    }

    mutating func skip(word: String) -> Bool {
        guard !isAtEnd, next.word == word else { return false }
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
        guard !isAtEnd, let word = next.word else { throw expected(what) }
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
        guard !isAtEnd, case .text(let text) = next.content else { throw expected(what) }
        place += 1
        return text
    }

    mutating func integer(
        _ what: String,
        in range: ClosedRange<Int64>
    ) throws(DatabaseSyntaxError) -> Int64 {
        guard !isAtEnd, let word = next.word, let number = Int64(word) else { throw expected(what) }
        guard range.contains(number) else { throw failure(.outOfRange(word, range)) }
        place += 1
        return number
    }

    /// A raw number, negative ones as their bits.
    mutating func raw(_ what: String) throws(DatabaseSyntaxError) -> UInt64 {
        guard !isAtEnd, let word = next.word,
            let number = UInt64(word) ?? Int64(word).map({ UInt64(bitPattern: $0) })
        else { throw expected(what) }
        place += 1
        return number
    }

    mutating func decimal(_ what: String) throws(DatabaseSyntaxError) -> Double {
        // Words such as "nan" and "inf" are numbers to Swift, but not to a DBC.
        guard !isAtEnd, let word = next.word, word.isNumeral, let number = Double(word),
            number.isFinite
        else { throw expected(what) }
        place += 1
        return number
    }
}

extension String {
    fileprivate var isName: Bool {
        guard let first = utf8.first, !(0x30...0x39).contains(first) else { return false }
        return utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"): true
            default: false
            }
        }
    }

    fileprivate var isNumeral: Bool {
        utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, UInt8(ascii: "."), UInt8(ascii: "+"), UInt8(ascii: "-"),
                UInt8(ascii: "e"), UInt8(ascii: "E"):
                true
            default: false
            }
        }
    }
}
