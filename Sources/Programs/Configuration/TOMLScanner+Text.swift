// Texts: in double quotes with escapes, in single ones without, each on one line or on many.
extension TOMLScanner {
    /// The text at hand, whichever of the four it is.
    mutating func text() throws(SyntaxError) -> String {
        let start = index
        let quote = bytes[index]
        let isBasic = quote == UInt8(ascii: "\"")
        let isLong = bytes[index...].starts(with: [quote, quote, quote])
        advance(isLong ? 3 : 1)
        if isLong { _ = skipLineEnd() }
        var result: [UInt8] = []
        while let next {
            if next == quote {
                guard isLong else {
                    advance()
                    return String(decoding: result, as: UTF8.self)
                }
                if let quotes = closingQuotes(quote) {
                    result.append(contentsOf: repeatElement(quote, count: quotes - 3))
                    advance(quotes)
                    return String(decoding: result, as: UTF8.self)
                }
                result.append(quote)
                advance()
            } else if next == UInt8(ascii: "\\"), isBasic {
                if isLong, try skipContinuation() { continue }
                result.append(contentsOf: try escape().utf8)
            } else if next == UInt8(ascii: "\n") || has("\r\n") {
                guard isLong else { break }
                result.append(UInt8(ascii: "\n"))
                _ = skipLineEnd()
            } else {
                guard !Self.isControl(next) else { throw error("a control character in a text") }
                result.append(next)
                advance()
            }
        }
        throw error("the text is not closed", at: start)
    }

    /// How many quotes end a text of many lines here: three, and up to two of its own before them.
    private func closingQuotes(_ quote: UInt8) -> Int? {
        var count = 0
        while count < 5, index + count < bytes.count, bytes[index + count] == quote { count += 1 }
        return count >= 3 ? count : nil
    }

    /// A backslash at the end of a line takes the line end away, and all blanks after it.
    private mutating func skipContinuation() throws(SyntaxError) -> Bool {
        let start = index
        advance()
        skipBlanks()
        guard skipLineEnd() else {
            index = start
            return false
        }
        repeat { skipBlanks() } while skipLineEnd()
        return true
    }

    private mutating func escape() throws(SyntaxError) -> String {
        let start = index
        advance()
        guard let letter = next else { throw error("the text is not closed", at: start) }
        advance()
        switch letter {
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "u"): return try scalar(4, from: start)
        case UInt8(ascii: "U"): return try scalar(8, from: start)
        default: throw error("no escape that TOML has", at: start)
        }
    }

    private mutating func scalar(_ digits: Int, from start: Int) throws(SyntaxError) -> String {
        let end = index + digits
        guard end <= bytes.count else { throw error("no character", at: start) }
        let text = String(decoding: bytes[index..<end], as: UTF8.self)
        // A sign would be read as part of the number.
        guard text.utf8.allSatisfy({ $0 != 0x2B && $0 != 0x2D }),
            let number = UInt32(text, radix: 16), let scalar = Unicode.Scalar(number)
        else { throw error("no character", at: start) }
        index = end
        return String(scalar)
    }
}
