/// The meanings of the cells of a row, by the header.
struct CSVColumns {
    /// The names of columns, in small letters. Of two columns with the same meaning the one whose
    /// name stands earlier here counts. A course over ground is often called heading.
    private static let names: [(field: InputField, names: [String])] = [
        (.time, ["time", "timestamp", "datetime"]),
        (.latitude, ["latitude", "lat"]),
        (.longitude, ["longitude", "lon", "lng", "long"]),
        (.course, ["course", "bearing", "heading"]),
        (.speed, ["speed"]),
        (.accuracy, ["accuracy", "horizontal_accuracy", "horizontalaccuracy", "hacc"]),
    ]

    /// The delimiter of the cells of a row.
    private let delimiter: UInt8
    /// For each column its meaning; `nil` where it is not read.
    private let meanings: [InputField?]

    /// Reads the header; `warn` gets the columns that are ignored.
    init(header: Span<UInt8>, line: Int, _ warn: (InputProblem) -> Void) throws(InputProblem) {
        let delimiter = CSVFields.delimiter(of: header)
        var columns: [Range<Int>] = []
        var fields = CSVFields(header, delimiter: delimiter)
        while let range = fields.next(in: header) { columns.append(range) }
        var meanings: [InputField?] = []
        for range in columns {
            let column = range.lowerBound + 1
            guard let name = Self.meaning(header, range) else {
                warn(InputProblem(.unknownColumn, line: line, column: column))
                meanings.append(nil)
                continue
            }
            let isSecond = columns.contains {
                guard let other = Self.meaning(header, $0) else { return false }
                return other.field == name.field && other.rank < name.rank
            }
            if isSecond {
                warn(InputProblem(.secondColumn(name.field), line: line, column: column))
            } else if meanings.contains(name.field) {
                throw InputProblem(.doubleColumn(name.field), line: line, column: column)
            }
            meanings.append(isSecond ? nil : name.field)
        }
        for field in [InputField.time, .latitude, .longitude] where !meanings.contains(field) {
            throw InputProblem(.noColumn(field), line: line, column: 1)
        }
        self.delimiter = delimiter
        self.meanings = meanings
    }

    /// The meaning of a column of that name, and the rank of the name among those of that meaning.
    private static func meaning(
        _ header: Span<UInt8>, _ range: Range<Int>
    ) -> (field: InputField, rank: Int)? {
        for (field, names) in names {
            for (rank, name) in names.enumerated() where header.spells(name, at: range) {
                return (field, rank)
            }
        }
        return nil
    }

    /// Whether a line can be a header: it has more than one column, and the name of one of them
    /// contains that of a latitude.
    static func isHeader(_ line: Span<UInt8>) -> Bool {
        var fields = CSVFields(line, delimiter: CSVFields.delimiter(of: line))
        var columns = 0
        var hasLatitude = false
        while let range = fields.next(in: line) {
            columns += 1
            if meaning(line, range)?.field == .latitude { hasLatitude = true }
            for start in range where start + 8 <= range.upperBound {
                if line.spells("latitude", at: start..<start + 8) { hasLatitude = true }
            }
        }
        return hasLatitude && columns > 1
    }

    /// Reads a row; `drop` gets the values that cannot be used.
    func event(
        _ bytes: Span<UInt8>, line: Int, _ drop: DroppedValueSink
    ) throws(InputProblem) -> PositionEvent {
        var row = CSVRow(line: line)
        var fields = CSVFields(bytes, delimiter: delimiter)
        var count = 0
        while let range = fields.next(in: bytes) {
            defer { count += 1 }
            guard count < meanings.count, let meaning = meanings[count], !range.isEmpty else {
                continue
            }
            try row.take(bytes, range, as: meaning, drop)
        }
        guard count == meanings.count else {
            let kind = InputProblem.Kind.fieldCount(expected: meanings.count, found: count)
            throw InputProblem(kind, line: line, column: 1)
        }
        return try row.event()
    }
}

extension Span<UInt8> {
    /// Whether the bytes of a range are those of a text in small letters, capitals for small ones
    /// too.
    fileprivate func spells(_ text: String, at range: Range<Int>) -> Bool {
        guard range.count == text.utf8.count else { return false }
        var index = range.lowerBound
        for byte in text.utf8 {
            let isCapital = (0x41...0x5A).contains(self[index])
            guard (isCapital ? self[index] | 0x20 : self[index]) == byte else { return false }
            index += 1
        }
        return true
    }
}
