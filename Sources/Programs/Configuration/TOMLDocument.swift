/// A place in a text, both counted from 1, columns in characters (Unicode scalars).
struct TextPlace: Sendable, Hashable, Comparable {
    var line = 1
    var column = 1

    static func < (left: TextPlace, right: TextPlace) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}

/// A TOML document (toml.io, v1.0.0) as its settings: each value with the tables it is in, and with
/// its place, which is what this reader is for. (TOMLKit, the reader that there is, has no places, and
/// ends the process by an assertion on some texts that are no TOML.)
///
/// Dates and times are read as far as it takes to say that they are none of ours.
struct TOMLDocument {
    /// A value that is no table.
    struct Entry {
        /// The tables and the key.
        let path: [String]
        let value: SettingValue
        /// Where the key stands.
        let keyPlace: TextPlace
        /// Where the value stands.
        let valuePlace: TextPlace
        /// Where the elements of a list stand.
        let elementPlaces: [TextPlace]
    }

    /// Why a text is no TOML.
    struct SyntaxError: Error {
        let place: TextPlace
        let reason: String
    }

    /// The values in the order of their places.
    private(set) var entries: [Entry] = []
    /// Tables that are named and not by way of a value in them.
    private(set) var tables: [(path: [String], place: TextPlace)] = []

    /// The longest document that is read, in bytes. A configuration is a few thousand.
    static let longest = 1 << 20

    private var scanner: TOMLScanner
    private var names = TOMLNames()

    /// Reads a document.
    init(_ bytes: [UInt8]) throws(SyntaxError) {
        guard bytes.count <= Self.longest else {
            throw SyntaxError(
                place: TextPlace(), reason: "a configuration is at most \(Self.longest) bytes long")
        }
        scanner = TOMLScanner(bytes)
        try scanner.checkEncoding()
        try read()
    }

    private mutating func read() throws(SyntaxError) {
        var table: [String] = []
        while true {
            try scanner.skipBlankLines()
            guard let next = scanner.next else { return }
            if next == UInt8(ascii: "[") {
                table = try readHeader()
            } else {
                try readPair(in: table)
            }
            try scanner.endLine()
        }
    }

    private mutating func readHeader() throws(SyntaxError) -> [String] {
        let start = scanner.index
        scanner.advance()
        let isArray = scanner.next == UInt8(ascii: "[")
        if isArray { scanner.advance() }
        scanner.skipBlanks()
        let place = scanner.place
        let keys = try readKeys()
        try scanner.expect("]")
        if isArray {
            guard scanner.next == UInt8(ascii: "]") else { throw scanner.error("]] is expected") }
            scanner.advance()
        }
        let path = isArray ? names.openElement(keys) : names.openTable(keys)
        guard let path else {
            throw scanner.error(
                "\(Setting.name(of: keys)) is defined twice", at: start)
        }
        tables.append((path, place))
        return path
    }

    /// A key has at most so many parts; no setting has more than four.
    private static let mostParts = 8

    /// Reads the parts of a dotted key.
    private mutating func readKeys() throws(SyntaxError) -> [String] {
        var keys: [String] = []
        while true {
            scanner.skipBlanks()
            let start = scanner.index
            keys.append(try scanner.key())
            guard keys.count <= Self.mostParts else {
                throw scanner.error("a key has at most \(Self.mostParts) parts", at: start)
            }
            scanner.skipBlanks()
            guard scanner.next == UInt8(ascii: ".") else { return keys }
            scanner.advance()
        }
    }

    /// Reads a key and its value. In a list of tables there are no settings: nothing is gathered.
    private mutating func readPair(
        in table: [String], depth: Int = 0, isGathered: Bool = true
    ) throws(SyntaxError) {
        let start = scanner.index
        let keyPlace = scanner.place
        let keys = try readKeys()
        guard names.setValue(keys, in: table) else {
            throw scanner.error("\(Setting.name(of: table + keys)) is defined twice", at: start)
        }
        try scanner.expect("=", after: "the key")
        scanner.skipBlanks()
        let path = table + keys
        let valuePlace = scanner.place
        if scanner.next == UInt8(ascii: "{") {
            try readInlineTable(path, depth: depth, isGathered: isGathered)
            if isGathered { tables.append((path, keyPlace)) }
            return
        }
        var elements: [TextPlace] = []
        let value = try readValue(path, depth: depth, &elements)
        guard isGathered else { return }
        entries.append(
            Entry(
                path: path, value: value, keyPlace: keyPlace, valuePlace: valuePlace,
                elementPlaces: elements))
    }

    private mutating func readValue(
        _ path: [String], depth: Int, _ elements: inout [TextPlace]
    ) throws(SyntaxError) -> SettingValue {
        switch scanner.next {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): return .text(try scanner.text())
        case UInt8(ascii: "["): return try readList(path, depth: depth, &elements)
        case UInt8(ascii: "{"):
            try readInlineTable(path, depth: depth, isGathered: false)
            return .other("a table")
        default: return try scanner.bareValue()
        }
    }

    private mutating func readList(
        _ path: [String], depth: Int, _ places: inout [TextPlace]
    ) throws(SyntaxError) -> SettingValue {
        try scanner.checkDepth(depth)
        let start = scanner.index
        scanner.advance()
        var values: [SettingValue] = []
        while true {
            try scanner.skipBlankLines()
            if scanner.next == UInt8(ascii: "]") { break }
            if scanner.next == nil { throw scanner.error("the list is not closed", at: start) }
            places.append(scanner.place)
            var inner: [TextPlace] = []
            values.append(
                try readValue(path + ["\(values.count)"], depth: depth + 1, &inner))
            try scanner.skipBlankLines()
            if scanner.next == nil { throw scanner.error("the list is not closed", at: start) }
            if scanner.next != UInt8(ascii: ",") { break }
            scanner.advance()
        }
        try scanner.expect("]", after: "the last element")
        return .list(values)
    }

    private mutating func readInlineTable(
        _ path: [String], depth: Int, isGathered: Bool
    ) throws(SyntaxError) {
        try scanner.checkDepth(depth)
        scanner.advance()
        names.openInlineTable()
        scanner.skipBlanks()
        if scanner.next == UInt8(ascii: "}") {
            scanner.advance()
        } else {
            while true {
                try readPair(in: path, depth: depth + 1, isGathered: isGathered)
                scanner.skipBlanks()
                if scanner.next != UInt8(ascii: ",") { break }
                scanner.advance()
                scanner.skipBlanks()
            }
            try scanner.expect("}", after: "the last value of the table")
        }
        names.closeInlineTable()
    }
}
