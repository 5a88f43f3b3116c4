public import Positioning
import Geodesy
public import Quantities

/// Writes fixes as a receiver sends them.
///
/// Sources: NMEA 0183 as described in gpsd's "NMEA Revealed" (E. S. Raymond), sentences RMC and
/// GGA.
public struct NMEAText {
    /// RMC and GGA of a fix, each with its line end; `nil` where it has no time.
    public static func sentences(for fix: Fix) -> (rmc: String, gga: String)? {
        guard let time = fix.time else { return nil }
        let (date, clock) = dateAndClock(time)
        let place =
            angle(fix.place.latitudeE7, degrees: 2, "N", "S") + ","
            + angle(fix.place.longitudeE7, degrees: 3, "E", "W")
        let speed = fix.speed.map { decimal($0.value * 3600 / 1852, places: 2) } ?? ""
        let course = fix.course.map { decimal($0.normalized.value, places: 2) } ?? ""
        // A receiver reports its accuracy as dilution; a user range error of 5 m converts one into
        // the other.
        let dilution = fix.accuracy.map { decimal($0.value / 5, places: 1) } ?? "1.0"
        let altitude = fix.altitude.map { decimal($0.value, places: 1) } ?? ""
        return (
            sentence("GPRMC,\(clock),A,\(place),\(speed),\(course),\(date),,,A"),
            sentence("GPGGA,\(clock),\(place),1,08,\(dilution),\(altitude),M,,M,,")
        )
    }

    /// RMC and GGA of a receiver that has no fix at a moment.
    public static func sentencesWithoutFix(at time: UTCTime) -> (rmc: String, gga: String) {
        let (date, clock) = dateAndClock(time)
        return (
            sentence("GPRMC,\(clock),V,,,,,,,\(date),,,N"),
            sentence("GPGGA,\(clock),,,,,0,00,,,M,,M,,")
        )
    }

    private static func sentence(_ body: String) -> String {
        let checksum = body.utf8.reduce(0) { $0 ^ $1 }
        let digits = String(checksum, radix: 16, uppercase: true)
        return "$\(body)*\(digits.count < 2 ? "0" : "")\(digits)\r\n"
    }

    /// Degrees and minutes with seven decimals: finer than the 1e-7 degrees of a place.
    private static func angle(
        _ e7: Int32, degrees width: Int, _ positive: String, _ negative: String
    ) -> String {
        let whole = Int64(e7.magnitude)
        let degrees = whole / 10_000_000
        // Minutes × 10⁷ are the rest × 60, exactly.
        let minutes = whole % 10_000_000 * 60
        return padded(degrees, width) + padded(minutes / 10_000_000, 2) + "."
            + padded(minutes % 10_000_000, 7) + "," + (e7 < 0 ? negative : positive)
    }

    private static func decimal(_ value: Double, places: Int) -> String {
        let scale: Int64 = places == 2 ? 100 : 10
        let scaled = Int64((value * Double(scale)).rounded())
        return "\(scaled / scale)." + padded(scaled % scale, places)
    }

    private static func padded(_ value: Int64, _ width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    /// `ddmmyy` and `hhmmss.sss` of a moment.
    private static func dateAndClock(_ time: UTCTime) -> (date: String, clock: String) {
        let milliseconds = (time.nanoseconds + 500_000) / 1_000_000
        let day = milliseconds / 86_400_000
        let clock = milliseconds % 86_400_000
        let date = CivilDate(daysSince1970: day)
        return (
            padded(Int64(date.day), 2) + padded(Int64(date.month), 2)
                + padded(Int64(date.year % 100), 2),
            padded(clock / 3_600_000, 2) + padded(clock / 60_000 % 60, 2)
                + padded(clock / 1000 % 60, 2) + "." + padded(clock % 1000, 3)
        )
    }
}
