extension LayoutMapping {
    /// Reads the text of a mapping.
    public init(parsing text: String) throws(LayoutMappingError) {
        var sections: [Section] = []
        var number = 0
        // By bytes: as characters a carriage return and the line's end are one.
        for line in text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false) {
            number += 1
            var reader = MappingLine(line, number: number)
            reader.skipBlanks()
            if reader.isAtEnd { continue }
            if reader.skip("[") {
                try Self.begin(&reader, &sections)
            } else {
                try Self.setKey(&reader, &sections)
            }
            try reader.end()
        }
        self.init(sections: sections)
    }

    private static func begin(
        _ reader: inout MappingLine, _ sections: inout [Section]
    ) throws(LayoutMappingError) {
        reader.skipBlanks()
        let start = reader.place
        let name = reader.word()
        guard let kind = kind(ofSection: name) else {
            throw reader.failure(.unknownSection(name), at: start)
        }
        guard !sections.contains(where: { $0.name == name }) else {
            throw reader.failure(.twice(name), at: start)
        }
        reader.skipBlanks()
        guard reader.skip("]") else { throw reader.failure(.expected("']'")) }
        sections.append(Section(name: name, kind: kind))
    }

    private static func setKey(
        _ reader: inout MappingLine, _ sections: inout [Section]
    ) throws(LayoutMappingError) {
        let start = reader.place
        let key = reader.word()
        guard !key.isEmpty else { throw reader.failure(.expected("'[' or a key"), at: start) }
        guard var section = sections.popLast() else {
            throw reader.failure(.expected("a section such as [position] first"), at: start)
        }
        reader.skipBlanks()
        guard reader.skip("=") else { throw reader.failure(.expected("'='")) }
        reader.skipBlanks()
        let valueStart = reader.place
        let value = try reader.text()
        let field = Field(rawValue: key)
        if let field, section.signal(for: field) != nil {
            throw reader.failure(.twice("\(section.name).\(key)"), at: start)
        }
        do throws(LayoutMappingError.Problem) {
            try set(key, to: value, in: &section)
        } catch {
            if case .unknownKey = error { throw reader.failure(error, at: start) }
            throw reader.failure(error, at: valueStart)
        }
        sections.append(section)
    }
}

/// An error in the text of a mapping, with its place.
public struct LayoutMappingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of errors.
    public enum Problem: Error, Sendable, Hashable {
        /// Something else is expected.
        case expected(String)
        /// No message has that name.
        case unknownSection(String)
        /// The message has no such field, and nothing else is called that way.
        case unknownKey(String, section: String)
        /// The value is none of those that can be.
        case badValue(String, expected: String)
        /// The section or line is there twice.
        case twice(String)
    }

    /// The error.
    public let problem: Problem
    /// The line, counted from 1.
    public let line: Int
    /// Where in the line, counted in bytes from 1.
    public let column: Int

    /// The line for people, with the place.
    public var description: String { "line \(line), column \(column): \(words)" }

    private var words: String {
        switch problem {
        case .expected(let what): return "expected \(what)"
        case .unknownSection(let name):
            let names = MessageKind.standard.map { $0.maskName }.joined(separator: ", ")
            return "unknown section '\(name)'; known are \(names), and profiles with .NAME behind"
        case .unknownKey(let key, let section): return "unknown key '\(key)' in [\(section)]"
        case .badValue(let value, let expected): return "'\(value)' is not \(expected)"
        case .twice(let name): return "\(name) is there twice"
        }
    }
}

/// A place in a line of a mapping's text.
private struct MappingLine {
    private let bytes: [UInt8]
    private let number: Int
    private(set) var place = 0

    init(_ bytes: Substring.UTF8View, number: Int) {
        self.bytes = Array(bytes)
        self.number = number
    }

    private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

    /// Whether only a remark follows.
    var isAtEnd: Bool { next == nil || next == UInt8(ascii: "#") }

    func failure(_ problem: LayoutMappingError.Problem, at start: Int? = nil) -> LayoutMappingError
    {
        LayoutMappingError(problem: problem, line: number, column: (start ?? place) + 1)
    }

    mutating func skipBlanks() {
        while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0D { place += 1 }
    }

    mutating func skip(_ sign: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: sign) else { return false }
        place += 1
        return true
    }

    /// Letters, digits, `-`, `_` and `.`; empty where there is none.
    mutating func word() -> String {
        let start = place
        while let byte = next {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"),
                UInt8(ascii: "."):
                place += 1
                continue
            default: break
            }
            break
        }
        return String(decoding: bytes[start..<place], as: UTF8.self)
    }

    /// What stands in double quotes; no name needs an escape.
    mutating func text() throws(LayoutMappingError) -> String {
        guard skip("\"") else { throw failure(.expected("a text in double quotes")) }
        let start = place
        while let byte = next, byte != UInt8(ascii: "\"") {
            guard byte != UInt8(ascii: "\\") else {
                throw failure(.expected("a text without '\\'"))
            }
            place += 1
        }
        let text = String(decoding: bytes[start..<place], as: UTF8.self)
        guard skip("\"") else { throw failure(.expected("'\"'")) }
        return text
    }

    mutating func end() throws(LayoutMappingError) {
        skipBlanks()
        guard isAtEnd else { throw failure(.expected("the end of the line")) }
    }
}
