import Quantities

/// How the numbers of a profile become values.
public enum ProfileCoding: Sendable, Hashable {
    /// The number itself.
    case number
    /// A linear scale.
    case linear(LinearCoding)
    /// The eight bands of curvature: see ``ProfileValueCode/curvature``.
    case curvature
    /// The name of this place in the list, of which 0 is "unknown"; beyond it, reserved. Bits outside
    /// the mask do not count.
    case names([String], mask: UInt32 = .max)
    /// A name for each bit, the least significant first; beyond them, reserved.
    case flags([String], isUnknownWithoutBits: Bool = false)
    /// Several values in one number, most significant first.
    case parts([ValuePart])

    /// The highest raw number with a meaning, not counting the one for "not available".
    public var highest: UInt32 {
        switch self {
        case .number, .parts: .max
        case .linear(let scale): scale.highest
        case .curvature: 1022
        case .names(let names, _): UInt32(names.count - 1)
        case .flags(let names, _): 1 << UInt32(names.count) - 1
        }
    }

    /// The names of the numbers from 0 on, or of the bits from the least significant one on; empty
    /// where the value is a number.
    public var names: [String] {
        switch self {
        case .names(let names, _), .flags(let names, _): names
        case .number, .linear, .curvature, .parts: []
        }
    }

    /// Whether each bit of the value is a yes or no of its own.
    public var isFlags: Bool {
        if case .flags = self { true } else { false }
    }

    /// The parts of the value, 32 bits in all; empty where the value is one.
    public var parts: [ValuePart] {
        if case .parts(let parts) = self { parts } else { [] }
    }

    /// The meaning of a value that is not "not available", for people.
    func text(_ raw: UInt32) -> FieldValue {
        switch self {
        case .number: .integer(Int(raw))
        case .linear(let scale): FieldValue(scale.reading(raw), places: scale.places)
        case .curvature:
            FieldValue(ProfileValueCode(field: raw).curvature.map { $0.value }, places: 5)
        case .names(let names, let mask):
            Self.name(raw & mask, names)
        case .flags(let names, let isUnknownWithoutBits):
            if raw == 0, isUnknownWithoutBits {
                .unknown
            } else if raw > highest {
                .reserved
            } else {
                .flags(names.indices.filter { raw >> UInt32($0) & 1 != 0 }.map { names[$0] })
            }
        case .parts(let parts): .parts(Self.parts(raw, parts))
        }
    }

    /// The value of a number that is not "not available", in the profile's unit; the number itself
    /// where it has none.
    func value(_ raw: UInt32) -> Reading<Double> {
        switch self {
        case .linear(let scale): scale.reading(raw)
        case .curvature: ProfileValueCode(field: raw).curvature.map { $0.value }
        case .number, .names, .flags, .parts: .known(Double(raw))
        }
    }

    /// The number nearest to a value in the profile's unit; `nil` is not available. Only scales have
    /// numbers for values.
    func raw(_ value: Double?) -> UInt32? {
        switch self {
        case .linear(let scale): scale.raw(value)
        case .curvature: value.map { UInt32(ProfileValueCode(curvature: PerMetre($0)).raw) }
        case .number, .names, .flags, .parts: value.flatMap { UInt32(exactly: $0) }
        }
    }

    private static func name(_ number: UInt32, _ names: [String]) -> FieldValue {
        if number == 0 { return .unknown }
        return number < names.count ? .word(names[Int(number)]) : .reserved
    }

    private static func parts(_ raw: UInt32, _ parts: [ValuePart]) -> [FieldValue.Part] {
        var values: [FieldValue.Part] = []
        for (part, number) in zip(parts, LongValueCode(raw: raw).numbers(of: parts)) {
            guard let value = part.value(of: number) else { continue }
            values.append(FieldValue.Part(name: part.name, value: value))
        }
        return values
    }
}
