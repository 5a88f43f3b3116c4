import Geodesy
import Quantities
import Testing

@testable import RoadMap

@Suite("Times of day")
struct LocalTimeTests {
    /// Moments of 2026 from Python's zoneinfo.
    @Test(arguments: [
        ("CET-1CEST,M3.5.0,M10.5.0/3", 1_774_745_999, 3600),
        ("CET-1CEST,M3.5.0,M10.5.0/3", 1_774_746_000, 7200),
        ("CET-1CEST,M3.5.0,M10.5.0/3", 1_792_889_999, 7200),
        ("CET-1CEST,M3.5.0,M10.5.0/3", 1_792_890_000, 3600),
        // New Zealand, where summer lasts over the turn of the year.
        ("NZST-12NZDT,M9.5.0,M4.1.0/3", 1_767_225_600, 46_800),
        ("NZST-12NZDT,M9.5.0,M4.1.0/3", 1_782_864_000, 43_200),
        // Greenland: a change before midnight, on the day before.
        ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", 1_774_745_999, -7200),
        ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", 1_774_746_000, -3600),
        ("<+0545>-5:45", 1_767_225_600, 20_700), ("EST5EDT,M3.2.0,M11.1.0", 1_767_225_600, -18_000),
    ])
    func offsets(_ rule: String, _ moment: Int64, _ expected: Int) throws {
        #expect(try #require(TimeZoneRule(rule)).offset(at: moment) == expected)
    }

    @Test(arguments: ["", "CET", "C-1", "CET-1CEST", "CET-1CEST,M3.5.0", "CET-1x", "<+03-3"])
    func `What is no rule is refused`(_ text: String) { #expect(TimeZoneRule(text) == nil) }

    @Test func `A moment as clocks show it`() {
        let time = LocalTime(secondsSince1970: 1_774_746_000, offset: 7200)
        #expect(time.weekday == 6 && time.minute == 180)
        #expect(time.date == CivilDate(daysSince1970: 20_541))
        let before = LocalTime(secondsSince1970: -1, offset: 0)
        #expect(before.weekday == 2 && before.minute == 1439)
    }

    @Test func `The first and the last moment have a day`() {
        #expect(CivilDate(secondsSince1970: .min).year < 0)
        #expect(CivilDate(secondsSince1970: .max).year > 0)
        #expect(CivilDate(secondsSince1970: -1) == CivilDate(daysSince1970: -1))
        #expect(CivilDate(secondsSince1970: -86_400) == CivilDate(daysSince1970: -1))
        #expect(CivilDate(secondsSince1970: -86_401) == CivilDate(daysSince1970: -2))
    }

    private func condition(
        _ weekdays: UInt8 = 0, _ from: UInt16? = nil, _ to: UInt16? = nil
    ) -> Condition {
        var condition = Condition()
        condition.weekdays = weekdays
        if let from, let to {
            condition.hours = Condition.Hours(from: .minute(from), to: .minute(to))
        }
        return condition
    }

    /// 2026-03-29 is a Sunday; the moment is in minutes of that week from Monday on.
    private func holds(_ condition: Condition, _ day: Int, _ minute: Int) -> Bool? {
        let monday: Int64 = 20_535 * 86_400
        return condition.holds(
            at: LocalTime(
                secondsSince1970: monday + Int64(day * 1440 + minute) * 60, offset: 0))
    }

    @Test func `Days and hours`() {
        let workdays = condition(0b001_1111, 420, 540)
        #expect(holds(workdays, 0, 420) == true)
        #expect(holds(workdays, 0, 540) == false)
        #expect(holds(workdays, 5, 450) == false)
        // From 22 h on Fridays to 6 h on Saturdays.
        let night = condition(0b001_0000, 1320, 360)
        #expect(holds(night, 4, 1330) == true)
        #expect(holds(night, 5, 300) == true)
        #expect(holds(night, 5, 1330) == false)
        #expect(holds(night, 4, 300) == false)
        #expect(holds(condition(0b100_0000), 6, 0) == true)
        #expect(holds(condition(0b100_0000), 0, 0) == false)
    }

    @Test func `Season, weather and weight`() throws {
        var winter = Condition()
        winter.season = Condition.Season(
            from: try #require(.init(month: 11, day: 1)), to: try #require(.init(month: 3, day: 29))
        )
        #expect(holds(winter, 6, 0) == true)
        winter.season?.to = try #require(.init(month: 3, day: 28))
        #expect(holds(winter, 6, 0) == false)
        var wet = condition(0, 420, 540)
        wet.weather = .wet
        #expect(holds(wet, 0, 430) == nil)
        #expect(holds(wet, 0, 600) == false)
        var heavy = Condition()
        heavy.weightAbove = 75
        #expect(holds(heavy, 0, 0) == false)
        heavy.weightAbove = 20
        #expect(holds(heavy, 0, 0) == nil)
        var dusk = Condition()
        dusk.hours = Condition.Hours(from: .sunset, to: .minute(1380))
        // Nothing is known of the sun without a place.
        #expect(holds(dusk, 0, 0) == nil)
    }

    /// What a road's surface says of each weather: `+` that it is so, `-` that it is not, `?` nothing.
    @Test(
        arguments: [
            (.any, "+++++"), (.wet, "?-+??"), (.snow, "?--+?"), (.ice, "?--?+"), (.fog, "?????"),
            (.dry, "?+---"), (.winter, "?????"), (.night, "?????"),
        ] as [(Condition.Weather, String)])
    func `Weather by the road's surface`(_ weather: Condition.Weather, _ expected: String) {
        func marks(_ condition: Condition, at time: LocalTime?) -> String {
            String(
                SurfaceCondition.allCases.map {
                    switch condition.holds(at: time, on: $0) {
                    case true?: "+"
                    case false?: "-"
                    case nil: "?"
                    }
                })
        }
        let noon = LocalTime(secondsSince1970: 20_535 * 86_400 + 43_200, offset: 0)
        var condition = Condition()
        condition.weather = weather
        #expect(marks(condition, at: noon) == expected)
        // No time matters to it.
        #expect(marks(condition, at: nil) == expected)
        // Within hours the weather decides, beyond them nothing does, and without a time only weather
        // that it is not.
        condition.hours = Condition.Hours(from: .minute(660), to: .minute(780))
        #expect(marks(condition, at: noon) == expected)
        #expect(marks(condition, at: nil) == expected.replacing("+", with: "?"))
        condition.hours = Condition.Hours(from: .minute(780), to: .minute(840))
        #expect(marks(condition, at: noon) == "-----")
        // A weight that cars may have stays unknown, one that they cannot have is false.
        condition.hours = nil
        condition.weightAbove = 20
        #expect(marks(condition, at: noon) == expected.replacing("+", with: "?"))
        condition.weightAbove = 75
        #expect(marks(condition, at: noon) == "-----")
    }

    @Test func `Without a time what depends on it is not known`() throws {
        func holds(_ change: (inout Condition) throws -> Void) rethrows -> Bool? {
            var condition = Condition()
            try change(&condition)
            return condition.holds(at: nil)
        }
        #expect(holds { $0.weekdays = 0b111_1111 } == nil)
        #expect(
            try holds {
                let day = try #require(Condition.DayOfYear(month: 1, day: 1))
                $0.season = Condition.Season(from: day, to: day)
            } == nil)
        #expect(holds { $0.publicHolidays = .included } == false)
        #expect(holds { $0.publicHolidays = .excluded } == true)
    }

    /// Dawn, sunrise, sunset and dusk in minutes of the clocks there, as the program `astral` has them.
    @Test(
        arguments: [
            // Berlin at midsummer and midwinter, Oslo in spring, Lisbon, Sydney, Honolulu.
            (52.52, 13.405, 20_625, 2, [232, 283, 1293, 1344]),
            (52.52, 13.405, 20_808, 1, [453, 495, 954, 996]),
            (59.91, 10.75, 20_532, 1, [337, 379, 1111, 1153]),
            (38.72, -9.14, 21_243, 0, [403, 430, 1109, 1136]),
            (-33.87, 151.21, 22_158, 10, [349, 374, 1057, 1082]),
            (21.31, -157.86, 20_635, -10, [328, 353, 1157, 1183]),
            // Tromsø in the polar night has twilight.
            (69.65, 18.96, 20_808, 1, [570, nil, nil, 834]),
        ] as [(Double, Double, Int64, Int, [Int?])])
    func sun(
        _ latitude: Double, _ longitude: Double, _ day: Int64, _ hours: Int, _ expected: [Int?]
    ) throws {
        let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
        let noon = day * 86_400 + 43_200 - Int64(hours) * 3600
        let time = LocalTime(secondsSince1970: noon, offset: hours * 3600, at: place)
        let events: [Condition.DayTime] = [.dawn, .sunrise, .sunset, .dusk]
        for (event, expected) in zip(events, expected) {
            let minute = time.minute(of: event)
            #expect(abs((minute ?? -100) - (expected ?? -100)) <= 1)
        }
    }

    @Test func `A limit at night follows the sun`() throws {
        // Berlin on 21 June 2026: the sun rises at 4:43 and sets at 21:33.
        let place = try #require(Coordinate(latitude: 52.52, longitude: 13.405))
        var night = Condition()
        night.hours = Condition.Hours(from: .sunset, to: .sunrise)
        func time(_ hour: Int, _ minute: Int) -> LocalTime {
            LocalTime(
                secondsSince1970: 20_625 * 86_400 + Int64(hour * 60 + minute) * 60 - 7200,
                offset: 7200, at: place)
        }
        #expect(night.holds(at: time(3, 0)) == true)
        #expect(night.holds(at: time(12, 0)) == false)
        #expect(night.holds(at: time(22, 0)) == true)
        let change = try #require(night.nextChange(after: 0, time(12, 0)))
        #expect(abs(change - (9 * 60 + 33) * 60) <= 180)
        let next = try #require(night.nextChange(after: 0, time(23, 0)))
        #expect(abs(next - (5 * 60 + 43) * 60) <= 180)
        // At the North Cape the sun does not set then.
        let cape = try #require(Coordinate(latitude: 71.17, longitude: 25.78))
        let midsummer = LocalTime(
            secondsSince1970: 20_625 * 86_400 + 43_200, offset: 7200, at: cape)
        #expect(night.holds(at: midsummer) == nil)
        // It is looked at again every day.
        #expect(night.nextChange(after: 0, midsummer) == Int64(1440 - midsummer.minute) * 60)
    }
}
