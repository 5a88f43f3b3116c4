import Geodesy
import Quantities

/// What a GGA sentence (global positioning system fix data, NMEA 0183) says.
///
/// ```
/// $GPGGA,172814.0,3723.46587704,N,12202.26957864,W,2,6,1.2,18.893,M,-25.669,M,2.0,0031*hh
///        1        2             3 4              5 6 7 8   9      10 11     12 13 14
/// ```
///  1. UTC of the position, hhmmss.ss
///  2. 3. latitude ddmm.mm, N or S
///  4. 5. longitude dddmm.mm, E or W
///  6. quality: 0 void, 1 autonomous, 2 differential, 4 RTK fixed, 5 RTK float, 6 estimated …
///  7. satellites used
///  8. horizontal dilution of precision
///  9. 10. altitude above mean sea level, M
///  11. 12. height of the geoid, not used
///  13. 14. age and station of the differential data, not used
struct GGA {
    var timeOfDay: Nanoseconds?
    var isVoid: Bool
    var place: Coordinate?
    var accuracy: Metres?
    var altitude: Metres?

    /// The position error of gpsd for a dilution of 1, without and with differential corrections:
    /// 15 m and 3.75 m at 95 % of the plane (gpsd 3.22, `H_UERE_NO_DGPS`, `H_UERE_WITH_DGPS`),
    /// brought to one standard deviation of one axis by ``planarConfidence``.
    static let autonomousError = Metres(15.0 / planarConfidence)
    static let differentialError = Metres(3.75 / planarConfidence)
    /// The radius that holds 95 % of a circular normal distribution, in standard deviations of one
    /// axis: √(-2 ln 0.05) (Rayleigh distribution).
    static let planarConfidence = 2.4477

    init(_ sentence: NMEASentence) throws(InputProblem) {
        timeOfDay = try sentence.timeOfDay(1)
        // An empty quality comes from receivers that have nothing to say yet.
        let quality = try sentence.number(6, .mode)?.scaled(by: 0) ?? 0
        isVoid = quality == 0
        if isVoid { return }
        place = try sentence.place(2)
        if let dilution = try sentence.magnitude(8, .dilution)?.value {
            accuracy = Self.accuracy(quality: quality, dilution: dilution)
        }
        altitude = try sentence.number(9, .altitude).map { Metres($0.value) }
    }

    /// The standard deviation of one axis. For RTK that of differential fixes is stated, which is
    /// cautious; where the receiver estimates (6), is told (7) or simulates (8), it is not known.
    private static func accuracy(quality: Int64, dilution: Double) -> Metres? {
        // Receivers print 0 or 99.99 for "not known".
        guard dilution > 0, dilution < 50 else { return nil }
        switch quality {
        case 1: return autonomousError * dilution
        case 2, 3, 4, 5, 9: return differentialError * dilution
        default: return nil
        }
    }
}
