/// The distance from the first to the second value of a PROFILE SHORT, in metres. Confidence A.
///
/// 0 no second value in this message · 1...1022 · 1023 not available.
@frozen
public struct ProfileDistanceCode: FieldCode {
    /// The width of the field in bits.
    public static var width: Int { 10 }

    /// The number on the wire, 0...1023.
    public let raw: UInt16

    /// The code of a raw number. Bits above the field's width are dropped.
    public init(raw: UInt16) { self.raw = raw & Self.mask }

    /// 0: the message carries no second value.
    public static var noSecondValue: Self { Self(raw: 0) }
    /// 1023: not available.
    public static var notAvailable: Self { Self(raw: 1023) }
    /// The farthest distance in metres that the field can say.
    public static var farthest: Int { 1022 }

    /// The code of a distance of 1...1022 whole metres; `nil` for other numbers, which need a
    /// message of their own.
    public init?(metres: Int) {
        guard (1...Self.farthest).contains(metres) else { return nil }
        raw = UInt16(metres)
    }

    /// The distance in metres; `nil` where there is no second value or its place is not available.
    public var metres: Int? { (1...1022).contains(raw) ? Int(raw) : nil }
}

/// How exact the values of a PROFILE SHORT are. Confidence A.
@frozen
public struct AccuracyCode: FieldCode {
    /// The width of the field in bits.
    public static var width: Int { 2 }

    /// The number on the wire, 0...3.
    public let raw: UInt8

    /// The code of a raw number. Bits above the field's width are dropped.
    public init(raw: UInt8) { self.raw = raw & Self.mask }

    /// 0: the highest.
    public static var highest: Self { Self(raw: 0) }
    /// 1: medium.
    public static var medium: Self { Self(raw: 1) }
    /// 2: the lowest.
    public static var lowest: Self { Self(raw: 2) }
    /// 3: unknown.
    public static var unknown: Self { Self(raw: 3) }
}
