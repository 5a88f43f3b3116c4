public import Geodesy
public import Quantities

/// A moment as clocks at a place show it.
public struct LocalTime: Sendable, Hashable {
    /// The day of the week, 0 Monday ... 6 Sunday.
    public let weekday: Int
    /// The date.
    public let date: CivilDate
    /// Minutes since midnight, 0...1439.
    public let minute: Int
    private let days: Int64
    private let offset: Int
    private let place: Coordinate?

    /// What clocks show that are so many seconds ahead of UTC. Without a place nothing is known of the
    /// sun.
    public init(secondsSince1970 seconds: Int64, offset: Int, at place: Coordinate? = nil) {
        let local = seconds + Int64(offset)
        let days = (local >= 0 ? local : local - 86_399) / 86_400
        self.days = days
        self.offset = offset
        self.place = place
        date = CivilDate(daysSince1970: days)
        minute = Int((local - days * 86_400) / 60)
        // 1970-01-01 was a Thursday.
        weekday = Int(((days + 3) % 7 + 7) % 7)
    }

    /// The minute at which something of the day is, 0...1440, on this day or one of the next; `nil`
    /// where that is not known or the sun does not do it.
    func minute(of event: Condition.DayTime, daysAhead: Int64 = 0) -> Int? {
        if case .minute(let minute) = event { return Int(minute) }
        let sun = place.flatMap {
            SunTimes(at: $0).minute(of: event, daysSince1970: days + daysAhead)
        }
        return sun.map { ((Int($0.rounded()) + offset / 60) % 1440 + 1440) % 1440 }
    }
}

/// When clocks of a time zone are how far ahead of UTC, from now on.
///
/// ```swift
/// TimeZoneRule("CET-1CEST,M3.5.0,M10.5.0/3")?.offset(at: 1_767_254_400)  // 3600 s
/// ```
/// Source: POSIX.1-2024, Base Definitions, 8.3, `TZ`, with hours of RFC 8536, 3.3.1. Days are those of
/// the form `Mm.w.d`, which is all that the tz database uses.
public struct TimeZoneRule: Sendable, Hashable {
    /// Seconds ahead of UTC, east positive.
    private let standard: Int
    private let summer: (offset: Int, start: Change, end: Change)?

    private struct Change: Hashable {
        var month: Int
        var week: Int
        /// 0 Sunday ... 6 Saturday.
        var day: Int
        /// Seconds since midnight; may be before or beyond the day.
        var time: Int
    }

    /// A rule; `nil` if it is not understood.
    public init?(_ text: some StringProtocol) {
        var reader = RuleReader(text: Array(text.utf8))
        guard reader.skipName(), let west = reader.time() else { return nil }
        standard = -west
        guard !reader.isAtEnd else {
            summer = nil
            return
        }
        guard reader.skipName() else { return nil }
        let ahead = reader.time().map { -$0 } ?? standard + 3600
        guard let start = reader.change(), let end = reader.change(), reader.isAtEnd else {
            return nil
        }
        summer = (
            ahead, Change(month: start.0, week: start.1, day: start.2, time: start.3),
            Change(month: end.0, week: end.1, day: end.2, time: end.3)
        )
    }

    /// How many seconds clocks are ahead of UTC at a moment.
    public func offset(at seconds: Int64) -> Int {
        guard let summer else { return standard }
        let year = CivilDate(secondsSince1970: seconds + Int64(standard)).year
        let start = moment(of: summer.start, in: year) - Int64(standard)
        let end = moment(of: summer.end, in: year) - Int64(summer.offset)
        // South of the equator summer lasts over the turn of the year.
        let isSummer =
            start < end
            ? seconds >= start && seconds < end : seconds >= start || seconds < end
        return isSummer ? summer.offset : standard
    }

    /// When a change is in a year, as clocks show it, in seconds since 1970.
    private func moment(of change: Change, in year: Int) -> Int64 {
        let first = daysSince1970(year: year, month: change.month)
        // 1970-01-01 was a Thursday, the fourth day after Sunday.
        let weekday = Int(((first + 4) % 7 + 7) % 7)
        var day = (change.day - weekday + 7) % 7 + 7 * (change.week - 1)
        let next =
            change.month == 12
            ? daysSince1970(year: year + 1, month: 1)
            : daysSince1970(year: year, month: change.month + 1)
        while first + Int64(day) >= next { day -= 7 }
        return (first + Int64(day)) * 86_400 + Int64(change.time)
    }

    /// Days to the first of a month. Source: as of ``CivilDate``, `days_from_civil`.
    private func daysSince1970(year: Int, month: Int) -> Int64 {
        let year = month <= 2 ? year - 1 : year
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return Int64(era * 146_097 + dayOfEra - 719_468)
    }

    /// Whether two rules are one.
    public static func == (left: Self, right: Self) -> Bool {
        left.standard == right.standard && left.summer?.offset == right.summer?.offset
            && left.summer?.start == right.summer?.start && left.summer?.end == right.summer?.end
    }

    /// Hashes what is compared.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(standard)
        hasher.combine(summer?.offset)
    }
}

/// Reads the parts of a rule from its front.
private struct RuleReader {
    let text: [UInt8]
    private var at = 0

    init(text: [UInt8]) { self.text = text }

    var isAtEnd: Bool { at == text.count }

    private var next: UInt8? { at < text.count ? text[at] : nil }

    private mutating func take(_ character: Character) -> Bool {
        guard let next, next == character.asciiValue else { return false }
        at += 1
        return true
    }

    /// Passes over `CET` or `<+03>`.
    mutating func skipName() -> Bool {
        let start = at
        if take("<") {
            while let byte = next, byte != UInt8(ascii: ">") {
                _ = byte
                at += 1
            }
            return take(">")
        }
        while let byte = next, (0x41...0x5A).contains(byte & 0xDF) { at += 1 }
        return at - start >= 3
    }

    private mutating func number(_ range: ClosedRange<Int>) -> Int? {
        var value: Int?
        while let byte = next, (0x30...0x39).contains(byte), (value ?? 0) < 1000 {
            value = (value ?? 0) * 10 + Int(byte - 0x30)
            at += 1
        }
        return value.flatMap { range.contains($0) ? $0 : nil }
    }

    /// `-3:30` in seconds; `nil` if there is none.
    mutating func time() -> Int? {
        let isNegative = take("-")
        if !isNegative { _ = take("+") }
        guard let hours = number(0...167) else { return nil }
        var seconds = hours * 3600
        if take(":") {
            guard let minutes = number(0...59) else { return nil }
            seconds += minutes * 60
            if take(":") {
                guard let rest = number(0...59) else { return nil }
                seconds += rest
            }
        }
        return isNegative ? -seconds : seconds
    }

    /// `,M3.5.0/2`: month, week, day and seconds.
    mutating func change() -> (Int, Int, Int, Int)? {
        guard take(","), take("M"), let month = number(1...12), take("."),
            let week = number(1...5), take("."), let day = number(0...6)
        else { return nil }
        guard take("/") else { return (month, week, day, 7200) }
        return time().map { (month, week, day, $0) }
    }
}
