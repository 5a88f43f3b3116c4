import Geodesy
import Quantities

/// An RMC sentence (recommended minimum specific GNSS data, NMEA 0183).
///
/// ```
/// $GPRMC,225446.33,A,4916.45,N,12311.12,W,000.5,054.7,191194,020.3,E,A,V*hh
///        1         2 3       4 5        6 7     8     9      10    11 12 13
/// ```
///  1. UTC of the position, hhmmss.ss
///  2. status, A valid, D valid with differential corrections, V void
///  3. 4. latitude ddmm.mm, N or S
///  5. 6. longitude dddmm.mm, E or W
///  7. speed over ground, knots
///  8. course over ground, degrees from true north
///  9. date, ddmmyy
///  10. 11. magnetic variation, not used
///  12. mode (NMEA 2.3), N void, A autonomous, D differential, E estimated …
///  13. navigational status (NMEA 4.1), not used
struct RMC {
    var timeOfDay: Nanoseconds?
    var isVoid: Bool
    var quality: FixQuality?
    var place: Coordinate?
    var speed: MetresPerSecond?
    var course: Degrees?
    /// Days since 1970-01-01.
    var day: Int64?

    init(_ sentence: NMEASentence) throws(InputProblem) {
        timeOfDay = try sentence.timeOfDay(1)
        guard let status = try sentence.letter(2, .status) else {
            throw sentence.problem(.missing(.status), at: 2)
        }
        let mode = try sentence.letter(12, .mode)
        isVoid =
            status != UInt8(ascii: "A") && status != UInt8(ascii: "D")
            || mode == UInt8(ascii: "N")
        // The fields of a void sentence do not count, and neither do their errors.
        if isVoid {
            day = try? sentence.day(9)
            return
        }
        quality = mode.flatMap { FixQuality(mode: $0) }
        place = try sentence.place(3)
        day = try sentence.day(9)
        if let knots = try sentence.magnitude(7, .speed) {
            speed = MetresPerSecond(knots: knots.value)
        }
        course = try sentence.direction(8, .course)
    }
}
