import Geodesy
import Quantities

/// Which field of a row means what, as the header says.
struct CSVColumns {
    private static let known: [InputField] = [
        .time, .latitude, .longitude, .course, .speed, .accuracy,
    ]

    /// For each column its meaning, `nil` where it has none here.
    private let meanings: [InputField?]

    /// Reads the header; `warn` is told of columns that are not known.
    init(header: Span<UInt8>, line: Int, _ warn: (InputProblem) -> Void) throws(InputProblem) {
        var meanings: [InputField?] = []
        var fields = CSVFields(header)
        while let range = fields.next(in: header) {
            let column = range.lowerBound + 1
            let meaning = Self.known.first { header.holds($0.rawValue, at: range) }
            if let meaning, meanings.contains(meaning) {
                throw InputProblem(.doubleColumn(meaning), line: line, column: column)
            }
            if meaning == nil { warn(InputProblem(.unknownColumn, line: line, column: column)) }
            meanings.append(meaning)
        }
        for field in [InputField.time, .latitude, .longitude] where !meanings.contains(field) {
            throw InputProblem(.noColumn(field), line: line, column: 1)
        }
        self.meanings = meanings
    }

    /// Reads a row.
    func event(_ bytes: Span<UInt8>, line: Int) throws(InputProblem) -> PositionEvent {
        var row = Row(line: line)
        var fields = CSVFields(bytes)
        var count = 0
        while let range = fields.next(in: bytes) {
            defer { count += 1 }
            guard count < meanings.count, let meaning = meanings[count], !range.isEmpty else {
                continue
            }
            try row.take(bytes, range, as: meaning)
        }
        guard count == meanings.count else {
            let kind = InputProblem.Kind.fieldCount(expected: meanings.count, found: count)
            throw InputProblem(kind, line: line, column: 1)
        }
        return try row.event()
    }

    /// The values of one row.
    private struct Row {
        let line: Int
        var time: UTCTime?
        var latitudeE7: Int32?
        var longitudeE7: Int32?
        var course: Degrees?
        var speed: MetresPerSecond?
        var accuracy: Metres?

        mutating func take(
            _ bytes: Span<UInt8>,
            _ range: Range<Int>,
            as field: InputField
        ) throws(InputProblem) {
            let column = range.lowerBound + 1
            guard let number = DecimalNumber(bytes, range) else {
                throw InputProblem(.malformed(field), line: line, column: column)
            }
            let outOfRange = InputProblem(.outOfRange(field), line: line, column: column)
            switch field {
            case .time:
                guard let nanoseconds = number.scaled(by: 9) else { throw outOfRange }
                time = UTCTime(nanoseconds: nanoseconds)
            case .latitude:
                guard let value = number.scaled(by: 7), value.magnitude <= 900_000_000 else {
                    throw outOfRange
                }
                latitudeE7 = Int32(value)
            case .longitude:
                guard let value = number.scaled(by: 7), value.magnitude <= 1_800_000_000 else {
                    throw outOfRange
                }
                longitudeE7 = Int32(value)
            case .course:
                guard number.value.magnitude <= 360 else { throw outOfRange }
                course = Degrees(number.value).normalized
            case .speed:
                guard number.mantissa >= 0 else { throw outOfRange }
                speed = MetresPerSecond(number.value)
            case .accuracy:
                guard number.mantissa >= 0 else { throw outOfRange }
                accuracy = Metres(number.value)
            case .date, .dilution, .altitude, .status, .mode, .heading, .satellites: break
            }
        }

        func event() throws(InputProblem) -> PositionEvent {
            guard let time else { throw InputProblem(.missing(.time), line: line, column: 1) }
            if latitudeE7 == nil, longitudeE7 == nil {
                return .noFix(NoFix(time: time, reason: .noPlace))
            }
            guard let latitudeE7 else {
                throw InputProblem(.missing(.latitude), line: line, column: 1)
            }
            guard let longitudeE7 else {
                throw InputProblem(.missing(.longitude), line: line, column: 1)
            }
            guard let place = Coordinate(latitudeE7: latitudeE7, longitudeE7: longitudeE7) else {
                throw InputProblem(.outOfRange(.latitude), line: line, column: 1)
            }
            return .fix(
                Fix(time: time, place: place, course: course, speed: speed, accuracy: accuracy)
            )
        }
    }
}

/// Goes over the fields of a row.
struct CSVFields {
    /// Where the next field starts, `nil` behind the last one.
    private var start: Int?

    init(_ bytes: Span<UInt8>) {
        // Spreadsheets put a byte order mark before the header.
        let hasMark =
            bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF
        start = hasMark ? 3 : 0
    }

    /// The bytes of the next field, without the blanks around it.
    mutating func next(in bytes: Span<UInt8>) -> Range<Int>? {
        guard var first = start else { return nil }
        var end = first
        while end < bytes.count, bytes[end] != UInt8(ascii: ",") { end += 1 }
        start = end < bytes.count ? end + 1 : nil
        while first < end, Self.isBlank(bytes[first]) { first += 1 }
        while end > first, Self.isBlank(bytes[end - 1]) { end -= 1 }
        return first..<end
    }

    /// Whether the line is more than blanks.
    static func hasContent(_ bytes: Span<UInt8>) -> Bool {
        for index in bytes.indices where !isBlank(bytes[index]) { return true }
        return false
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
