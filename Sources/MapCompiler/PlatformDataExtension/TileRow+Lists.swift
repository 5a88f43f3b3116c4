extension TileRow {
    /// A larger sum of differences can only be the mark of a missing value.
    static let missing: Int64 = 1_000_000_000

    /// The elements of a list, with or without brackets around it; none where the column is null or
    /// not there. An empty text is one empty element.
    func elements(_ column: String) -> [Substring]? {
        guard let value = columns.first(where: { $0.name == column })?.value else { return nil }
        var text = trimmed(value[...])
        if text.first == "[", text.last == "]", text.count >= 2 {
            text = text.dropFirst().dropLast()
        }
        return text.split(separator: ",", omittingEmptySubsequences: false).map(trimmed)
    }

    /// The numbers of a list; an empty element is 0. An empty text is a list without elements.
    func numbers(
        _ column: String,
        in range: ClosedRange<Int64>
    ) throws(PlatformDataError) -> [Int64]? {
        guard let elements = elements(column) else { return nil }
        if elements == [""] { return [] }
        var numbers: [Int64] = []
        numbers.reserveCapacity(elements.count)
        for element in elements {
            guard let number = element.isEmpty ? 0 : Int64(element), range.contains(number) else {
                throw failure(column, "a list of \(range.lowerBound) to \(range.upperBound)")
            }
            numbers.append(number)
        }
        return numbers
    }

    /// The values of a relative list: the first is absolute, each further one the difference to the
    /// one before, and an empty element 0. A missing value is `nil`.
    ///
    /// A missing value is written as the word null, or as 1000000000. The number takes part in the
    /// differences like a value, or replaces a difference. The next value shows which, because the
    /// number is far outside of the range of any list.
    ///
    /// - Parameters:
    ///   - column: The column.
    ///   - range: The values that the column can have.
    ///   - count: How many values there have to be.
    ///   - hasMark: Whether 1000000000 is the mark; it is a longitude too.
    func relativeList(
        _ column: String,
        in range: ClosedRange<Int64>,
        count: Int? = nil,
        hasMark: Bool = true
    ) throws(PlatformDataError) -> [Int64?]? {
        guard var elements = elements(column) else { return nil }
        // An empty text is no element, unless there has to be one.
        if elements == [""], count != 1 { elements = [] }
        if let count, elements.count != count {
            throw failure(column, "a list of \(count) numbers, it has \(elements.count)")
        }
        var values: [Int64?] = []
        values.reserveCapacity(elements.count)
        var sum: Int64 = 0
        /// Whether the last value was the mark, which the next difference may start from.
        var isBehindMark = false
        for element in elements {
            if element == "null" {
                values.append(nil)
                continue
            }
            guard let difference = element.isEmpty ? 0 : Int64(element),
                difference.magnitude <= 1 << 40
            else { throw failure(column, "a list of differences") }
            if isBehindMark, difference == 0 || difference == Self.missing {
                values.append(nil)
            } else if isBehindMark, range.contains(Self.missing + difference) {
                sum = Self.missing + difference
                values.append(sum)
                isBehindMark = false
            } else if hasMark,
                sum + difference == Self.missing || difference == Self.missing
            {
                values.append(nil)
                isBehindMark = true
            } else {
                sum += difference
                guard range.contains(sum) else {
                    throw failure(
                        column,
                        "a relative list of \(range.lowerBound) to \(range.upperBound)"
                            + " (element \(values.count + 1) comes to \(sum))"
                    )
                }
                values.append(sum)
                isBehindMark = false
            }
        }
        return values
    }

    /// The values of a relative list that has no missing ones.
    func wholeRelativeList(
        _ column: String,
        in range: ClosedRange<Int64>,
        count: Int? = nil
    ) throws(PlatformDataError) -> [Int64]? {
        guard let values = try relativeList(column, in: range, count: count, hasMark: false)
        else { return nil }
        var whole: [Int64] = []
        whole.reserveCapacity(values.count)
        for value in values {
            guard let value else { throw failure(column, "a relative list without gaps") }
            whole.append(value)
        }
        return whole
    }

    /// Signed references to links.
    func passages(_ column: String) throws(PlatformDataError) -> [LinkPassage] {
        guard let elements = elements(column), elements != [""] else { return [] }
        var passages: [LinkPassage] = []
        for element in elements {
            guard let passage = LinkPassage(element) else {
                throw failure(column, "a list of link ids")
            }
            passages.append(passage)
        }
        return passages
    }
}
