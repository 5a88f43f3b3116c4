/// One row of a layer: columns and their values, all of them texts or null.
public struct TileRow: Sendable, Hashable {
    /// Where it comes from.
    public var origin: RowOrigin
    /// Its columns in the order of the response.
    public var columns: [Column]

    /// A column's name and value.
    public struct Column: Sendable, Hashable {
        /// Its name, such as `LINK_ID`.
        public var name: String
        /// Its value; `nil` is null.
        public var value: String?
    }

    /// The value of a column without blanks around it; `nil` if it is null, empty or not there.
    public subscript(name: String) -> String? {
        guard let value = columns.first(where: { $0.name == name })?.value else { return nil }
        let text = trimmed(value[...])
        return text.isEmpty ? nil : String(text)
    }

    /// Whether another row has the same content; some services put brackets and blanks into lists.
    func isSame(as other: TileRow) -> Bool {
        columns == other.columns
            || columns.count == other.columns.count
                && zip(columns, other.columns).allSatisfy { own, other in
                    own.name == other.name && own.plain == other.plain
                }
    }

    func failure(_ column: String, _ expected: String) -> PlatformDataError {
        let value = columns.first { $0.name == column }?.value
        return .value(origin, column: column, value: value, expected: expected)
    }

    /// A whole number within a range.
    func integer(
        _ column: String,
        in range: ClosedRange<Int64> = .min ... .max
    ) throws(PlatformDataError) -> Int64? {
        guard let text = self[column] else { return nil }
        guard let number = Int64(text), range.contains(number) else {
            let isAny = range == .min ... .max
            throw failure(
                column,
                isAny
                    ? "a whole number"
                    : "a whole number of \(range.lowerBound) to \(range.upperBound)"
            )
        }
        return number
    }

    /// A yes or no.
    func flag(_ column: String) throws(PlatformDataError) -> Bool? {
        switch self[column] {
        case nil: return nil
        case "Y": return true
        case "N": return false
        default: throw failure(column, "Y or N")
        }
    }

    /// A permanent link id, positive.
    func linkID(_ column: String = "LINK_ID") throws(PlatformDataError) -> Int64 {
        guard let id = try integer(column, in: 1 ... .max) else {
            throw failure(column, "a link id")
        }
        return id
    }
}

extension TileRow.Column {
    /// The value without the blanks and brackets of a list.
    fileprivate var plain: String? {
        value?.filter { $0 != " " && $0 != "[" && $0 != "]" }
    }
}

/// A text without blanks around it.
func trimmed(_ text: Substring) -> Substring {
    var text = text
    while let first = text.first, first.isWhitespace { text.removeFirst() }
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return text
}
