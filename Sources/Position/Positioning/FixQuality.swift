import Quantities

/// The dimensions of a fix, as its receiver counts them and gpsd does.
public enum FixMode: UInt8, Sendable, Hashable {
    /// Latitude and longitude; the altitude is assumed.
    case twoDimensional = 2
    /// Latitude, longitude and altitude.
    case threeDimensional = 3
}

/// The kind of a fix.
enum FixQuality: Sendable, Hashable {
    /// From satellites alone, or with their precise service.
    case autonomous
    /// With differential corrections.
    case differential
    /// With the carriers' phases, their whole cycles known or not.
    case realTimeKinematic
    /// By dead reckoning, manual or simulated: its accuracy is unknown.
    case estimated

    /// By the mode letter of RMC, GNS, GLL and VTG (NMEA 0183 4.1).
    init?(mode: UInt8) {
        switch mode {
        case UInt8(ascii: "A"): self = .autonomous
        case UInt8(ascii: "D"), UInt8(ascii: "P"): self = .differential
        case UInt8(ascii: "R"), UInt8(ascii: "F"): self = .realTimeKinematic
        case UInt8(ascii: "E"), UInt8(ascii: "M"), UInt8(ascii: "S"): self = .estimated
        default: return nil
        }
    }

    /// By the number of GGA.
    init?(number: Int) {
        switch number {
        case 1: self = .autonomous
        case 2, 3, 9: self = .differential
        case 4, 5: self = .realTimeKinematic
        case 6, 7, 8: self = .estimated
        default: return nil
        }
    }
}

/// The accuracy of a fix whose receiver reports the dilution of precision alone.
enum Dilution {
    /// gpsd's error of one axis for a dilution of 1 of that axis, without and with differential
    /// corrections: 15 m and 3.75 m at 95 % (gpsd 3.22, libgpsd_core.c, `H_UERE_NO_DGPS` and
    /// `H_UERE_WITH_DGPS`, which it multiplies by `xdop` and `ydop`).
    private static let autonomousError = 15.0
    private static let differentialError = 3.75
    /// 95 % of a normal distribution, in standard deviations.
    static let axisConfidence = 1.96
    /// The radius that holds 95 % of a circular normal distribution, in standard deviations of one
    /// axis: √(-2 ln 0.05) (Rayleigh distribution).
    static let planarConfidence = 2.4477

    /// Whether it is no word for "not known": receivers print 0 or 99.99 for that.
    static func isPlausible(_ horizontal: Double) -> Bool { horizontal > 0 && horizontal < 50 }

    /// The standard deviation of one axis. HDOP² is the sum of the squares of both axes' dilutions,
    /// which are assumed to be equal. RTK fixes get the accuracy of differential ones, which is
    /// cautious; estimated fixes have none.
    ///
    /// The receivers of gpsd's corpus that state deviations too (GST) agree: 5.1 m for a dilution
    /// of 1 without corrections, where this is 5.4 m, and 0.3 to 1.7 m with them, where this is 1.4
    /// m.
    ///
    /// - Parameter isKnown: Whether the receiver has reported a plausible dilution before. Then a very large one is
    ///   meant, and the fix is bad.
    static func accuracy(
        _ horizontal: Double, _ quality: FixQuality?, isKnown: Bool
    ) -> Metres? {
        guard isPlausible(horizontal) || isKnown && horizontal > 0 else { return nil }
        let error: Double
        switch quality {
        case .autonomous, nil: error = autonomousError
        case .differential, .realTimeKinematic: error = differentialError
        case .estimated: return nil
        }
        return Metres(horizontal * error / (axisConfidence * 2.0.squareRoot()))
    }
}
