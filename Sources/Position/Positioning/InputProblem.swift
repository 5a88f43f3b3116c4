/// A problem of a position input, with its place.
///
/// Its description is one line for people, after the name of the input:
/// `drive.nmea: line 12, column 67: checksum 4A is wrong; the sentence has the checksum 4B`.
public struct InputProblem: Error, Sendable, Hashable {
    /// The kind of problem.
    public enum Kind: Sendable, Hashable {
        // NMEA 0183 framing.
        /// Bytes that belong to no sentence: line noise, another protocol, text.
        case noise
        /// A sentence stopped before its end: another one began, the input ended, or a byte came
        /// that no sentence holds.
        case brokenOff
        /// A sentence or a line has more bytes than the reader's limit.
        case tooLong(limit: Int)
        /// A sentence has no checksum.
        case checksumMissing
        /// What follows the asterisk is not two hexadecimal digits.
        case checksumMalformed
        /// The checksum given is not that of the sentence.
        case checksumWrong(given: UInt8, computed: UInt8)

        // Fields.
        /// A field that must be there is empty or missing.
        case missing(InputField)
        /// A field has a wrong form.
        case malformed(InputField)
        /// The value of a field is out of range.
        case outOfRange(InputField)

        // gpsd JSON.
        /// The line is not a JSON object.
        case notAnObject
        /// The JSON is broken at that column.
        case brokenJSON
        /// gpsd reports an error of its own, with its message.
        case gpsdError(String)

        // GPX.
        /// The XML is broken at that column.
        case brokenXML

        // CSV.
        /// The header has no such column.
        case noColumn(InputField)
        /// The header names a column twice.
        case doubleColumn(InputField)
        /// The header has a column that is not read.
        case unknownColumn
        /// The header has two columns for one value; the second one is ignored.
        case secondColumn(InputField)
        /// A number has a decimal comma.
        case decimalComma(InputField)
        /// A row has more or fewer fields than the header.
        case fieldCount(expected: Int, found: Int)

        // The input as a whole.
        /// It is none of the formats that can be read.
        case unknownFormat
        /// The time is not later than that of the fix before; the fix is rejected.
        case timeNotLater
        /// The time leaps by more than a day, or back for good; the log continues one second later.
        case timeLeaps
    }

    /// The kind of problem.
    public var kind: Kind
    /// The line, counted from 1 at the start of the input.
    public var line: Int
    /// The byte in the line, counted from 1.
    public var column: Int

    /// A problem at a place of the input.
    public init(_ kind: Kind, line: Int, column: Int) {
        self.kind = kind
        self.line = line
        self.column = column
    }
}

/// The content of a field of any format.
public enum InputField: String, Sendable, Hashable {
    /// The time, or the time of day.
    case time
    /// The date.
    case date
    /// The latitude.
    case latitude
    /// The longitude.
    case longitude
    /// The course over ground.
    case course
    /// The speed over ground.
    case speed
    /// The horizontal accuracy.
    case accuracy
    /// The horizontal dilution of precision.
    case dilution
    /// The heading of the vehicle.
    case heading
    /// The number of satellites.
    case satellites
    /// The altitude.
    case altitude
    /// The status that says whether the data are valid.
    case status
    /// The fix mode or quality.
    case mode
}

extension InputField {
    /// Whether a value that cannot be negative is possible: a speed up to 1000 (m/s or knots, faster than any
    /// vehicle), an accuracy up to 10,000 km (more than any place on Earth can be wrong by half).
    func permits(_ value: Double) -> Bool {
        switch self {
        case .speed: (0...1000).contains(value)
        case .accuracy: (0...1e7).contains(value)
        default: value >= 0
        }
    }
}

extension InputProblem: CustomStringConvertible {
    /// The problem and its place in one line.
    public var description: String { "line \(line), column \(column): \(kind)" }
}

extension InputProblem.Kind: CustomStringConvertible {
    /// The problem in words.
    public var description: String {
        switch self {
        case .noise: return "not a sentence of NMEA 0183"
        case .brokenOff: return "the sentence breaks off"
        case .tooLong(let limit): return "longer than \(limit) bytes"
        case .checksumMissing: return "the sentence has no checksum"
        case .checksumMalformed: return "the checksum is not two hexadecimal digits"
        case .checksumWrong(let given, let computed):
            return "checksum \(hex(given)) is wrong; the sentence has the checksum \(hex(computed))"
        case .missing(let field): return "no \(field.rawValue)"
        case .malformed(let field): return "the \(field.rawValue) cannot be read"
        case .outOfRange(let field): return "the \(field.rawValue) is out of range"
        case .notAnObject: return "not a JSON object"
        case .brokenJSON: return "broken JSON"
        case .brokenXML: return "broken XML"
        case .gpsdError(let message): return "gpsd reports an error: \(message)"
        case .noColumn(let field): return "the header has no column '\(field.rawValue)'"
        case .doubleColumn(let field): return "the header has '\(field.rawValue)' twice"
        case .unknownColumn: return "the column is not known and is ignored"
        case .secondColumn(let field):
            return "another column has the \(field.rawValue), this one is ignored"
        case .decimalComma(let field):
            return "the \(field.rawValue) has a comma where a decimal point is needed"
        case .fieldCount(let expected, let found):
            return "\(found) fields where the header has \(expected)"
        case .unknownFormat: return "not a log of NMEA 0183, gpsd JSON, GPX or CSV"
        case .timeNotLater:
            return "the time is not later than the time of the previous fix; the fix is rejected"
        case .timeLeaps: return "the time jumps; the log continues one second later"
        }
    }

    private func hex(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return byte < 16 ? "0" + digits : digits
    }
}
