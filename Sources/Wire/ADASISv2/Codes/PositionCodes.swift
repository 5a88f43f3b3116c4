public import Quantities

/// Which of up to four candidates a POSITION is; 0 when there is only one. Confidence B.
public typealias PositionIndex = NumberCode<2>

/// How long ago the transmitted offset was true, in steps of 5 ms. Confidence A.
///
/// 0...509 · 510 older than 2545 ms · 511 not available.
@frozen
public struct PositionAgeCode: FieldCode {
    /// The width of the field in bits.
    public static var width: Int { 9 }

    /// The number on the wire, 0...511.
    public let raw: UInt16

    /// The code of a raw number. Bits above the field's width are dropped.
    public init(raw: UInt16) { self.raw = raw & Self.mask }

    /// 510: older than 2545 ms.
    public static var older: Self { Self(raw: 510) }
    /// 511: not available.
    public static var notAvailable: Self { Self(raw: 511) }

    private static var step: Int64 { 5_000_000 }

    /// The code of an age, to the nearest step; ages below 0 count as 0, `nil` is not available.
    public init(_ age: Nanoseconds?) {
        guard let age else {
            self = .notAvailable
            return
        }
        if age.value > 509 * Self.step {
            self = .older
        } else {
            raw = UInt16((max(0, age.value) + Self.step / 2) / Self.step)
        }
    }

    /// The age; "older" is at least 2545 ms.
    public var reading: Reading<Nanoseconds> {
        switch self {
        case .notAvailable: .notAvailable
        case .older: .atLeast(Nanoseconds(509 * Self.step))
        default: .known(Nanoseconds(Int64(raw) * Self.step))
        }
    }
}

/// The car's speed in steps of 0.2 m/s from −12.8 m/s on, backwards negative. Confidence A.
///
/// 0 is −12.8 m/s or less · 64 standstill · 510 is 89.2 m/s or more · 511 not available.
@frozen
public struct SpeedCode: FieldCode {
    /// The width of the field in bits.
    public static var width: Int { 9 }

    /// The number on the wire, 0...511.
    public let raw: UInt16

    /// The code of a raw number. Bits above the field's width are dropped.
    public init(raw: UInt16) { self.raw = raw & Self.mask }

    /// 64: standstill.
    public static var standstill: Self { Self(raw: 64) }
    /// 511: not available.
    public static var notAvailable: Self { Self(raw: 511) }

    /// The code nearest to a speed, saturating; `nil` and what is no number are not available.
    public init(_ speed: MetresPerSecond?) {
        guard let speed, !speed.value.isNaN else {
            self = .notAvailable
            return
        }
        raw = UInt16(min(max((speed.value * 5).rounded() + 64, 0), 510))
    }

    /// The speed.
    public var reading: Reading<MetresPerSecond> {
        let speed = MetresPerSecond((Double(raw) - 64) / 5)
        return switch raw {
        case 0: .atMost(speed)
        case 510: .atLeast(speed)
        case 511: .notAvailable
        default: .known(speed)
        }
    }
}

/// The confidence of a position: 0 highest, 6 lowest, 7 not available. Confidence B.
@frozen
public struct PositionConfidenceCode: FieldCode {
    /// The width of the field in bits.
    public static var width: Int { 3 }

    /// The number on the wire, 0...7.
    public let raw: UInt8

    /// The code of a raw number. Bits above the field's width are dropped.
    public init(raw: UInt8) { self.raw = raw & Self.mask }

    /// 0: the highest confidence.
    public static var highest: Self { Self(raw: 0) }
    /// 6: the lowest confidence.
    public static var lowest: Self { Self(raw: 6) }
    /// 7: not available.
    public static var notAvailable: Self { Self(raw: 7) }

    /// The code of a rank from 0, the highest, to 6, saturating; `nil` is not available.
    public init(rank: Int?) {
        guard let rank else {
            self = .notAvailable
            return
        }
        raw = UInt8(min(max(rank, 0), 6))
    }

    /// The rank, 0 the highest.
    public var reading: Reading<Int> {
        self == .notAvailable ? .notAvailable : .known(Int(raw))
    }
}

/// The lane that the car is in. Confidence A.
@frozen
public struct CurrentLaneCode: FieldCode {
    /// The width of the field in bits.
    public static var width: Int { 3 }

    /// The number on the wire, 0...7.
    public let raw: UInt8

    /// The code of a raw number. Bits above the field's width are dropped.
    public init(raw: UInt8) { self.raw = raw & Self.mask }

    /// 0: unknown.
    public static var unknown: Self { Self(raw: 0) }
    /// 1: the emergency lane.
    public static var emergency: Self { Self(raw: 1) }
    /// 2: the road has a single lane.
    public static var single: Self { Self(raw: 2) }
    /// 3: the left-most lane.
    public static var leftMost: Self { Self(raw: 3) }
    /// 4: the right-most lane.
    public static var rightMost: Self { Self(raw: 4) }
    /// 5: a middle lane.
    public static var middle: Self { Self(raw: 5) }
    /// 7: not available.
    public static var notAvailable: Self { Self(raw: 7) }
}
