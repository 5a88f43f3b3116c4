import Quantities

/// Dates of the Gregorian calendar as days since 1970-01-01, and moments as text.
enum CalendarDate {
    /// Nanoseconds of a day of UTC, leap seconds not counted.
    static let nanosecondsPerDay: Int64 = 86_400_000_000_000

    /// The number of days since 1970-01-01; `nil` where the calendar has no such day.
    ///
    /// Source: Hinnant, "chrono-Compatible Low-Level Date Algorithms", `days_from_civil`.
    static func day(year: Int, month: Int, day: Int) -> Int64? {
        guard (1...12).contains(month), day >= 1, day <= length(ofMonth: month, year: year) else {
            return nil
        }
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return Int64(era * 146_097 + dayOfEra - 719_468)
    }

    private static func length(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 4, 6, 9, 11: return 30
        case 2: return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        default: return 31
        }
    }

    /// Parses a moment of ISO 8601 in its extended format: `2024-11-22T17:12:44.000Z`. The fraction
    /// is optional, and a blank may stand for the T. `Z` is UTC, and so is a moment without a zone:
    /// gpsd's and GPX's are in UTC (gpsd_json(5), "TPV"; GPX 1.1, `timeType`), and many loggers
    /// leave the Z out.
    /// `+02:00`, `+0200` and `+02` are ahead of UTC. `nil` where it is no such moment.
    static func moment(_ bytes: Span<UInt8>, _ range: Range<Int>) -> UTCTime? {
        let start = range.lowerBound
        // Up to the whole second it has 19 bytes.
        guard range.count >= 19,
            bytes[start + 4] == UInt8(ascii: "-"), bytes[start + 7] == UInt8(ascii: "-"),
            bytes[start + 10] | 0x20 == UInt8(ascii: "t") || bytes[start + 10] == 0x20,
            bytes[start + 13] == UInt8(ascii: ":"), bytes[start + 16] == UInt8(ascii: ":"),
            let year = number(bytes, start, 4), let month = number(bytes, start + 5, 2),
            let dayOfMonth = number(bytes, start + 8, 2), let hour = number(bytes, start + 11, 2),
            let minute = number(bytes, start + 14, 2), number(bytes, start + 17, 2) != nil
        else { return nil }
        var end = start + 19
        if end < range.upperBound, bytes[end] == UInt8(ascii: ".") {
            end += 1
            while end < range.upperBound, bytes[end].decimalDigit != nil { end += 1 }
        }
        guard let second = DecimalNumber(bytes, start + 17..<end)?.scaled(by: 9),
            let day = day(year: year, month: month, day: dayOfMonth),
            let time = timeOfDay(hour: hour, minute: minute, second: second),
            let offset = offset(bytes, end..<range.upperBound)
        else { return nil }
        return moment(day: day, timeOfDay: time - offset)
    }

    /// The offset from UTC by the zone after a time; `nil` where that is no zone.
    private static func offset(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Nanoseconds? {
        guard let first = range.first else { return .zero }
        if range.count == 1, bytes[first] | 0x20 == UInt8(ascii: "z") { return .zero }
        let sign = bytes[first]
        guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
        let hasColon = range.count == 6 && bytes[first + 3] == UInt8(ascii: ":")
        guard hasColon || range.count == 5 || range.count == 3,
            let hours = number(bytes, first + 1, 2),
            let minutes = range.count == 3 ? 0 : number(bytes, range.upperBound - 2, 2),
            hours <= 23, minutes <= 59
        else { return nil }
        let ahead = Nanoseconds.seconds(Double(hours * 3600 + minutes * 60))
        return sign == UInt8(ascii: "+") ? ahead : .zero - ahead
    }

    /// A moment of its day and the time within it; `nil` beyond what the type can hold (year 2262).
    static func moment(day: Int64, timeOfDay: Nanoseconds) -> UTCTime? {
        guard day.magnitude <= 106_000 else { return nil }
        return UTCTime(nanoseconds: day * nanosecondsPerDay + timeOfDay.value)
    }

    /// A time of day; `nil` where there is no such time. A leap second (60) is allowed and counts
    /// as the first of the next minute, as in Unix time. `second` is in nanoseconds.
    static func timeOfDay(hour: Int, minute: Int, second: Int64) -> Nanoseconds? {
        guard hour <= 23, minute <= 59, second >= 0, second < 61_000_000_000 else { return nil }
        return Nanoseconds(Int64(hour * 60 + minute) * 60_000_000_000 + second)
    }

    /// The number that `count` decimal digits make.
    static func number(_ bytes: Span<UInt8>, _ start: Int, _ count: Int) -> Int? {
        var number = 0
        for index in start..<start + count {
            guard let digit = bytes[index].decimalDigit else { return nil }
            number = number * 10 + digit
        }
        return number
    }
}
