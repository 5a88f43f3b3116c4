/// A request of a browser, as the web server hands it on to the program that has the answer: a line on a pipe.
///
/// The line is `NUMBER PATH`, then a tab and `NAME=VALUE` for each value of the query. Path and values are decoded, and
/// have no control characters.
public struct PageRequest: Sendable, Hashable {
    /// A value of the query.
    public struct Value: Sendable, Hashable {
        /// The name.
        public let name: String
        /// The text.
        public let text: String

        /// A value.
        public init(_ name: String, _ text: String) {
            self.name = name
            self.text = text
        }
    }

    /// The number that the answer has too. 0 has no answer: the server reports with it where it listens.
    public let number: Int
    /// The path without the slash at its start, such as `tiles/12/2138/1447`; empty for the page itself.
    public let path: String
    /// The query.
    public let query: [Value]

    /// A request.
    public init(_ number: Int, _ path: String, _ query: [Value] = []) {
        self.number = number
        self.path = path
        self.query = query
    }

    /// The text of a value; `nil` if the query lacks it.
    public subscript(name: String) -> String? { query.first { $0.name == name }?.text }

    /// The line with its line feed; `nil` if a text has a control character.
    public var line: [UInt8]? {
        var text = "\(number) \(path)"
        for value in query { text += "\t\(value.name)=\(value.text)" }
        let isClean = ([path] + query.flatMap { [$0.name, $0.text] }).allSatisfy { part in
            part.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
        }
        return isClean ? Array(text.utf8) + [0x0A] : nil
    }

    /// Reads a line without its line feed; `nil` if it is none of these.
    public init?(line: some StringProtocol) {
        let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
        guard let first = parts.first, let space = first.firstIndex(of: " "),
            let number = Int(first[..<space]), number >= 0
        else { return nil }
        self.number = number
        path = String(first[first.index(after: space)...])
        var query: [Value] = []
        for part in parts.dropFirst() {
            guard let sign = part.firstIndex(of: "=") else { return nil }
            query.append(
                Value(String(part[..<sign]), String(part[part.index(after: sign)...])))
        }
        self.query = query
    }
}
