/// A linear scale between a number on the wire and a value.
///
/// value = (raw − ``zero``) / ``perUnit``
public struct LinearCoding: Sendable, Hashable {
    /// The code of a value beyond the scale.
    public enum Beyond: Sendable, Hashable {
        /// The end of the scale, which a client reads as "this or more" or "this or less".
        case saturates
        /// Not available: a place that does not exist is no place.
        case isNotAvailable
    }

    /// The raw number of the value 0.
    public let zero: UInt32
    /// Raw numbers per unit of the value.
    public let perUnit: Double
    /// The highest raw number of the scale.
    public let highest: UInt32
    /// The decimal places of a value in texts.
    public let places: Int
    /// The code of a value beyond the scale.
    public let beyond: Beyond

    /// A scale of PROFILE SHORT: ten bits, of which 1022 is the upper end.
    static func short(perUnit: Double, zero: UInt32, places: Int) -> Self {
        Self(zero: zero, perUnit: perUnit, highest: 1022, places: places, beyond: .saturates)
    }

    /// A scale of PROFILE LONG.
    static func long(perUnit: Double, zero: UInt32, highest: UInt32, places: Int) -> Self {
        Self(
            zero: zero, perUnit: perUnit, highest: highest, places: places, beyond: .isNotAvailable)
    }

    /// The difference of the values of two neighbouring raw numbers.
    public var factor: Double { 1 / perUnit }

    /// The value of the raw number 0.
    public var lowestValue: Double { zero == 0 ? 0 : value(0) }

    /// The value of the highest raw number.
    public var highestValue: Double { value(highest) }

    private func value(_ raw: UInt32) -> Double { (Double(raw) - Double(zero)) / perUnit }

    /// The raw number nearest to a value; `nil` where a value beyond the scale is not available, and
    /// for what is no number.
    func raw(_ value: Double?) -> UInt32? {
        guard let value, !value.isNaN else { return nil }
        let number = (value * perUnit).rounded() + Double(zero)
        switch beyond {
        case .saturates: return UInt32(min(max(number, 0), Double(highest)))
        case .isNotAvailable:
            return value >= lowestValue && value <= highestValue ? UInt32(number) : nil
        }
    }

    /// The meaning of a raw number. "Not available" belongs to the message and is no number of the scale.
    func reading(_ raw: UInt32) -> Reading<Double> {
        let value = value(raw)
        switch beyond {
        case .saturates:
            if raw == 0, zero > 0 { return .atMost(value) }
            return raw >= highest ? .atLeast(value) : .known(value)
        case .isNotAvailable: return raw > highest ? .reserved : .known(value)
        }
    }
}
