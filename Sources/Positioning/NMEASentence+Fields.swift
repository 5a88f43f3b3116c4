import Geodesy
import Quantities

extension NMEASentence {
    /// What a sentence is about, by the last three letters of its address.
    enum Kind {
        /// Recommended minimum.
        case rmc
        /// Fix data.
        case gga
        /// Any other standard or proprietary sentence.
        case other
    }

    /// The kind of sentence. Any talker (`GP`, `GN`, `GL`, `II` …) will do; proprietary addresses
    /// start with P and are another thing.
    var kind: Kind {
        let address = field(0)
        guard address.count == 5, byte(address.lowerBound) != UInt8(ascii: "P") else {
            return .other
        }
        switch (byte(2), byte(3), byte(4)) {
        case (UInt8(ascii: "R"), UInt8(ascii: "M"), UInt8(ascii: "C")): return .rmc
        case (UInt8(ascii: "G"), UInt8(ascii: "G"), UInt8(ascii: "A")): return .gga
        default: return .other
        }
    }

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

    /// A time of day, `hhmmss` or `hhmmss.sss`; `nil` where the field is empty.
    func timeOfDay(_ index: Int) throws(InputProblem) -> Nanoseconds? {
        let range = field(index)
        if range.isEmpty { return nil }
        guard range.count >= 6, let hour = twoDigits(range.lowerBound),
            let minute = twoDigits(range.lowerBound + 2), twoDigits(range.lowerBound + 4) != nil,
            let second = decimal(range.lowerBound + 4..<range.upperBound)?.scaled(by: 9)
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
        guard let number = try number(index, meaning) else { return nil }
        guard let hemisphere = try letter(index + 1, meaning) else {
            throw problem(.missing(meaning), at: index + 1)
        }
        guard hemisphere == positive || hemisphere == negative else {
            throw problem(.malformed(meaning), at: index + 1)
        }
        guard number.mantissa >= 0 else { throw problem(.malformed(meaning), at: index) }
        // Nine decimals of a minute are 2 µm: more would only overflow below.
        var scale = number.scale
        var mantissa = number.mantissa
        while scale > 9 {
            mantissa /= 10
            scale -= 1
        }
        let unit = DecimalNumber.power(scale)
        let (degrees, minutes) = mantissa.quotientAndRemainder(dividingBy: 100 * unit)
        guard degrees <= 180, minutes < 60 * unit else {
            throw problem(.outOfRange(meaning), at: index)
        }
        let fraction = DecimalNumber.divide(minutes * 10_000_000, by: 60 * unit)
        let total = degrees * 10_000_000 + fraction
        guard total <= 1_800_000_000 else { throw problem(.outOfRange(meaning), at: index) }
        return Int32(hemisphere == negative ? -total : total)
    }
}
