import Quantities

/// A GST sentence (GNSS pseudorange error statistics, NMEA 0183).
///
/// ```
/// $GPGST,172814.0,0.006,0.023,0.020,273.6,0.023,0.020,0.031*hh
///        1        2     3     4     5     6     7     8
/// ```
///  1. UTC of the position, hhmmss.ss
///  2. root mean square of the ranges' residuals, not used
///  3. 4. 5. standard deviations of the error ellipse's half axes, m, and the first one's direction
///  6. 7. standard deviations of latitude and longitude, m
///  8. standard deviation of altitude, m, not used
struct GST {
    var timeOfDay: Nanoseconds?
    /// The standard deviation of the worse axis.
    var deviation: Metres?

    init(_ sentence: NMEASentence) throws(InputProblem) {
        timeOfDay = try sentence.timeOfDay(1)
        guard let north = try sentence.magnitude(6, .accuracy)?.value,
            let east = try sentence.magnitude(7, .accuracy)?.value
        else { return }
        // Receivers without a fix print zeros, or the largest number that they have.
        let deviation = max(north, east)
        if deviation > 0, deviation < 1000 { self.deviation = Metres(deviation) }
    }
}

/// A PGRME sentence (estimated position error, Garmin).
///
/// ```
/// $PGRME,15.0,M,45.0,M,25.0,M*hh
///        1    2 3    4 5    6
/// ```
///  1. 2. the horizontal error, M; the vertical and the spherical one follow, not used
///
/// Garmin does not document its confidence. It is assumed to be the radius around half of the
/// places, as gpsd does (gpsd 3.22, `processPGRME`).
struct GarminError {
    /// The standard deviation of one axis.
    var deviation: Metres?

    /// The radius that holds 50 % of a circular normal distribution, in standard deviations of one
    /// axis: √(2 ln 2) (Rayleigh distribution).
    static let halfRadius = 1.1774

    init(_ sentence: NMEASentence) throws(InputProblem) {
        guard try sentence.letter(2, .accuracy) == UInt8(ascii: "M"),
            let radius = try sentence.magnitude(1, .accuracy)?.value, radius > 0
        else { return }
        deviation = Metres(radius / Self.halfRadius)
    }
}
