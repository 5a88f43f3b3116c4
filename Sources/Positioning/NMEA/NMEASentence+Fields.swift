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
        guard number.mantissa >= 0 else { throw problem(.outOfRange(meaning), at: index) }
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
        guard range.count >= 6, let hour = twoDigits(start), let minute = twoDigits(start + 2),
            twoDigits(start + 4) != nil,
            let second = decimal(start + 4..<range.upperBound)?.scaled(by: 9)
        else { throw problem(.malformed(.time), at: index) }
        guard let time = CalendarDate.timeOfDay(hour: hour, minute: minute, second: second) else {
            throw problem(.outOfRange(.time), at: index)
        }
        return time
    }

    /// A date, `ddmmyy`, as days since 1970-01-01; `nil` where the field is empty. Two digits of the
    /// year mean 1980 (when GPS began) to 2079.
    func day(_ index: Int) throws(InputProblem) -> Int64? {
        let range = field(index)
        if range.isEmpty { return nil }
        guard range.count == 6, let day = twoDigits(range.lowerBound),
            let month = twoDigits(range.lowerBound + 2), let year = twoDigits(range.lowerBound + 4)
        else { throw problem(.malformed(.date), at: index) }
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
    /// is empty.
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
        return place
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

    /// What stands before the point, and what stands behind it in 1e-9 of the last digit before: more
    /// decimals of a minute would be less than 2 µm.
    private func degreesAndMinutes(_ range: Range<Int>) -> (whole: Int, nanominutes: Int)? {
        var index = range.lowerBound
        let end = range.upperBound
        var whole = 0
        // Nine digits, so that nothing overflows; five are the most that mean something.
        while index < end, index < range.lowerBound &+ 9, let digit = byte(index).decimalDigit {
            whole = whole &* 10 &+ digit
            index &+= 1
        }
        guard index > range.lowerBound else { return nil }
        if index == end { return (whole, 0) }
        guard byte(index) == UInt8(ascii: ".") else { return nil }
        index &+= 1
        var fraction = 0
        var decimals = 0
        while index < end {
            guard let digit = byte(index).decimalDigit else { return nil }
            if decimals < 9 {
                fraction = fraction &* 10 &+ digit
                decimals &+= 1
            }
            index &+= 1
        }
        return (whole, fraction * Int(DecimalNumber.power(9 - decimals)))
    }

    /// The number that two digits make.
    func twoDigits(_ start: Int) -> Int? {
        guard let tens = byte(start).decimalDigit, let ones = byte(start + 1).decimalDigit else {
            return nil
        }
        return tens * 10 + ones
    }

    /// The decimal number that takes all of the range: `[+-]digits[.digits]`.
    func decimal(_ range: Range<Int>) -> DecimalNumber? {
        var index = range.lowerBound
        let end = range.upperBound
        guard index < end else { return nil }
        let first = byte(index)
        let isNegative = first == UInt8(ascii: "-")
        if isNegative || first == UInt8(ascii: "+") { index &+= 1 }
        let start = index
        var mantissa: Int64 = 0
        var point: Int?
        // With the point that is 18 digits, which is as many as fit; more are rare and read slowly.
        guard end &- index <= 18 else { return longDecimal(range) }
        while index < end {
            let byte = byte(index)
            if let digit = byte.decimalDigit {
                mantissa = mantissa &* 10 &+ Int64(digit)
            } else if byte == UInt8(ascii: "."), point == nil {
                point = index
            } else {
                return nil
            }
            index &+= 1
        }
        guard end &- start > (point == nil ? 0 : 1) else { return nil }
        return DecimalNumber(
            mantissa: isNegative ? -mantissa : mantissa,
            scale: point.map { end &- $0 &- 1 } ?? 0)
    }

    private func longDecimal(_ range: Range<Int>) -> DecimalNumber? {
        var bytes = [120 of UInt8](repeating: 0)
        for index in range { bytes[index] = byte(index) }
        return DecimalNumber(bytes.span, range)
    }
}
