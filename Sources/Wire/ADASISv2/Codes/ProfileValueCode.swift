public import Quantities

/// A value of PROFILE SHORT: ten bits whose meaning the profile type gives; 1023 is not available.
@frozen
public struct ProfileValueCode: FieldCode {
    /// The width of the field in bits.
    public static var width: Int { 10 }

    /// The number on the wire, 0...1023.
    public let raw: UInt16

    /// The code of a raw number. Bits above the field's width are dropped.
    public init(raw: UInt16) { self.raw = raw & Self.mask }

    /// 1023: not available.
    public static var notAvailable: Self { Self(raw: 1023) }
}

// Curvature, type 1. Confidence A; the banding is NDS.Live's ADAS curvature coding.
//
// With k = |curvature| * 100000 per metre the code is 511 + sign * round(k / step + base), in eight
// bands of 64 codes, each with twice the step of the one before:
//
//     code distance  from k   step  base
//       0 ...  63        0       1     0
//      64 ... 127       64       2    32
//     128 ... 191      192       4    80
//     192 ... 255      448       8   136
//     256 ... 319      960      16   196
//     320 ... 383     1984      32   258
//     384 ... 447     4032      64   321
//     448 ... 511     8128     128   384.5   (511 is k = 16192, a radius of 6.2 m, or more)
extension ProfileValueCode {
    /// 511: straight.
    public static var straight: Self { Self(raw: 511) }

    /// The code nearest to a curvature, right bends positive, saturating at ±0.16192 per metre; `nil`
    /// and what is no number are not available.
    public init(curvature: PerMetre?) {
        guard let curvature, !curvature.value.isNaN else {
            self = .notAvailable
            return
        }
        let scaled = curvature.value.magnitude * 100_000
        let distance: Int
        if scaled >= 16192 {
            distance = 511
        } else {
            var band = 0
            while scaled >= Self.lowerEnd(ofBand: band + 1) { band += 1 }
            distance = Int((scaled / Self.step(ofBand: band) + Self.base(ofBand: band)).rounded())
        }
        raw = UInt16(curvature.value < 0 ? 511 - distance : 511 + distance)
    }

    /// The curvature, right bends positive.
    public var curvature: Reading<PerMetre> {
        if self == .notAvailable { return .notAvailable }
        let signed = Int(raw) - 511
        let distance = signed.magnitude
        let band = Int(distance) / 64
        let scaled = (Double(distance) - Self.base(ofBand: band)) * Self.step(ofBand: band)
        let value = PerMetre((signed < 0 ? -scaled : scaled) / 100_000)
        return switch raw {
        case 0: .atMost(value)
        case 1022: .atLeast(value)
        default: .known(value)
        }
    }

    /// 1, 2, 4 ... 128.
    private static func step(ofBand band: Int) -> Double { Double(1 << band) }

    /// Where a band begins in k: 64 * (2^band - 1). The ninth would begin at 16320, but codes end at
    /// 16192 already.
    private static func lowerEnd(ofBand band: Int) -> Double { Double(64 * ((1 << band) - 1)) }

    /// The base at which band and code agree: 64 * band = lowerEnd / step + base.
    private static func base(ofBand band: Int) -> Double {
        Double(64 * band) - lowerEnd(ofBand: band) / step(ofBand: band)
    }
}

// Slope, types 3 and 4. Confidence A; that uphill is positive is inferred (D).
extension ProfileValueCode {
    /// 511: level.
    public static var level: Self { Self(raw: 511) }

    /// The code nearest to a slope in per cent, uphill positive, in steps of 0.1 %, saturating at
    /// ±51.1 %; `nil` and what is no number are not available.
    public init(slopePercent slope: Double?) {
        raw = ShortProfileType.slope.raw(slope).map { UInt16($0) } ?? Self.notAvailable.raw
    }

    /// The slope in per cent, uphill positive.
    public var slopePercent: Reading<Double> {
        self == .notAvailable ? .notAvailable : ShortProfileType.slope.reading(UInt32(raw))
    }
}
