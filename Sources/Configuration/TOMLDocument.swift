import TOMLKit

/// A TOML document as its settings: each value with the tables it is in and its place.
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
    /// Tables without a value in them.
    private(set) var emptyTables: [(path: [String], place: TextPlace)] = []

    /// The longest document that is read, in bytes. A configuration is a few thousand.
    static let longest = 1 << 20
    /// The deepest nesting of tables and lists that is followed; no setting is deeper than four.
    private static let deepest = 16

    /// Reads a document.
    init(_ bytes: [UInt8]) throws(SyntaxError) {
        guard bytes.count <= Self.longest else {
            throw SyntaxError(
                place: TextPlace(), reason: "a configuration is at most \(Self.longest) bytes long")
        }
        // TOMLKit hands the text on as a C string, which would end at a zero.
        if let place = Self.firstUnreadable(bytes) {
            throw SyntaxError(place: place, reason: "not text in UTF-8")
        }
        let text = String(decoding: bytes, as: UTF8.self)
        let table: TOMLTable
        do {
            table = try TOMLTable(string: text)
        } catch let error as TOMLParseError {
            let place = TextPlace(
                line: Int(error.source.begin.line), column: Int(error.source.begin.column))
            throw SyntaxError(place: place, reason: Self.oneLine(error.description))
        } catch {
            throw SyntaxError(place: TextPlace(), reason: "\(error)")
        }
        let places = TOMLPlaces(text)
        collect(table, at: [], places)
        entries.sort { $0.keyPlace < $1.keyPlace }
        emptyTables.sort { $0.place < $1.place }
    }

    private static func firstUnreadable(_ bytes: [UInt8]) -> TextPlace? {
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        var place = TextPlace()
        while true {
            switch decoder.decode(&iterator) {
            case .emptyInput: return nil
            case .error: return place
            case .scalarValue("\u{0}"): return place
            case .scalarValue("\n"): place = TextPlace(line: place.line + 1, column: 1)
            case .scalarValue: place.column += 1
            }
        }
    }

    /// TOMLKit's words without the place, which is said in front of them.
    private static func oneLine(_ text: String) -> String {
        var line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
        if let place = line.range(of: " (at line", searchingBackwards: true) {
            line.removeSubrange(place.lowerBound...)
        }
        return line
    }

    private mutating func collect(_ table: TOMLTable, at path: [String], _ places: TOMLPlaces) {
        let keys = table.keys
        if keys.isEmpty, !path.isEmpty { emptyTables.append((path, places.key(path))) }
        for key in keys {
            let inner = path + [key]
            // A key with a zero in it is one that TOMLKit cannot look up; nor is it one of ours.
            guard let node = table[key]?.tomlValue else {
                entries.append(
                    Entry(
                        path: inner, value: .other("nothing"), keyPlace: places.key(inner),
                        valuePlace: places.value(inner), elementPlaces: []))
                continue
            }
            if node.type == .table, let table = node.table, path.count < Self.deepest {
                collect(table, at: inner, places)
                continue
            }
            let value = Self.value(of: node, depth: 0)
            var elements: [TextPlace] = []
            if case .list(let values) = value {
                elements = values.indices.map { places.value(inner + ["\($0)"]) }
            }
            entries.append(
                Entry(
                    path: inner, value: value, keyPlace: places.key(inner),
                    valuePlace: places.value(inner), elementPlaces: elements))
        }
    }

    private static func value(of node: TOMLValue, depth: Int) -> SettingValue {
        switch node.type {
        case .bool: return node.bool.map { .boolean($0) } ?? .other("nothing")
        case .int: return node.int.map { .integer($0) } ?? .other("nothing")
        case .double: return node.double.map { .number($0) } ?? .other("nothing")
        case .string: return node.string.map { .text($0) } ?? .other("nothing")
        case .array:
            guard depth < deepest, let array = node.array else { return .other("a deep list") }
            return .list((0..<array.count).map { value(of: array[$0].tomlValue, depth: depth + 1) })
        case .table: return .other("a table")
        case .date: return .other("a date")
        case .time: return .other("a time")
        case .dateTime: return .other("a date and time")
        }
    }
}

extension String {
    /// The last range of a text in it.
    fileprivate func range(of text: String, searchingBackwards: Bool) -> Range<Index>? {
        var start = endIndex
        while start > startIndex {
            start = index(before: start)
            if self[start...].hasPrefix(text) { return start..<endIndex }
        }
        return nil
    }
}
