/// A number as people read it: so many digits after the point, never an exponent. What is not finite is
/// shown as a dash.
public func decimalText(_ value: Double, places: Int) -> String {
    var factor = 1.0
    for _ in 0..<places { factor *= 10 }
    let scaled = (value * factor).rounded()
    guard scaled.magnitude < 9e15 else { return "–" }
    let digits = String(Int64(scaled.magnitude))
    let sign = scaled < 0 ? "-" : ""
    guard places > 0 else { return sign + digits }
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    return sign + padded.dropLast(places) + "." + padded.suffix(places)
}

/// A text as a JSON string, quotes included (RFC 8259, 7).
public func jsonText(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\"": result += "\\\""
        case "\\": result += "\\\\"
        case "\n": result += "\\n"
        case "\t": result += "\\t"
        case _ where scalar.value < 0x20:
            let digits = String(scalar.value, radix: 16)
            result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        default: result.unicodeScalars.append(scalar)
        }
    }
    return result + "\""
}

/// A moment as ISO 8601 writes it, such as `2025-01-19T21:21:36Z`; seconds since 1970, leap seconds not
/// counted.
///
/// Source: the proleptic Gregorian calendar by H. Hinnant, `civil_from_days`,
/// https://howardhinnant.github.io/date_algorithms.html
public func utcText(_ seconds: Int64) -> String {
    func floored(_ value: Int64, by divisor: Int64) -> Int64 {
        value >= 0 ? value / divisor : -((divisor - 1 - value) / divisor)
    }
    // Years that no file means are held where the arithmetic is safe.
    let seconds = min(max(seconds, -62_135_596_800), 253_402_300_799)
    let day = floored(seconds, by: 86_400)
    let second = seconds - day * 86_400
    let shifted = day + 719_468
    let era = floored(shifted, by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
        (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let dayOfMonth = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    func digits(_ value: Int64, _ count: Int) -> String {
        let text = String(value)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    return "\(digits(year, 4))-\(digits(month, 2))-\(digits(dayOfMonth, 2))T"
        + "\(digits(second / 3600, 2)):\(digits(second / 60 % 60, 2)):\(digits(second % 60, 2))Z"
}
