/// The meaning of an effective speed limit; numbers are in the unit of META-DATA.
public enum SpeedLimitReading: Sendable, Hashable {
    /// Not known, or set by a variable sign.
    case unknown
    /// Up to and including this number.
    case upTo(Int)
    /// Above 150, but limited.
    case above150
    /// No limit.
    case unlimited
    /// The sender does not supply this.
    case notAvailable
}

/// The speed limit in force, "up to and including", in the unit that META-DATA states. Confidence A.
///
/// 0 unknown (also: set by a variable sign) · 1 = 5 · 2 = 7 · 3 = 10, then 5 more a code up to
/// 25 = 120 · 26 = 130 · 27 = 140 · 28 = 150 · 29 above 150 and limited · 30 unlimited · 31 not
/// available.
@frozen
public struct EffectiveSpeedLimitCode: FieldCode {
    /// The width of the field in bits.
    public static var width: Int { 5 }

    /// The number on the wire, 0...31.
    public let raw: UInt8

    /// The code of a raw number. Bits above the field's width are dropped.
    public init(raw: UInt8) { self.raw = raw & Self.mask }

    /// 0: unknown, or set by a variable sign.
    public static var unknown: Self { Self(raw: 0) }
    /// 29: above 150, but limited.
    public static var above150: Self { Self(raw: 29) }
    /// 30: no limit.
    public static var unlimited: Self { Self(raw: 30) }
    /// 31: not available.
    public static var notAvailable: Self { Self(raw: 31) }

    /// The code of the smallest bound that holds a limit, a number in META-DATA's unit. `nil`, what
    /// is no number and what is not above 0 are unknown.
    public init(upTo limit: Double?) {
        guard let limit, limit > 0 else {
            self = .unknown
            return
        }
        var code: UInt8 = 1
        while let bound = Self.bound(of: code), Double(bound) < limit { code += 1 }
        raw = code
    }

    /// The limit.
    public var reading: SpeedLimitReading {
        if let bound = Self.bound(of: raw) { return .upTo(bound) }
        return switch self {
        case .above150: .above150
        case .unlimited: .unlimited
        case .notAvailable: .notAvailable
        default: .unknown
        }
    }

    /// The number that a code stands for, `nil` for the codes that stand for none.
    private static func bound(of code: UInt8) -> Int? {
        switch code {
        case 1: 5
        case 2: 7
        case 3...25: Int(code) * 5 - 5
        case 26...28: Int(code) * 10 - 130
        default: nil
        }
    }
}

/// Why the effective speed limit is in force. Confidence A.
@frozen
public struct EffectiveSpeedLimitTypeCode: FieldCode {
    /// The width of the field in bits.
    public static var width: Int { 3 }

    /// The number on the wire, 0...7.
    public let raw: UInt8

    /// The code of a raw number. Bits above the field's width are dropped.
    public init(raw: UInt8) { self.raw = raw & Self.mask }

    /// 0: implicit, by law.
    public static var implicit: Self { Self(raw: 0) }
    /// 1: on a sign.
    public static var explicitSign: Self { Self(raw: 1) }
    /// 2: by night.
    public static var byNight: Self { Self(raw: 2) }
    /// 3: by day.
    public static var byDay: Self { Self(raw: 3) }
    /// 4: by time of day.
    public static var timeOfDay: Self { Self(raw: 4) }
    /// 5: in rain.
    public static var rain: Self { Self(raw: 5) }
    /// 6: in snow.
    public static var snow: Self { Self(raw: 6) }
    /// 7: unknown.
    public static var unknown: Self { Self(raw: 7) }
}
