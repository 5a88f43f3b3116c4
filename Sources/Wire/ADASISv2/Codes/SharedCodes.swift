public import Quantities

/// An angle clockwise from the path's direction in steps of 360/254 degrees. Confidence A.
///
/// 0...253 · 254 unknown · 255 not available. The relative heading of POSITION, the turn angle of
/// STUB.
@frozen
public struct AngleCode: FieldCode {
    /// The width of the field in bits.
    public static var width: Int { 8 }

    /// The number on the wire, 0...255.
    public let raw: UInt8

    /// The code of a raw number.
    public init(raw: UInt8) { self.raw = raw }

    /// 254: unknown.
    public static var unknown: Self { Self(raw: 254) }
    /// 255: not available.
    public static var notAvailable: Self { Self(raw: 255) }

    /// The code nearest to an angle of any size; `nil` and what is no finite number are unknown.
    public init(_ angle: Degrees?) {
        guard let angle, angle.value.isFinite else {
            self = .unknown
            return
        }
        // 253.5 and more is nearest to the full turn, which is 0 again.
        raw = UInt8((angle.normalized.value * 254 / 360).rounded()) % 254
    }

    /// The angle, 0 ..< 360 degrees.
    public var reading: Reading<Degrees> {
        switch self {
        case .unknown: .unknown
        case .notAvailable: .notAvailable
        default: .known(Degrees(Double(raw) * 360 / 254))
        }
    }
}

/// A probability in steps of 100/30 %.
///
/// 0 · 1...30, 30 being 100 % · 31 not available. In POSITION 0 is unknown (confidence A). In SEGMENT
/// and STUB it is unknown or, by other sources, not allowed to be driven (C).
@frozen
public struct ProbabilityCode: FieldCode {
    /// The width of the field in bits.
    public static var width: Int { 5 }

    /// The number on the wire, 0...31.
    public let raw: UInt8

    /// The code of a raw number. Bits above the field's width are dropped.
    public init(raw: UInt8) { self.raw = raw & Self.mask }

    /// 0: unknown, or not allowed to be driven.
    public static var unknown: Self { Self(raw: 0) }
    /// 30: certain.
    public static var certain: Self { Self(raw: 30) }
    /// 31: not available.
    public static var notAvailable: Self { Self(raw: 31) }

    /// The code nearest to a probability of 0...1, saturating. What is above 0 stays above 0, since
    /// 0 says something else; `nil` and what is no number are not available.
    public init(_ probability: Double?) {
        guard let probability, !probability.isNaN else {
            self = .notAvailable
            return
        }
        raw = probability > 0 ? UInt8(min(max((probability * 30).rounded(), 1), 30)) : 0
    }

    /// The smallest probability that a code says.
    public static var least: Double { 1.0 / 30 }

    /// The code of the largest probability that is not above one of ``least``...1. What is reported so beside one
    /// that is rounded to the nearest does not add up to more than 1 with it where the probabilities do not.
    public init(roundingDown probability: Double) {
        self.init(max((probability * 30 + 1e-9).rounded(.down) / 30, min(probability, Self.least)))
    }

    /// The probability, 1/30...1.
    public var reading: Reading<Double> {
        switch self {
        case .unknown: .unknown
        case .notAvailable: .notAvailable
        default: .known(Double(raw) / 30)
        }
    }
}
