import Geodesy
import Quantities

/// The values of a row.
struct CSVRow {
    private let line: Int
    private var time: UTCTime?
    private var latitudeE7: Int32?
    private var longitudeE7: Int32?
    private var course: Degrees?
    private var speed: MetresPerSecond?
    private var accuracy: Metres?

    /// A row without values.
    init(line: Int) { self.line = line }

    /// Takes a cell that is not empty. A value that cannot be used is dropped, unless a fix must
    /// have it.
    mutating func take(
        _ bytes: Span<UInt8>,
        _ range: Range<Int>,
        as field: InputField,
        _ drop: DroppedValueSink
    ) throws(InputProblem) {
        do throws(InputProblem) {
            try read(bytes, range, as: field)
        } catch {
            switch field {
            case .course, .speed, .accuracy: drop(field, error)
            default: throw error
            }
        }
    }

    private mutating func read(
        _ bytes: Span<UInt8>, _ range: Range<Int>, as field: InputField
    ) throws(InputProblem) {
        let column = range.lowerBound + 1
        let outOfRange = InputProblem(.outOfRange(field), line: line, column: column)
        guard let number = DecimalNumber(bytes, range) else {
            if field == .time, let moment = CalendarDate.moment(bytes, range) {
                time = moment
                return
            }
            let kind: InputProblem.Kind =
                hasComma(bytes, range) ? .decimalComma(field) : .malformed(field)
            throw InputProblem(kind, line: line, column: column)
        }
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
            guard field.permits(number.value) else { throw outOfRange }
            speed = MetresPerSecond(number.value)
        case .accuracy:
            guard field.permits(number.value) else { throw outOfRange }
            accuracy = Metres(number.value)
        case .date, .dilution, .altitude, .status, .mode, .heading, .satellites: break
        }
    }

    private func hasComma(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        for index in range where bytes[index] == UInt8(ascii: ",") { return true }
        return false
    }

    /// The event of the row.
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
        guard !place.standsForNone else { return .noFix(NoFix(time: time, reason: .noPlace)) }
        return .fix(Fix(time: time, place: place, course: course, speed: speed, accuracy: accuracy))
    }
}
