import Geodesy
import Quantities

/// A GLL sentence (geographic position, NMEA 0183).
///
/// ```
/// $GPGLL,4916.45,N,12311.12,W,225444,A,A*hh
///        1       2 3        4 5      6 7
/// ```
///  1. to 4. the place, as in RMC
///  5. UTC of the position, hhmmss.ss; missing before NMEA 2.0
///  6. status, A valid, V void; missing before NMEA 2.0
///  7. mode (NMEA 2.3), as in RMC
struct GLL {
    var timeOfDay: Nanoseconds?
    var isVoid: Bool
    var quality: FixQuality?
    var place: Coordinate?

    init(_ sentence: NMEASentence) throws(InputProblem) {
        timeOfDay = try sentence.timeOfDay(5)
        let status = try sentence.letter(6, .status)
        let mode = try sentence.letter(7, .mode)
        isVoid = status != UInt8(ascii: "A") || mode == UInt8(ascii: "N")
        if isVoid { return }
        quality = mode.flatMap { FixQuality(mode: $0) }
        place = try sentence.place(1)
    }
}

/// A VTG sentence (course and speed over ground, NMEA 0183).
///
/// ```
/// $GPVTG,054.7,T,034.4,M,005.5,N,010.2,K,A*hh
///        1     2 3     4 5     6 7     8 9
/// ```
///  1. 2. course, degrees from true north, T
///  3. 4. course, degrees from magnetic north, M, not used
///  5. 6. speed, knots, N
///  7. 8. speed, km/h, K, not used
///  9. mode (NMEA 2.3), as in RMC
///
/// Without the letters it is a VTG of before NMEA 1.5, which has other fields and is not used.
struct VTG {
    var course: Degrees?
    var speed: MetresPerSecond?

    init(_ sentence: NMEASentence) throws(InputProblem) {
        guard try sentence.letter(9, .mode) != UInt8(ascii: "N") else { return }
        if try sentence.letter(2, .course) == UInt8(ascii: "T") {
            course = try sentence.direction(1, .course)
        }
        if try sentence.letter(6, .speed) == UInt8(ascii: "N") {
            speed = try sentence.magnitude(5, .speed).map { MetresPerSecond(knots: $0.value) }
        }
    }
}
