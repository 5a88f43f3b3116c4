import RoadMap

/// The conditions of a value such as `60 @ (Nov 01-Apr 08); 80 @ wet`: any of them is enough.
struct ConditionReading: Hashable {
    var conditions: [Condition]
    /// A kind of vehicle that the conditions name, such as `trailer`.
    var vehicle: String?
}

/// A value with its conditions.
struct ConditionalValue {
    var value: Substring
    /// Value and condition as they are written.
    var text: Substring
    /// `nil` if it is not understood.
    var reading: ConditionReading?
}

/// The parts of a `:conditional` value
/// (https://wiki.openstreetmap.org/wiki/Conditional_restrictions), `value @ condition` each.
func conditionalValues(_ text: String) -> [ConditionalValue] {
    split(text, at: ";").map { part in
        guard let at = part.firstIndex(of: "@") else {
            return ConditionalValue(value: part, text: part, reading: nil)
        }
        return ConditionalValue(
            value: part[..<at].trimmed,
            text: part,
            reading: ConditionReading(part[part.index(after: at)...].trimmed)
        )
    }
}

/// The parts of a text between separators outside of parentheses.
private func split(_ text: String, at separator: Character) -> [Substring] {
    var parts: [Substring] = []
    var depth = 0
    var start = text.startIndex
    for index in text.indices {
        switch text[index] {
        case "(": depth += 1
        case ")": depth -= 1
        case separator where depth == 0:
            parts.append(text[start..<index].trimmed)
            start = text.index(after: index)
        default: break
        }
    }
    parts.append(text[start...].trimmed)
    return parts.filter { !$0.isEmpty }
}

extension ConditionReading {
    /// The meaning of the text after `@`; `nil` if a part of it is not understood, since half a
    /// condition is another condition.
    init?(_ text: Substring) {
        var text = text
        if text.first == "(", text.last == ")" { text = text.dropFirst().dropLast() }
        var weather = Condition.Weather.any
        var weight: UInt16 = 0
        var times: [Condition] = []
        vehicle = nil
        let parts = text.replacing(" and ", with: " AND ").split(separator: " AND ")
        guard !parts.isEmpty else { return nil }
        for part in parts.map(\.trimmed) {
            if let found = Condition.Weather(tag: part) {
                guard weather == .any else { return nil }
                weather = found
            } else if let found = weightAbove(part) {
                guard weight == 0 else { return nil }
                weight = found
            } else if ["trailer", "caravan", "hgv", "goods", "bus"].contains(part) {
                guard vehicle == nil else { return nil }
                vehicle = String(part)
            } else {
                guard times.isEmpty, let found = openingTimes(part) else { return nil }
                times = found
            }
        }
        if times.isEmpty { times = [Condition()] }
        conditions = times.map { time in
            var condition = time
            condition.weather = weather
            condition.weightAbove = weight
            return condition
        }
        // If the vehicle is the only condition, it is no condition any more.
        if conditions == [Condition()] {
            guard vehicle != nil else { return nil }
            conditions = []
        }
    }
}

extension Condition.Weather {
    fileprivate init?(tag text: Substring) {
        switch text.lowercased() {
        case "wet", "rain": self = .wet
        case "snow": self = .snow
        case "ice": self = .ice
        case "fog": self = .fog
        case "dry": self = .dry
        default: return nil
        }
    }
}

/// The weight of `weight>7.5` in units of 100 kg. The tag is in tonnes.
private func weightAbove(_ text: Substring) -> UInt16? {
    for key in ["weight", "weightrating", "maxweight", "maxweightrating"] {
        let compact = text.filter { $0 != " " }
        guard compact.hasPrefix(key + ">") else { continue }
        var number = Substring(compact).dropFirst(key.count + 1)
        if number.first == "=" { number = number.dropFirst() }
        if number.last == "t" { number = number.dropLast() }
        let parts = number.split(separator: ".", omittingEmptySubsequences: false)
        guard let first = parts.first, let whole = UInt16(first), whole <= 100 else { return nil }
        guard parts.count > 1 else { return whole > 0 ? whole * 10 : nil }
        guard parts.count == 2, parts[1].count == 1, let tenth = UInt16(parts[1]) else {
            return nil
        }
        return whole * 10 + tenth > 0 ? whole * 10 + tenth : nil
    }
    return nil
}

extension Substring {
    /// Without spaces at its ends.
    var trimmed: Substring {
        var text = self.drop { $0 == " " }
        while text.last == " " { text.removeLast() }
        return text
    }
}
