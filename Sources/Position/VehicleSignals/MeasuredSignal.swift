import CANDatabase
import CANFrames

/// A signal that measures a quantity, with the numbers that mean no value.
struct MeasuredSignal: Sendable {
    private let signal: DatabaseSignal
    /// What must be in the frame for the signal to be in it, the signal's own multiplexor first. A multiplexor may have
    /// one itself. None if the signal is always in the frame.
    private let conditions: [Condition]
    /// Raw numbers that mean no value, by their names.
    private let unavailable: [UInt64]

    /// A multiplexor, and its numbers for what it selects; `nil` where the message does not have it.
    private struct Condition {
        let multiplexor: DatabaseSignal?
        let values: [ClosedRange<UInt64>]

        func holds(in frame: CANFrame) -> Bool {
            guard let bits = multiplexor?.bits, bits.fits(bytes: frame.length) else { return false }
            let selected = bits.extract(from: frame.bytes)
            return values.contains { $0.contains(selected) }
        }
    }

    /// The beginnings of words in the names of such numbers.
    private static let noValue = ["notavail", "unavail", "invalid", "error", "fault", "init"]

    /// Whether a name means no value, such as `SNA`, `NotAvailable` or `INIT_VALUE`.
    private static func meansNoValue(_ name: String) -> Bool {
        let words = name.words
        return words.contains { word in
            word == "sna" || noValue.contains { word.hasPrefix($0) }
        } || zip(words, words.dropFirst()).contains { $0 == "not" && $1.hasPrefix("avail") }
    }

    init(_ signal: DatabaseSignal, in message: DatabaseMessage) {
        self.signal = signal
        conditions = Self.conditions(of: signal, in: message)
        unavailable = signal.namedValues.filter { Self.meansNoValue($0.name) }.map(\.raw)
    }

    private static func conditions(
        of signal: DatabaseSignal, in message: DatabaseMessage
    ) -> [Condition] {
        var conditions: [Condition] = []
        var next = signal.condition
        // Multiplexors that select each other would have no end.
        while let condition = next, conditions.count <= message.signals.count {
            let multiplexor = message.signal(named: condition.multiplexor)
            conditions.append(Condition(multiplexor: multiplexor, values: condition.values))
            next = multiplexor?.condition
        }
        return conditions
    }

    /// The value in the signal's unit; `nil` where it is not in the frame, is marked as not
    /// available, or is outside of the range that is meant to occur. It allocates nothing.
    func value(in frame: CANFrame) -> Double? {
        guard let raw = raw(in: frame) else { return nil }
        if unavailable.contains(raw) { return nil }
        let value = number(raw) * signal.factor + signal.offset
        guard value.isFinite else { return nil }
        if let range = signal.range {
            // The product may miss the end of the range by a rounding.
            let slack = signal.factor.magnitude / 2
            return value >= range.lowerBound - slack && value <= range.upperBound + slack
                ? value : nil
        }
        // By custom, as in SAE J1939, all ones mean no value unless the DBC names them.
        let isAllOnes = signal.valueType == .unsigned && raw == signal.bits.largest
        return isAllOnes && signal.bits.width > 1 ? nil : value
    }

    /// Whether a switch with this raw number is on; `nil` where the number means no value.
    func isOn(_ raw: UInt64) -> Bool? { unavailable.contains(raw) ? nil : raw != 0 }

    /// The number as it is in the frame; `nil` where it is not in it. It allocates nothing.
    func raw(in frame: CANFrame) -> UInt64? {
        guard signal.bits.fits(bytes: frame.length),
            conditions.allSatisfy({ $0.holds(in: frame) })
        else { return nil }
        return signal.bits.extract(from: frame.bytes)
    }

    /// Whether the signal can represent a value, in its unit, to half a step.
    func canRepresent(_ value: Double) -> Bool {
        abs(held(value) - value) <= signal.factor.magnitude / 2
    }

    /// The range of the signal, in its unit.
    var range: ClosedRange<Double> {
        let ends = (held(-.greatestFiniteMagnitude), held(.greatestFiniteMagnitude))
        return min(ends.0, ends.1)...max(ends.0, ends.1)
    }

    /// The unit that the DBC gives.
    var unit: String { signal.unit }

    /// A value limited to the range of the signal.
    private func held(_ value: Double) -> Double {
        let inRange = signal.range.map { min(max(value, $0.lowerBound), $0.upperBound) } ?? value
        let number = (inRange - signal.offset) / signal.factor
        let width = Double(signal.bits.width)
        let numbers: ClosedRange<Double>
        switch signal.valueType {
        case .unsigned: numbers = 0...powerOfTwo(width) * (1 - 1e-16)
        case .signed:
            let half = powerOfTwo(width - 1)
            numbers = -half...half * (1 - 1e-16)
        case .float, .double: return inRange
        }
        guard !numbers.contains(number.rounded()) else { return inRange }
        let end = number < 0 ? numbers.lowerBound : numbers.upperBound
        return end.rounded(.towardZero) * signal.factor + signal.offset
    }

    /// Writes a value, in the signal's unit, limited to the range of the signal.
    func insert(_ value: Double, into frame: inout CANFrame) {
        let number = (held(value) - signal.offset) / signal.factor
        let width = Double(signal.bits.width)
        let raw: UInt64
        // Limited once more, since the conversion from the number to the value and back is rounded.
        switch signal.valueType {
        case .unsigned:
            raw = UInt64(min(max(number.rounded(), 0), powerOfTwo(width) * (1 - 1e-16)))
        case .signed:
            let half = powerOfTwo(width - 1)
            raw = UInt64(bitPattern: Int64(min(max(number.rounded(), -half), half * (1 - 1e-16))))
        case .float: raw = UInt64(Float(number).bitPattern)
        case .double: raw = number.bitPattern
        }
        insert(raw: raw, into: &frame)
    }

    /// The largest number that its bits can have.
    var largestRaw: UInt64 { signal.bits.largest }

    /// Writes a raw number, and the multiplexors that put the signal into the frame.
    func insert(raw: UInt64, into frame: inout CANFrame) {
        guard signal.bits.fits(bytes: frame.length) else { return }
        signal.bits.insert(raw, into: &frame.bytes)
        for condition in conditions {
            guard let selected = condition.values.first?.lowerBound else { continue }
            condition.multiplexor?.bits.insert(selected, into: &frame.bytes)
        }
    }

    private func powerOfTwo(_ exponent: Double) -> Double {
        Double(sign: .plus, exponent: Int(exponent), significand: 1)
    }

    private func number(_ raw: UInt64) -> Double {
        switch signal.valueType {
        case .unsigned: return Double(raw)
        case .signed:
            let shift = UInt64(64 - signal.bits.width)
            return Double(Int64(bitPattern: raw << shift) >> Int64(shift))
        case .float: return Double(Float(bitPattern: UInt32(truncatingIfNeeded: raw)))
        case .double: return Double(bitPattern: raw)
        }
    }
}

extension String {
    /// The words of a name such as `Road_Wet` or `NotAvailable`, in small letters.
    var words: [String] {
        var words = [""]
        var wasSmall = false
        for letter in self {
            if !letter.isLetter || wasSmall && letter.isUppercase { words.append("") }
            if letter.isLetter { words[words.count - 1] += letter.lowercased() }
            wasSmall = letter.isLowercase
        }
        return words.filter { !$0.isEmpty }
    }
}
