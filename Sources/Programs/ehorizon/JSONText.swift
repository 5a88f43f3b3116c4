import FoundationEssentials

/// JSON of values that describe something, keys in alphabetical order, so that equal values give
/// equal bytes.
enum JSONText {
    /// Encodes a value, on one line unless it is pretty.
    static func encode(_ value: some Encodable, isPretty: Bool = true) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if isPretty { encoder.outputFormatting.insert(.prettyPrinted) }
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}
