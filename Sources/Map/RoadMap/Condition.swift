/// The condition of a value: days, season, times of the day, weather, and least weight. All parts
/// must be true; a part that is not stated is true.
///
/// The parts are those that OpenStreetMap's `:conditional` tags use most
/// (https://wiki.openstreetmap.org/wiki/Conditional_restrictions). They fit into one number, so a
/// condition is read from a map without allocation.
@frozen
public struct Condition: Sendable, Hashable {
    /// Days of the week, Monday in the lowest bit of seven; 0 for any day.
    public var weekdays: UInt8 = 0
    /// The effect of public holidays.
    public var publicHolidays = HolidayRule.unstated
    /// The effect of school holidays.
    public var schoolHolidays = HolidayRule.unstated
    /// Its period of the day. An end at or before the begin is on the next day. `nil` is the whole
    /// day.
    public var hours: Hours?
    /// Its period of the year, first and last day included. A last day before the first is in the
    /// next year. `nil` is the whole year.
    public var season: Season?
    /// The weather.
    public var weather = Weather.any
    /// The vehicle's weight above which it holds, in units of 100 kg, 1...1023; 0 for every weight.
    public var weightAbove: UInt16 = 0

    /// Always true.
    @inlinable
    public init() {}

    /// The effect of holidays on a condition of weekdays.
    @frozen
    public enum HolidayRule: UInt8, Sendable, Hashable, CaseIterable {
        /// Not stated.
        case unstated = 0
        /// It holds on holidays too. Without weekdays it holds only on holidays.
        case included = 1
        /// It does not hold on holidays.
        case excluded = 2
    }

    /// A moment of the day.
    @frozen
    public enum DayTime: Sendable, Hashable {
        /// Minutes since midnight, 0...1440.
        case minute(UInt16)
        /// Civil dawn of the place and the day.
        case dawn
        /// Sunrise of the place and the day.
        case sunrise
        /// Sunset of the place and the day.
        case sunset
        /// Civil dusk of the place and the day.
        case dusk
    }

    /// A period of the day.
    @frozen
    public struct Hours: Sendable, Hashable {
        /// When it begins.
        public var from: DayTime
        /// When it ends.
        public var to: DayTime

        /// A period of the day.
        @inlinable
        public init(from: DayTime, to: DayTime) {
            self.from = from
            self.to = to
        }
    }

    /// A day of the year.
    @frozen
    public struct DayOfYear: Sendable, Hashable {
        /// 1...12.
        public var month: UInt8
        /// 1...31.
        public var day: UInt8

        /// A day; `nil` outside of the ranges.
        @inlinable
        public init?(month: Int, day: Int) {
            guard (1...12).contains(month), (1...31).contains(day) else { return nil }
            self.month = UInt8(month)
            self.day = UInt8(day)
        }
    }

    /// A period of the year.
    @frozen
    public struct Season: Sendable, Hashable {
        /// Its first day.
        public var from: DayOfYear
        /// Its last day.
        public var to: DayOfYear

        /// A period of the year.
        @inlinable
        public init(from: DayOfYear, to: DayOfYear) {
            self.from = from
            self.to = to
        }
    }

    /// A state of weather and road, or a time without stated bounds: conditions that a clock cannot
    /// decide.
    @frozen
    public enum Weather: UInt8, Sendable, Hashable, CaseIterable {
        /// No condition.
        case any = 0
        /// The road is wet.
        case wet = 1
        /// There is snow on the road.
        case snow = 2
        /// There is ice on the road.
        case ice = 3
        /// There is fog.
        case fog = 4
        /// The road is dry.
        case dry = 5
        /// The season of winter limits, as the authority of the road declares it.
        case winter = 6
        /// The night, without stated hours.
        case night = 7
    }
}

// The number in map files, from the low end: weekdays 7, public holidays 2, school holidays 2, begin
// and end of the hours 11 each, first and last day of the season 9 each, weather 3, weight 10.
extension Condition {
    /// Its number in an attribute.
    public var attributeValue: UInt64 {
        var value = UInt64(weekdays & 0x7F)
        value |= UInt64(publicHolidays.rawValue) << 7
        value |= UInt64(schoolHolidays.rawValue) << 9
        if let hours {
            value |= hours.from.code << 11
            value |= hours.to.code << 22
        } else {
            value |= DayTime.none << 11
        }
        if let season {
            value |= season.from.code << 33
            value |= season.to.code << 42
        }
        value |= UInt64(weather.rawValue) << 51
        value |= UInt64(min(weightAbove, 1023)) << 54
        return value
    }

    /// The number of a condition that the source states in an unknown form. It stands for no
    /// condition that could be known to hold.
    public static var unreadValue: UInt64 { .max }

    /// The condition of a number in an attribute; `nil` for other numbers.
    public init?(attributeValue value: UInt64) {
        guard let publicHolidays = HolidayRule(rawValue: UInt8(value >> 7 & 3)),
            let schoolHolidays = HolidayRule(rawValue: UInt8(value >> 9 & 3)),
            let weather = Weather(rawValue: UInt8(value >> 51 & 7))
        else { return nil }
        weekdays = UInt8(value & 0x7F)
        self.publicHolidays = publicHolidays
        self.schoolHolidays = schoolHolidays
        self.weather = weather
        weightAbove = UInt16(value >> 54 & 0x3FF)
        if value >> 11 & 0x7FF != DayTime.none {
            guard let from = DayTime(code: value >> 11 & 0x7FF),
                let to = DayTime(code: value >> 22 & 0x7FF)
            else { return nil }
            hours = Hours(from: from, to: to)
        }
        if value >> 33 & 0x3FFFF != 0 {
            guard let from = DayOfYear(code: value >> 33 & 0x1FF),
                let to = DayOfYear(code: value >> 42 & 0x1FF)
            else { return nil }
            season = Season(from: from, to: to)
        }
    }
}

extension Condition.DayTime {
    fileprivate static var none: UInt64 { 0x7FF }

    fileprivate var code: UInt64 {
        switch self {
        case .minute(let minute): UInt64(min(minute, 1440))
        case .dawn: 2001
        case .sunrise: 2002
        case .sunset: 2003
        case .dusk: 2004
        }
    }

    fileprivate init?(code: UInt64) {
        switch code {
        case 0...1440: self = .minute(UInt16(code))
        case 2001: self = .dawn
        case 2002: self = .sunrise
        case 2003: self = .sunset
        case 2004: self = .dusk
        default: return nil
        }
    }
}

extension Condition.DayOfYear {
    fileprivate var code: UInt64 { UInt64(month) << 5 | UInt64(day) }

    fileprivate init?(code: UInt64) { self.init(month: Int(code >> 5), day: Int(code & 31)) }
}
