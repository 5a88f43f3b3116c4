import RoadMap

/// The times of a text in the syntax of `opening_hours`, as far as conditions of roads need it:
/// seasons of months and days, days of the week and holidays, hours, `off`, `24/7`, and the moments
/// dawn, sunrise, sunset and dusk. `nil` for everything else
/// (https://wiki.openstreetmap.org/wiki/Key:opening_hours/specification).
///
/// Of two rules for one day the later one counts, by the specification; mappers who write
/// `07:00-09:00; 16:00-18:00` mean both. So such a text is not understood.
func openingTimes(_ text: Substring) -> [Condition]? {
    var found: [Condition] = []
    for rule in text.split(separator: ";") {
        var reader = OpeningTimesReader(rule.trimmed)
        guard let (times, isOff) = reader.readRule(), !times.isEmpty else { return nil }
        if isOff {
            for time in times where !remove(time, from: &found) { return nil }
        } else {
            for time in times where found.contains(where: { $0.sharesDay(with: time) }) {
                return nil
            }
            found += times
        }
    }
    return found.isEmpty ? nil : found
}

/// Removes days; false if a condition cannot express the rest.
private func remove(_ off: Condition, from found: inout [Condition]) -> Bool {
    guard off.season == nil, off.hours == nil, !found.isEmpty else { return false }
    for index in found.indices {
        if off.publicHolidays == .included { found[index].publicHolidays = .excluded }
        if off.schoolHolidays == .included { found[index].schoolHolidays = .excluded }
        guard off.weekdays != 0 else { continue }
        let days = found[index].weekdays == 0 ? 0x7F : found[index].weekdays
        found[index].weekdays = days & ~off.weekdays
        if found[index].weekdays == 0 { return false }
    }
    return true
}

extension Condition {
    /// Whether both include a common day.
    fileprivate func sharesDay(with other: Condition) -> Bool {
        if season != other.season, season != nil, other.season != nil { return false }
        let isHolidayAlone = weekdays == 0 && publicHolidays == .included
        let otherIsHolidayAlone = other.weekdays == 0 && other.publicHolidays == .included
        if isHolidayAlone != otherIsHolidayAlone { return false }
        let days = weekdays == 0 ? 0x7F : weekdays
        let otherDays = other.weekdays == 0 ? 0x7F : other.weekdays
        return days & otherDays != 0
    }
}

/// Reads one rule.
private struct OpeningTimesReader {
    private var rest: Substring

    init(_ text: Substring) { rest = text }

    mutating func readRule() -> (times: [Condition], isOff: Bool)? {
        if rest == "24/7" { return ([Condition()], false) }
        var times: [Condition] = []
        var day = Condition()
        var hasDays = false
        if let season = readSeason() { day.season = season }
        var isFirst = true
        repeat {
            skipSpaces()
            var next = day
            if !isFirst, startsWithDay { next = Condition(season: day.season) }
            let isNamed = readDays(into: &next)
            hasDays = hasDays || isNamed
            day = next
            skipSpaces()
            if rest.isEmpty || rest == "off" || rest == "closed" {
                guard isNamed || isFirst && day.season != nil else { return nil }
                times.append(day)
                return (times, !rest.isEmpty)
            }
            guard let hours = readHours() else { return nil }
            day.hours = hours.isWholeDay ? nil : hours
            times.append(day)
            isFirst = false
            skipSpaces()
        } while take(",")
        skipSpaces()
        if rest == "off" || rest == "closed" { return (times, true) }
        return rest.isEmpty ? (times, false) : nil
    }

    private static let weekdays = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    private static let lastDays = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

    private mutating func skipSpaces() { rest = rest.drop { $0 == " " } }

    private mutating func take(_ text: String) -> Bool {
        guard rest.hasPrefix(text) else { return false }
        rest = rest.dropFirst(text.count)
        return true
    }

    private mutating func takeName(of names: [String]) -> Int? {
        guard let index = names.firstIndex(where: { rest.hasPrefix($0) }) else { return nil }
        let after = rest.dropFirst(names[index].count)
        // "March" is not the month's name here, nor is "Mon" the day's.
        if let next = after.first, next.isLetter { return nil }
        rest = after
        return index
    }

    private mutating func readNumber(upTo digits: Int) -> Int? {
        let text = rest.prefix { $0.isASCII && $0.isNumber }
        guard !text.isEmpty, text.count <= digits else { return nil }
        rest = rest.dropFirst(text.count)
        return Int(text)
    }

    private var startsWithDay: Bool {
        (Self.weekdays + ["PH", "SH"]).contains { rest.hasPrefix($0) }
    }

    private mutating func readSeason() -> Condition.Season? {
        let start = rest
        guard let first = readDayOfYear(isLast: false) else { return nil }
        skipSpaces()
        guard take("-") else {
            guard let month = first.month, first.day == nil,
                let from = Condition.DayOfYear(month: month, day: 1),
                let to = Condition.DayOfYear(month: month, day: Self.lastDays[month - 1])
            else {
                rest = start
                return nil
            }
            _ = take(":")
            return Condition.Season(from: from, to: to)
        }
        skipSpaces()
        guard let last = readDayOfYear(isLast: true), let firstMonth = first.month,
            let lastMonth = last.month ?? first.month,
            (first.day == nil) == (last.day == nil),
            let from = Condition.DayOfYear(month: firstMonth, day: first.day ?? 1),
            let to = Condition.DayOfYear(
                month: lastMonth,
                day: last.day ?? Self.lastDays[lastMonth - 1]
            )
        else {
            rest = start
            return nil
        }
        _ = take(":")
        return Condition.Season(from: from, to: to)
    }

    /// `Nov 01`, `Nov`, or behind a dash also the day alone.
    private mutating func readDayOfYear(isLast: Bool) -> (month: Int?, day: Int?)? {
        let month = takeName(of: Self.months)
        guard month != nil || isLast else { return nil }
        let start = rest
        skipSpaces()
        let day = readNumber(upTo: 2)
        // A number that looked like a day is the hour of a time.
        if day != nil, rest.first == ":" {
            rest = start
            return month.map { ($0 + 1, nil) }
        }
        if day == nil { rest = start }
        guard month != nil || day != nil else { return nil }
        return (month.map { $0 + 1 }, day)
    }

    private mutating func readDays(into condition: inout Condition) -> Bool {
        var isNamed = false
        while true {
            skipSpaces()
            if takeName(of: ["PH"]) != nil {
                condition.publicHolidays = .included
            } else if takeName(of: ["SH"]) != nil {
                condition.schoolHolidays = .included
            } else if let first = takeName(of: Self.weekdays) {
                var last = first
                let start = rest
                skipSpaces()
                if take("-") {
                    skipSpaces()
                    guard let end = takeName(of: Self.weekdays) else { return isNamed }
                    last = end
                } else {
                    rest = start
                }
                var day = first
                condition.weekdays |= 1 << UInt8(day)
                while day != last {
                    day = (day + 1) % 7
                    condition.weekdays |= 1 << UInt8(day)
                }
            } else {
                return isNamed
            }
            isNamed = true
            let start = rest
            skipSpaces()
            guard take(","), startsWithDayAfterSpaces else {
                rest = start
                return true
            }
        }
    }

    private var startsWithDayAfterSpaces: Bool {
        let text = rest.drop { $0 == " " }
        return (Self.weekdays + ["PH", "SH"]).contains { text.hasPrefix($0) }
    }

    private mutating func readHours() -> Condition.Hours? {
        guard let from = readDayTime() else { return nil }
        skipSpaces()
        guard take("-") else { return nil }
        skipSpaces()
        guard let to = readDayTime() else { return nil }
        return Condition.Hours(from: from, to: to)
    }

    private mutating func readDayTime() -> Condition.DayTime? {
        for (name, time) in [
            ("dawn", Condition.DayTime.dawn), ("sunrise", .sunrise), ("sunset", .sunset),
            ("dusk", .dusk),
        ] where take(name) { return time }
        guard let hour = readNumber(upTo: 2), take(":") else { return nil }
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        guard digits.count == 2, let minute = readNumber(upTo: 2), minute < 60, hour <= 48 else {
            return nil
        }
        let total = hour * 60 + minute
        // 26:00 is two o'clock on the next day. A period that ends before its start has the same
        // meaning.
        return total <= 1440 ? .minute(UInt16(total)) : .minute(UInt16(total - 1440))
    }
}

extension Condition {
    fileprivate init(season: Season?) {
        self.init()
        self.season = season
    }
}

extension Condition.Hours {
    fileprivate var isWholeDay: Bool { from == .minute(0) && to == .minute(1440) }
}
