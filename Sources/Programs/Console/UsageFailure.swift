/// Wrong usage that only shows after parsing, such as an unknown message name. The program ends with
/// status 2.
public struct UsageFailure: Error, CustomStringConvertible {
    /// The line, without the program's name.
    public let description: String

    /// Makes a usage failure of its line.
    public init(_ description: String) { self.description = description }
}
