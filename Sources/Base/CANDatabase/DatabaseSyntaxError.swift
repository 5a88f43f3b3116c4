/// An error in a DBC file, with its place.
public struct DatabaseSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of errors of a DBC file.
    public enum Problem: Sendable, Hashable {
        /// A byte that begins nothing.
        case unexpectedByte(UInt8)
        /// A text in double quotes without an end.
        case unterminatedText
        /// A word or a text that is longer than any real one.
        case tooLong
        /// Something else stands where this is expected.
        case expected(String, found: String)
        /// A number outside of its range.
        case outOfRange(String, ClosedRange<Int64>)
        /// More of them than any real file has.
        case tooMany(String)
        /// Two messages of one identifier, or two signals of one name in a message.
        case twice(String)
        /// Something that was not described before.
        case unknown(String)
        /// A multiplexed signal in a message without a multiplexor.
        case withoutMultiplexor(String)
    }

    /// The error.
    public let problem: Problem
    /// The line, counted from 1.
    public let line: Int
    /// Where in the line, counted in bytes from 1.
    public let column: Int

    /// A problem at a place.
    public init(_ problem: Problem, line: Int, column: Int) {
        self.problem = problem
        self.line = line
        self.column = column
    }

    /// The line for people, with the place.
    public var description: String { "line \(line), column \(column): \(words)" }

    private var words: String {
        switch problem {
        case .unexpectedByte(let byte): "unexpected byte 0x\(String(byte, radix: 16))"
        case .unterminatedText: "the text that begins here has no end"
        case .tooLong: "this is too long"
        case .expected(let expected, let found): "expected \(expected), found \(found)"
        case .outOfRange(let number, let range):
            "\(number) is not in \(range.lowerBound)...\(range.upperBound)"
        case .tooMany(let things): "too many \(things)"
        case .twice(let name): "\(name) is described twice"
        case .unknown(let name): "\(name) is not described before"
        case .withoutMultiplexor(let name): "\(name) is multiplexed, but nothing says by what"
        }
    }
}
