/// A decimal number exactly as it was written: `mantissa` × 10^-`scale`, with `scale` in 0...18.
///
/// Readers keep it until they know the unit, so that a coordinate never passes through a binary
/// fraction on its way to fixed point (after minmea's `minmea_float`).
struct DecimalNumber: Hashable {
    /// All digits, with the sign.
    let mantissa: Int64
    /// The number of digits after the point.
    let scale: Int

    /// The largest number of digits. Further digits after the point are dropped: they are below the
    /// resolution of any receiver.
    static let digitLimit = 18

    init(mantissa: Int64, scale: Int) {
        self.mantissa = mantissa
        self.scale = scale
    }

    /// Parses `[+-]digits[.digits][(e|E)[+-]digits]`, all of the range and nothing else; `nil`
    /// where it is no such number or has too many digits before the point.
    init?(_ bytes: Span<UInt8>, _ range: Range<Int>) {
        var index = range.lowerBound
        let end = range.upperBound
        var isNegative = false
        if index < end, bytes[index] == UInt8(ascii: "-") || bytes[index] == UInt8(ascii: "+") {
            isNegative = bytes[index] == UInt8(ascii: "-")
            index += 1
        }
        var mantissa: Int64 = 0
        var scale = 0
        var significant = 0
        var sawDigit = false
        var isFraction = false
        while index < end {
            let byte = bytes[index]
            if let digit = byte.decimalDigit {
                sawDigit = true
                if significant < Self.digitLimit && scale < Self.digitLimit {
                    mantissa = mantissa * 10 + Int64(digit)
                    if mantissa != 0 { significant += 1 }
                    if isFraction { scale += 1 }
                } else if !isFraction {
                    return nil
                }
            } else if byte == UInt8(ascii: "."), !isFraction {
                isFraction = true
            } else {
                break
            }
            index += 1
        }
        guard sawDigit else { return nil }
        if index < end {
            guard let exponent = Self.exponent(bytes, index..<end) else { return nil }
            scale -= exponent
            while scale < 0 {
                let (product, overflows) = mantissa.multipliedReportingOverflow(by: 10)
                guard !overflows else { return nil }
                mantissa = product
                scale += 1
            }
            while scale > Self.digitLimit {
                mantissa /= 10
                scale -= 1
            }
        }
        self.mantissa = isNegative ? -mantissa : mantissa
        self.scale = scale
    }

    /// The exponent of a JSON number, up to ±99.
    private static func exponent(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int? {
        var index = range.lowerBound
        guard bytes[index] | 0x20 == UInt8(ascii: "e") else { return nil }
        index += 1
        var isNegative = false
        if index < range.upperBound,
            bytes[index] == UInt8(ascii: "-") || bytes[index] == UInt8(ascii: "+")
        {
            isNegative = bytes[index] == UInt8(ascii: "-")
            index += 1
        }
        guard index < range.upperBound, range.upperBound - index <= 2 else { return nil }
        var exponent = 0
        while index < range.upperBound {
            guard let digit = bytes[index].decimalDigit else { return nil }
            exponent = exponent * 10 + digit
            index += 1
        }
        return isNegative ? -exponent : exponent
    }

    /// The nearest `Double`; correctly rounded for up to 15 digits.
    var value: Double { Double(mantissa) / Double(Self.power(scale)) }

    /// The number times 10^`digits`, rounded to the nearest whole number, ties away from zero;
    /// `nil` where that is too large. `digits` is in 0...18.
    func scaled(by digits: Int) -> Int64? {
        if digits >= scale {
            let (product, overflows) = mantissa.multipliedReportingOverflow(
                by: Self.power(digits - scale)
            )
            return overflows ? nil : product
        }
        return Self.divide(mantissa, by: Self.power(scale - digits))
    }

    /// The quotient rounded to the nearest whole number, ties away from zero.
    static func divide(_ dividend: Int64, by divisor: Int64) -> Int64 {
        let (quotient, rest) = dividend.quotientAndRemainder(dividingBy: divisor)
        // |rest| ≥ divisor / 2, written so that it cannot overflow.
        guard rest.magnitude >= divisor.magnitude - rest.magnitude else { return quotient }
        return dividend < 0 ? quotient - 1 : quotient + 1
    }

    /// 10^`exponent` for 0...18.
    static func power(_ exponent: Int) -> Int64 { powers[exponent] }

    private static let powers: [19 of Int64] = [
        1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
        10_000_000_000, 100_000_000_000, 1_000_000_000_000, 10_000_000_000_000,
        100_000_000_000_000, 1_000_000_000_000_000, 10_000_000_000_000_000,
        100_000_000_000_000_000, 1_000_000_000_000_000_000,
    ]
}

extension UInt8 {
    /// The value of an ASCII decimal digit.
    var decimalDigit: Int? {
        let digit = Int(self) - 0x30
        return digit >= 0 && digit <= 9 ? digit : nil
    }

    /// The value of an ASCII hexadecimal digit.
    var hexadecimalDigit: UInt8? {
        switch self {
        case 0x30...0x39: return self - 0x30
        case 0x41...0x46: return self - 0x41 + 10
        case 0x61...0x66: return self - 0x61 + 10
        default: return nil
        }
    }
}
