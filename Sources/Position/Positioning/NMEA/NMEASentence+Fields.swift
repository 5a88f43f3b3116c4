import Geodesy
import Quantities

extension NMEASentence {
    /// The one letter or digit of a field; `nil` where it is empty.
    func letter(_ index: Int, _ meaning: InputField) throws(InputProblem) -> UInt8? {
        let range = field(index)
        if range.isEmpty { return nil }
        guard range.count == 1 else { throw problem(.malformed(meaning), at: index) }
        return byte(range.lowerBound)
    }

    /// A decimal number; `nil` where the field is empty.
    func number(_ index: Int, _ meaning: InputField) throws(InputProblem) -> DecimalNumber? {
        let range = field(index)
        if range.isEmpty { return nil }
        guard let number = decimal(range) else { throw problem(.malformed(meaning), at: index) }
        return number
    }

    /// A decimal number that cannot be negative.
    func magnitude(_ index: Int, _ meaning: InputField) throws(InputProblem) -> DecimalNumber? {
        guard let number = try number(index, meaning) else { return nil }
        guard meaning.permits(number.value) else { throw problem(.outOfRange(meaning), at: index) }
        return number
    }

    /// A direction, degrees from true north, 0 ..< 360; `nil` where the field is empty.
    func direction(_ index: Int, _ meaning: InputField) throws(InputProblem) -> Degrees? {
        guard let degrees = try magnitude(index, meaning)?.value else { return nil }
        guard degrees <= 360 else { throw problem(.outOfRange(meaning), at: index) }
        return Degrees(degrees == 360 ? 0 : degrees)
    }

    /// A whole number; `nil` where the field is empty.
    func integer(_ index: Int, _ meaning: InputField) throws(InputProblem) -> Int? {
        guard let number = try number(index, meaning) else { return nil }
        return number.scaled(by: 0).map { Int($0) }
    }

    /// A time of day, `hhmmss` or `hhmmss.sss`; `nil` where the field is empty.
    func timeOfDay(_ index: Int) throws(InputProblem) -> Nanoseconds? {
        let range = field(index)
        if range.isEmpty { return nil }
        let start = range.lowerBound
        guard range.count >= 6, let clock = digits(start, 6) else {
            throw problem(.malformed(.time), at: index)
        }
        var second = Int64(clock % 100) * 1_000_000_000
        if range.count > 6 {
            // The fraction with the point before it.
            guard byte(start + 6) == UInt8(ascii: "."),
                let fraction = range.count == 7
                    ? 0 : decimal(start + 6..<range.upperBound)?.scaled(by: 9)
            else { throw problem(.malformed(.time), at: index) }
            second += fraction
        }
        let (hour, minute) = (clock / 10_000, clock / 100 % 100)
        guard let time = CalendarDate.timeOfDay(hour: hour, minute: minute, second: second) else {
            throw problem(.outOfRange(.time), at: index)
        }
        return time
    }

    /// A date, `ddmmyy`, as days since 1970-01-01; `nil` where the field is empty. Two digits of
    /// the year mean 1980 (when GPS began) to 2079.
    func day(_ index: Int) throws(InputProblem) -> Int64? {
        let range = field(index)
        if range.isEmpty { return nil }
        guard range.count == 6, let date = digits(range.lowerBound, 6) else {
            throw problem(.malformed(.date), at: index)
        }
        let (day, month, year) = (date / 10_000, date / 100 % 100, date % 100)
        guard
            let days = CalendarDate.day(
                year: year >= 80 ? 1900 + year : 2000 + year,
                month: month,
                day: day
            )
        else { throw problem(.outOfRange(.date), at: index) }
        return days
    }

    /// A place in four fields: `ddmm.mmmm`, N or S, `dddmm.mmmm`, E or W; `nil` where a coordinate
    /// is empty, or both are 0.
    func place(_ index: Int) throws(InputProblem) -> Coordinate? {
        guard
            let latitude = try coordinate(index, .latitude, UInt8(ascii: "N"), UInt8(ascii: "S")),
            let longitude = try coordinate(
                index + 2,
                .longitude,
                UInt8(ascii: "E"),
                UInt8(ascii: "W")
            )
        else { return nil }
        guard latitude.magnitude <= 900_000_000 else {
            throw problem(.outOfRange(.latitude), at: index)
        }
        guard let place = Coordinate(latitudeE7: latitude, longitudeE7: longitude) else {
            throw problem(.outOfRange(.longitude), at: index + 2)
        }
        return place.standsForNone ? nil : place
    }

    /// Degrees × 10⁷, rounded once from the decimal minutes.
    private func coordinate(
        _ index: Int,
        _ meaning: InputField,
        _ positive: UInt8,
        _ negative: UInt8
    ) throws(InputProblem) -> Int32? {
        let range = field(index)
        if range.isEmpty { return nil }
        guard let hemisphere = try letter(index + 1, meaning) else {
            throw problem(.missing(meaning), at: index + 1)
        }
        guard hemisphere == positive || hemisphere == negative else {
            throw problem(.malformed(meaning), at: index + 1)
        }
        guard let (whole, nanominutes) = degreesAndMinutes(range) else {
            throw problem(.malformed(meaning), at: index)
        }
        let degrees = whole / 100
        let minutes = whole % 100
        guard degrees <= 180, minutes < 60 else {
            throw problem(.outOfRange(meaning), at: index)
        }
        // 1e-7 degrees are 6000 e-9 minutes.
        let fraction = (minutes * 1_000_000_000 + nanominutes + 3_000) / 6_000
        let total = degrees * 10_000_000 + fraction
        guard total <= 1_800_000_000 else { throw problem(.outOfRange(meaning), at: index) }
        return Int32(truncatingIfNeeded: hemisphere == negative ? 0 - total : total)
    }

    /// The number before the point, and the fraction in 1e-9: further decimals of a minute would be
    /// less than 2 µm.
    private func degreesAndMinutes(_ range: Range<Int>) -> (whole: Int, nanominutes: Int)? {
        let dots = Self.matches(word(at: range.lowerBound), UInt8(ascii: "."))
        let point = range.lowerBound + dots.trailingZeroBitCount >> 3
        guard point < range.upperBound else {
            guard range.count <= 8, let whole = digits(range.lowerBound, range.count) else {
                return nil
            }
            return (whole, 0)
        }
        guard let whole = digits(range.lowerBound, point - range.lowerBound) else { return nil }
        let decimals = range.upperBound - point - 1
        if decimals == 0 { return (whole, 0) }
        guard let first = digits(point + 1, min(decimals, 8)) else { return nil }
        if decimals <= 8 { return (whole, first * Int(DecimalNumber.power(9 - decimals))) }
        var rest = point + 9
        while rest < range.upperBound {
            guard byte(rest).decimalDigit != nil else { return nil }
            rest += 1
        }
        return (whole, first * 10 + (byte(point + 9).decimalDigit ?? 0))
    }

    /// The number that 1 to 8 digits make.
    @inline(__always)
    private func digits(_ start: Int, _ count: Int) -> Int? {
        Self.number(word(at: start), count)
    }

    /// The number that the first 1 to 8 bytes of a word make, `nil` where one of them is no digit.
    ///
    /// Pairs of digits, then of pairs, then of fours are put together, all at once. Source: Lemire
    /// and Langdale, "Parsing gigabytes of JSON per second", 2019, doi:10.1007/s00778-019-00578-5,
    /// §3.1.5.
    @inline(__always)
    private static func number(_ word: UInt64, _ count: Int) -> Int? {
        guard count >= 1 else { return nil }
        // The last digit becomes the highest byte; the bytes below are 0.
        let digits = (word ^ 0x3030_3030_3030_3030) << UInt64((8 - count) << 3)
        let isAboveNine = (digits & 0x7F7F_7F7F_7F7F_7F7F) + 0x7676_7676_7676_7676 | digits
        guard isAboveNine & 0x8080_8080_8080_8080 == 0 else { return nil }
        let pairs = (digits &* 2561) >> 8 & 0x00FF_00FF_00FF_00FF
        let fours = (pairs &* 6_553_601) >> 16 & 0x0000_FFFF_0000_FFFF
        return Int(truncatingIfNeeded: (fours &* 42_949_672_960_001) >> 32)
    }

    /// The decimal number that takes all of the range: `[+-]digits[.digits]`.
    func decimal(_ range: Range<Int>) -> DecimalNumber? {
        let count = range.count
        guard count <= 8 else { return longDecimal(range) }
        let word = word(at: range.lowerBound)
        let kept: UInt64 = count == 8 ? .max : (1 << UInt64(count << 3)) - 1
        let dots = Self.matches(word, UInt8(ascii: ".")) & kept
        if dots == 0 {
            if let number = Self.number(word, count) {
                return DecimalNumber(mantissa: Int64(number), scale: 0)
            }
            return longDecimal(range)
        }
        // Without the point it is a number of digits.
        let point = dots.trailingZeroBitCount >> 3
        let before: UInt64 = (1 << UInt64(point << 3)) - 1
        let joined = word & before | word >> 8 & ~before
        guard let number = Self.number(joined, count - 1) else { return longDecimal(range) }
        return DecimalNumber(mantissa: Int64(number), scale: count - 1 - point)
    }

    /// A number that is long, has a sign, or is none.
    private func longDecimal(_ range: Range<Int>) -> DecimalNumber? {
        var bytes = [120 of UInt8](repeating: 0)
        for index in range {
            bytes[index] = byte(index)
            // An exponent is for JSON.
            if bytes[index] | 0x20 == UInt8(ascii: "e") { return nil }
        }
        return DecimalNumber(bytes.span, range)
    }
}
