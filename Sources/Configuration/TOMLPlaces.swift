/// A place in a text, both counted from 1, columns in characters (Unicode scalars).
struct TextPlace: Sendable, Hashable, Comparable {
    var line = 1
    var column = 1

    static func < (left: TextPlace, right: TextPlace) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}

/// Where the keys and values of a TOML document stand.
///
/// TOMLKit says where a syntax error is and nothing of where a value was. This walks over a document
/// that TOMLKit has accepted and notes the places; it checks nothing itself, and what it cannot follow
/// simply has no place.
struct TOMLPlaces {
    /// A key with the tables that it is in; elements of lists are named by their number.
    typealias Path = [String]

    private var keys: [Path: TextPlace] = [:]
    private var values: [Path: TextPlace] = [:]

    private let bytes: [UInt8]
    private var index = 0
    private var place = TextPlace()
    private var arrayTables: [Path: Int] = [:]

    /// Walks over a document.
    init(_ text: String) {
        bytes = Array(text.utf8)
        readDocument()
    }

    /// Where a key stands, or the table nearest to it that has a place.
    func key(_ path: Path) -> TextPlace { nearest(path, in: keys) }

    /// Where a value stands, or else its key.
    func value(_ path: Path) -> TextPlace { values[path] ?? key(path) }

    private func nearest(_ path: Path, in places: [Path: TextPlace]) -> TextPlace {
        var path = path
        while !path.isEmpty {
            if let place = places[path] { return place }
            path.removeLast()
        }
        return TextPlace()
    }

    // MARK: Reading

    private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func advance(_ count: Int = 1) {
        for _ in 0..<count where index < bytes.count {
            if bytes[index] == UInt8(ascii: "\n") {
                place = TextPlace(line: place.line + 1, column: 1)
            } else if bytes[index] & 0xC0 != 0x80 {
                place.column += 1
            }
            index += 1
        }
    }

    private func has(_ text: String) -> Bool { bytes[index...].starts(with: text.utf8) }

    private mutating func skip(while isSkipped: (UInt8) -> Bool) {
        while let next, isSkipped(next) { advance() }
    }

    private mutating func skipBlanks() { skip { $0 == UInt8(ascii: " ") || $0 == 0x09 } }

    private mutating func skipLines() {
        while let next {
            if next == UInt8(ascii: "#") {
                skip { $0 != UInt8(ascii: "\n") }
            } else if next <= UInt8(ascii: " ") {
                advance()
            } else {
                return
            }
        }
    }

    private mutating func readDocument() {
        var table: Path = []
        while true {
            skipLines()
            guard let next else { return }
            let start = index
            if next == UInt8(ascii: "[") {
                let isArray = has("[[")
                advance(isArray ? 2 : 1)
                table = readKeys(in: [], noting: true)
                if isArray {
                    let number = arrayTables[table, default: 0]
                    arrayTables[table] = number + 1
                    table.append("\(number)")
                }
                skip { $0 == UInt8(ascii: "]") }
            } else {
                readPair(in: table)
            }
            // Whatever this is, it is not to be read for ever.
            if index == start { advance() }
        }
    }

    private mutating func readPair(in table: Path) {
        let path = readKeys(in: table, noting: true)
        skipBlanks()
        guard next == UInt8(ascii: "=") else { return }
        advance()
        skipBlanks()
        readValue(of: path)
    }

    /// Reads a dotted key and notes where each of its parts is named first.
    private mutating func readKeys(in table: Path, noting: Bool) -> Path {
        var path = table
        while true {
            skipBlanks()
            let start = place
            path.append(readKey())
            if keys[path] == nil { keys[path] = start }
            skipBlanks()
            guard next == UInt8(ascii: ".") else { return path }
            advance()
        }
    }

    private mutating func readKey() -> String {
        let start = index
        if next == UInt8(ascii: "\"") || next == UInt8(ascii: "'") {
            readString()
            let end = max(start + 1, index - 1)
            return String(decoding: bytes[(start + 1)..<end], as: UTF8.self)
        }
        skip { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                || (0x61...0x7A).contains(byte) || byte == 0x2D || byte == 0x5F
        }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    private mutating func readString() {
        guard let quote = next else { return }
        let isBasic = quote == UInt8(ascii: "\"")
        let isLong = bytes[index...].starts(with: [quote, quote, quote])
        advance(isLong ? 3 : 1)
        while let next {
            if isBasic, next == UInt8(ascii: "\\") {
                advance(2)
            } else if next != quote {
                advance()
            } else if !isLong {
                advance()
                return
            } else if bytes[index...].starts(with: [quote, quote, quote]) {
                // Up to two more quotes belong to the text itself.
                skip { $0 == quote }
                return
            } else {
                advance()
            }
        }
    }

    private mutating func readValue(of path: Path) {
        values[path] = place
        switch next {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): readString()
        case UInt8(ascii: "["): readArray(of: path)
        case UInt8(ascii: "{"): readInlineTable(of: path)
        default:
            skip { byte in
                byte != UInt8(ascii: ",") && byte != UInt8(ascii: "]") && byte != UInt8(ascii: "}")
                    && byte != UInt8(ascii: "#") && byte != UInt8(ascii: "\n")
            }
        }
    }

    private mutating func readArray(of path: Path) {
        advance()
        var number = 0
        while true {
            skipLines()
            guard let next, next != UInt8(ascii: "]") else { break }
            let start = index
            readValue(of: path + ["\(number)"])
            number += 1
            skipLines()
            if self.next == UInt8(ascii: ",") { advance() }
            if index == start { return }
        }
        advance()
    }

    private mutating func readInlineTable(of path: Path) {
        advance()
        while true {
            skipLines()
            guard let next, next != UInt8(ascii: "}") else { break }
            let start = index
            readPair(in: path)
            skipLines()
            if self.next == UInt8(ascii: ",") { advance() }
            if index == start { return }
        }
        advance()
    }
}
