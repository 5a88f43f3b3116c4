/// The meaning of a field's value, for people and texts.
public enum FieldValue: Sendable, Hashable {
    /// A whole number.
    case integer(Int)
    /// A number with that many decimal places.
    case decimal(Double, places: Int)
    /// More than a number, at least it, or at most it: the field's end.
    case bound(Bound, Double, places: Int)
    /// Yes or no.
    case flag(Bool)
    /// A name, such as `roundabout`, `unknown` or `n/a`.
    case word(String)
    /// All of these; none where the list is empty.
    case flags([String])
    /// Several values in one.
    case parts([Part])

    /// One of several values.
    public struct Part: Sendable, Hashable {
        /// Its name.
        public let name: String
        /// Its meaning.
        public let value: FieldValue
    }

    /// How a value lies to the end of its field.
    public enum Bound: String, Sendable, Hashable {
        /// More than it.
        case above = ">"
        /// It or more.
        case atLeast = ">="
        /// It or less.
        case atMost = "<="
    }

    /// Whether it is the end of its field rather than a value.
    var isBound: Bool {
        if case .bound = self { true } else { false }
    }

    /// The value without its unit: `82`, `5.0`, `>2545`, `yes`, `roundabout`, `n/a`.
    public var text: String {
        switch self {
        case .integer(let value): "\(value)"
        case .decimal(let value, let places): decimalText(value, places: places)
        case .bound(let bound, let value, let places):
            bound.rawValue + decimalText(value, places: places)
        case .flag(let answer): answer ? "yes" : "no"
        case .word(let name): name
        case .flags(let names): names.isEmpty ? "none" : names.joined(separator: "+")
        case .parts(let parts):
            parts.map { "\($0.name)=\($0.value.text)" }.joined(separator: " ")
        }
    }

    static var unknown: FieldValue { .word("unknown") }
    static var notAvailable: FieldValue { .word("n/a") }
    static var reserved: FieldValue { .word("reserved") }

    init(_ reading: Reading<Double>, places: Int) {
        self =
            switch reading {
            case .known(let value): .decimal(value, places: places)
            case .atLeast(let value): .bound(.atLeast, value, places: places)
            case .atMost(let value): .bound(.atMost, value, places: places)
            case .unknown: .unknown
            case .notAvailable: .notAvailable
            case .reserved: .reserved
            }
    }

    init(_ reading: Reading<Int>) {
        self =
            switch reading {
            case .known(let value): .integer(value)
            case .atLeast(let value): .bound(.atLeast, Double(value), places: 0)
            case .atMost(let value): .bound(.atMost, Double(value), places: 0)
            case .unknown: .unknown
            case .notAvailable: .notAvailable
            case .reserved: .reserved
            }
    }

    init(_ reading: Reading<Bool>) {
        self =
            switch reading {
            case .known(let value), .atLeast(let value), .atMost(let value): .flag(value)
            case .unknown: .unknown
            case .notAvailable: .notAvailable
            case .reserved: .reserved
            }
    }
}

/// A number with a fixed number of decimal places, ties away from zero; never `-0`.
///
/// The numbers of the protocol are below 2^32 with at most seven places, so nothing overflows.
func decimalText(_ value: Double, places: Int) -> String {
    var power: Int64 = 1
    for _ in 0..<places { power *= 10 }
    let scaled = Int64((value * Double(power)).rounded())
    let whole = "\(scaled < 0 ? "-" : "")\(scaled.magnitude / power.magnitude)"
    guard places > 0 else { return whole }
    // One digit more in front keeps the leading zeros of the fraction.
    let fraction = "\(scaled.magnitude % power.magnitude + power.magnitude)"
    return "\(whole).\(fraction.dropFirst())"
}
