import Geodesy
import Quantities

/// A GGA sentence (global positioning system fix data, NMEA 0183), or a GNS, which has the same
/// values.
///
/// ```
/// $GPGGA,172814.0,3723.46587704,N,12202.26957864,W,2,6,1.2,18.893,M,-25.669,M,2.0,0031*hh
///        1        2             3 4              5 6 7 8   9      10 11     12 13 14
/// $GNGNS,224749.00,3333.4268304,N,11153.3538273,W,DA,19,0.6,406.110,-26.294,6.0,0138,S*hh
///        1         2            3 4             5 6  7  8   9       10      11  12   13
/// ```
///  1. UTC of the position, hhmmss.ss
///  2. 3. latitude ddmm.mm, N or S
///  4. 5. longitude dddmm.mm, E or W
///  6. GGA: quality: 0 void, 1 autonomous, 2 differential, 4 RTK fixed, 5 RTK float, 6 estimated …;
///     GNS: a mode as in RMC for each system of satellites
///  7. satellites used, checked only
///  8. horizontal dilution of precision
///  9. altitude above mean sea level, m
/// The other fields (height of the geoid, age and station of the corrections) are not used, except
///  13. GNS: navigational status (NMEA 4.1): S safe, C caution, U unsafe; V is not known, which many
///      receivers send always
struct GGA {
    var timeOfDay: Nanoseconds?
    var isVoid: Bool
    var quality: FixQuality?
    var place: Coordinate?
    var dilution: Double?
    var altitude: Metres?

    init(_ sentence: NMEASentence) throws(InputProblem) {
        timeOfDay = try sentence.timeOfDay(1)
        // Receivers without a fix leave the quality empty.
        let quality = try sentence.integer(6, .mode) ?? 0
        isVoid = quality <= 0
        if isVoid { return }
        self.quality = FixQuality(number: quality)
        try read(sentence)
    }

    /// Reads a GNS.
    init(multiple sentence: NMEASentence) throws(InputProblem) {
        timeOfDay = try sentence.timeOfDay(1)
        isVoid = true
        for index in sentence.field(6) {
            // GPS comes first; of the others it is enough to know that there is one.
            let mode = sentence.byte(index)
            if mode == UInt8(ascii: "N") { continue }
            isVoid = false
            quality = quality ?? FixQuality(mode: mode)
        }
        if try sentence.letter(13, .status) == UInt8(ascii: "U") { isVoid = true }
        if isVoid { return }
        try read(sentence)
    }

    private mutating func read(_ sentence: NMEASentence) throws(InputProblem) {
        place = try sentence.place(2)
        _ = try sentence.integer(7, .satellites)
        dilution = try sentence.magnitude(8, .dilution)?.value
        altitude = try sentence.number(9, .altitude).map { Metres($0.value) }
    }
}
