/// Reads the cells of a row one after the other.
///
/// A cell may stand in quotation marks, with the delimiter within (RFC 4180); it ends in its line.
/// Doubled quotation marks within a cell stay double: no value that is read has one.
struct CSVFields {
    private static let quote = UInt8(ascii: "\"")

    /// The start of the next cell; `nil` after the last one.
    private var start: Int?
    private let delimiter: UInt8

    init(_ bytes: Span<UInt8>, delimiter: UInt8) {
        // Spreadsheets put a byte order mark before the header.
        let hasMark =
            bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF
        start = hasMark ? 3 : 0
        self.delimiter = delimiter
    }

    /// The delimiter of a header: the one of comma, semicolon and tab that it has most of; of two
    /// with the same number the earlier one.
    static func delimiter(of header: Span<UInt8>) -> UInt8 {
        var commas = 0
        var semicolons = 0
        var tabs = 0
        for index in header.indices {
            switch header[index] {
            case UInt8(ascii: ","): commas += 1
            case UInt8(ascii: ";"): semicolons += 1
            case 0x09: tabs += 1
            default: break
            }
        }
        if commas >= semicolons, commas >= tabs { return UInt8(ascii: ",") }
        return semicolons >= tabs ? UInt8(ascii: ";") : 0x09
    }

    /// The bytes of the next cell, without the blanks and the quotation marks around them.
    mutating func next(in bytes: Span<UInt8>) -> Range<Int>? {
        guard var first = start else { return nil }
        while first < bytes.count, isBlank(bytes[first]) { first += 1 }
        let mayQuote = first < bytes.count && bytes[first] == Self.quote
        var end = first
        var isQuoted = false
        while end < bytes.count, isQuoted || bytes[end] != delimiter {
            if mayQuote, bytes[end] == Self.quote { isQuoted.toggle() }
            end += 1
        }
        start = end < bytes.count ? end + 1 : nil
        trim(&first, &end, bytes)
        if end - first >= 2, bytes[first] == Self.quote, bytes[end - 1] == Self.quote {
            first += 1
            end -= 1
            trim(&first, &end, bytes)
        }
        return first..<end
    }

    private func trim(_ first: inout Int, _ end: inout Int, _ bytes: Span<UInt8>) {
        while first < end, isBlank(bytes[first]) { first += 1 }
        while end > first, isBlank(bytes[end - 1]) { end -= 1 }
    }

    /// Whether the line is more than blanks.
    static func hasContent(_ bytes: Span<UInt8>) -> Bool {
        for index in bytes.indices where bytes[index] != 0x20 && bytes[index] != 0x09 {
            return true
        }
        return false
    }

    /// A tab as delimiter is no blank.
    private func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || (byte == 0x09 && delimiter != 0x09)
    }
}
