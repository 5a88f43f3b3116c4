import Quantities

/// An HDT (heading, true) or THS (true heading and status, NMEA 0183) sentence.
///
/// ```
/// $HEHDT,341.8,T*hh
/// $GNTHS,341.8,A*hh
///        1     2
/// ```
///  1. heading, degrees from true north
///  2. HDT: T; THS: A from satellites, E estimated, M manual, S simulated, V void
struct Heading {
    var direction: Degrees?

    init(_ sentence: NMEASentence) throws(InputProblem) {
        guard try sentence.letter(2, .status) != UInt8(ascii: "V") else { return }
        direction = try sentence.direction(1, .heading)
    }
}

/// A ZDA sentence (time and date, NMEA 0183).
///
/// ```
/// $GPZDA,160012.71,11,03,2004,-1,00*hh
///        1         2  3  4    5  6
/// ```
///  1. UTC, hhmmss.ss
///  2. 3. 4. day, month, year of four digits
///  5. 6. the local time zone, not used
struct ZDA {
    var timeOfDay: Nanoseconds?
    /// Days since 1970-01-01.
    var day: Int64?

    init(_ sentence: NMEASentence) throws(InputProblem) {
        timeOfDay = try sentence.timeOfDay(1)
        guard let day = try sentence.integer(2, .date), let month = try sentence.integer(3, .date),
            let year = try sentence.integer(4, .date)
        else { return }
        // Without a clock some receivers print zeros.
        if day == 0, month == 0 { return }
        guard (1980...2261).contains(year),
            let days = CalendarDate.day(year: year, month: month, day: day)
        else { throw sentence.problem(.outOfRange(.date), at: 2) }
        self.day = days
    }
}
