/// A profile type of one of the two profile messages.
public enum ProfileType: Sendable, Hashable {
    /// A type of PROFILE SHORT.
    case short(ShortProfileType)
    /// A type of PROFILE LONG.
    case long(LongProfileType)

    /// The type of a message's kind and number; `nil` where messages of the kind have none.
    public init?(kind: MessageKind, number: UInt8) {
        switch kind {
        case .profileShort: self = .short(ShortProfileType(raw: number))
        case .profileLong: self = .long(LongProfileType(raw: number))
        default: return nil
        }
    }

    /// The profile of a message of which these are the fields; `nil` where it carries none.
    public init?(kind: MessageKind, raw: RawFields) {
        // The profile type's place among the fields of both messages.
        self.init(kind: kind, number: UInt8(truncatingIfNeeded: raw[5]))
    }

    /// All types with a name, short ones first, by their codes.
    public static var named: [Self] {
        ShortProfileType.named.map { .short($0) } + LongProfileType.named.map { .long($0) }
    }

    /// The message that carries it.
    public var kind: MessageKind {
        switch self {
        case .short: .profileShort
        case .long: .profileLong
        }
    }

    /// The number on the wire, 0...31.
    public var number: UInt8 {
        switch self {
        case .short(let type): type.raw
        case .long(let type): type.raw
        }
    }

    /// The record of the type; `nil` if the protocol does not name the type.
    public var record: ProfileRecord? {
        switch self {
        case .short(let type): type.record
        case .long(let type): type.record
        }
    }

    /// The name, such as `curvature`; `type-17` where the protocol has none.
    public var name: String {
        if let record { return record.name }
        return number == 31 ? "n/a" : "type-\(number)"
    }

    /// The name in masks and configurations, such as `profile-short.curvature`.
    public var maskName: String { "\(kind.maskName).\(name)" }

    /// The unit of the values, ASCII; empty where they have none.
    public var unit: String { record?.unit ?? "" }

    /// The course of the value between profile points; steps if the protocol does not state it.
    public var course: ProfileRecord.Course { record?.course ?? .steps }

    /// Whether public sources give the whole coding. Types without are off unless enabled by name.
    public var hasPublicCoding: Bool { record?.hasPublicCoding ?? false }

    /// Whether the protocol gives the number no meaning. 16...30 are system specific: a matter between
    /// car makers, but a profile like any other.
    public var isReserved: Bool { record == nil && !(16...30).contains(number) }

    /// The value of a raw number in the profile's unit: 1/m, per cent, m/s, degrees, m; the raw number
    /// where the type has no unit.
    public func value(of raw: UInt32) -> Reading<Double> {
        switch self {
        case .short(let type): type.value(of: ProfileValueCode(field: raw))
        case .long(let type): type.value(of: LongValueCode(raw: raw))
        }
    }

    /// The meaning of a raw value, for people.
    public func text(of raw: UInt32) -> FieldValue {
        switch self {
        case .short(let type): type.text(of: ProfileValueCode(field: raw))
        case .long(let type): type.text(of: LongValueCode(raw: raw))
        }
    }
}

extension ProfileType: Comparable {
    /// Short types come before long ones, each by their codes.
    public static func < (left: Self, right: Self) -> Bool {
        (left.kind.rawValue, left.number) < (right.kind.rawValue, right.number)
    }
}

extension ShortProfileType {
    /// The name, such as `curvature`; `type-17` where the protocol has none.
    public var name: String { ProfileType.short(self).name }

    /// Whether public sources give the whole coding. Types without are off unless enabled by name.
    public var hasPublicCoding: Bool { record?.hasPublicCoding ?? false }
}

extension LongProfileType {
    /// The name, such as `longitude`; `type-17` where the protocol has none.
    public var name: String { ProfileType.long(self).name }

    /// Whether public sources give the whole coding. Types without are off unless enabled by name.
    public var hasPublicCoding: Bool { record?.hasPublicCoding ?? false }

    /// The parts of the type's value, 32 bits in all; empty where the value is one number.
    public var parts: [ValuePart] { record?.coding.parts ?? [] }
}
