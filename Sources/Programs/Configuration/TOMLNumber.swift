/// Numbers, truth values and dates as TOML writes them.
enum TOMLNumber {
    /// The value of a word, `nil` where it is none.
    static func value(of word: String) -> SettingValue? {
        switch word {
        case "true": return .boolean(true)
        case "false": return .boolean(false)
        case "inf", "+inf": return .number(.infinity)
        case "-inf": return .number(-.infinity)
        case "nan", "+nan", "-nan": return .number(.nan)
        default: break
        }
        for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where word.hasPrefix(prefix) {
            return digits(word.dropFirst(2), radix: radix).flatMap { Int($0, radix: radix) }
                .map { .integer($0) }
        }
        return decimal(word) ?? date(word)
    }

    /// Digits without the underscores between them.
    private static func digits(_ text: Substring, radix: Int) -> String? {
        var result = ""
        var wasDigit = false
        for character in text {
            if character == "_" {
                guard wasDigit else { return nil }
                wasDigit = false
            } else {
                guard character.isASCII, let digit = character.hexDigitValue, digit < radix else {
                    return nil
                }
                result.append(character)
                wasDigit = true
            }
        }
        return wasDigit ? result : nil
    }

    private static func decimal(_ word: String) -> SettingValue? {
        var rest = word[...]
        let isNegative = rest.first == "-"
        if isNegative || rest.first == "+" { rest = rest.dropFirst() }
        let sign = isNegative ? "-" : ""
        let wholeEnd = rest.firstIndex { $0 == "." || $0 == "e" || $0 == "E" } ?? rest.endIndex
        guard let whole = digits(rest[..<wholeEnd], radix: 10),
            whole.count == 1 || whole.first != "0"
        else { return nil }
        rest = rest[wholeEnd...]
        // Whole numbers have 64 bits.
        guard !rest.isEmpty else { return Int(sign + whole).map { .integer($0) } }
        var text = sign + whole
        if rest.first == "." {
            let end = rest.firstIndex { $0 == "e" || $0 == "E" } ?? rest.endIndex
            let start = rest.index(after: rest.startIndex)
            guard let fraction = digits(rest[start..<end], radix: 10) else { return nil }
            text += "." + fraction
            rest = rest[end...]
        }
        if !rest.isEmpty {
            rest = rest.dropFirst()
            text += "e"
            if let sign = rest.first, sign == "-" || sign == "+" {
                text.append(sign)
                rest = rest.dropFirst()
            }
            guard let exponent = digits(rest, radix: 10) else { return nil }
            text += exponent
        }
        return Double(text).map { .number($0) }
    }

    /// Dates and times, by their look: no setting takes one.
    private static func date(_ word: String) -> SettingValue? {
        let shape = String(word.map { $0.isASCII && $0.isWholeNumber ? "0" : $0 })
        if shape.hasPrefix("0000-00-00") {
            return shape.count == 10 ? .other("a date") : .other("a date and time")
        }
        return shape.hasPrefix("00:00:00") ? .other("a time") : nil
    }
}
