/// The Gregorian calendar, without time zones.
///
/// Source of the two conversions: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms" (public domain).
enum CivilDate {
    /// The days from 1970-01-01 to a date.
    static func days(year: Int, month: Int, day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
            - 719_468
    }

    /// The date a number of days after 1970-01-01.
    static func date(days: Int) -> (year: Int, month: Int, day: Int) {
        let days = days + 719_468
        let era = (days >= 0 ? days : days - 146_096) / 146_097
        let dayOfEra = days - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shifted + 2) / 5 + 1)
    }

    /// A date and a time of day in nanoseconds since 1970-01-01T00:00:00Z. `nil` where there is no such date, or
    /// where Int64 nanoseconds do not reach it (before 1677, after 2262).
    static func nanoseconds(year: Int, month: Int, day: Int, timeOfDay: Int64) -> Int64? {
        guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else {
            return nil
        }
        let days = days(year: year, month: month, day: day)
        guard date(days: days) == (year, month, day) else { return nil }
        // Before 1970 counted from the day's end: the beginning of the first day is out of reach.
        let (whole, rest) =
            days < 0 ? (days + 1, timeOfDay - nanosecondsPerDay) : (days, timeOfDay)
        let (start, isOverflow) = Int64(whole).multipliedReportingOverflow(by: nanosecondsPerDay)
        let (time, isOutside) = start.addingReportingOverflow(rest)
        return isOverflow || isOutside ? nil : time
    }

    /// The nanoseconds of a day.
    static let nanosecondsPerDay: Int64 = 86_400_000_000_000
}

extension Span<UInt8> {
    /// The time of day of a field `hours:minutes:seconds`, the seconds with any decimals, in nanoseconds.
    func timeOfDay(_ field: Range<Int>, addingHalfDay: Bool? = nil) -> Int64? {
        var parts = [Range<Int>]()
        var start = field.lowerBound
        for place in field where self[place] == UInt8(ascii: ":") {
            parts.append(start..<place)
            start = place + 1
        }
        guard parts.count == 2, let hour = number(parts[0], max: 23),
            let minute = number(parts[1], max: 59), start < field.upperBound,
            (0x30...0x39).contains(self[start]),
            let seconds = nanoseconds(start..<field.upperBound), seconds < 61_000_000_000
        else { return nil }
        var hours = Int64(hour)
        // Twelve o'clock is the first hour of its half day. Some tools write 13 to 23 with "pm".
        if let addingHalfDay, hours <= 12 { hours = hours % 12 + (addingHalfDay ? 12 : 0) }
        return (hours * 60 + Int64(minute)) * 60_000_000_000 + seconds
    }
}
