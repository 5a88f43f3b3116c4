public import Quantities

/// The lateral distance between car and path, in metres. Only GM's layout has it, in place of the speed.
/// Confidence C, from `cadillac_ct6_object.dbc` of `commaai/opendbc`: 9 bits, 1 m a step, from −256 m.
///
/// 0 −256 m or beyond · 1...509 · 510 254 m or beyond · 511 not available, as in every other field of
/// nine bits (D). Which side is positive is not public.
@frozen
public struct LateralOffsetCode: FieldCode {
    /// The width of the field in bits.
    public static var width: Int { 9 }

    /// The number on the wire, 0...511.
    public let raw: UInt16

    /// The code of a raw number. Bits above the field's width are dropped.
    public init(raw: UInt16) { self.raw = raw & Self.mask }

    /// 511: not available.
    public static var notAvailable: Self { Self(raw: 511) }

    /// The code nearest to a distance, saturating; `nil` and what is no number are not available.
    public init(_ distance: Metres?) {
        guard let distance, !distance.value.isNaN else {
            self = .notAvailable
            return
        }
        raw = UInt16(min(max(distance.value.rounded() + 256, 0), 510))
    }

    /// The distance.
    public var reading: Reading<Metres> {
        let distance = Metres(Double(raw) - 256)
        return switch raw {
        case 0: .atMost(distance)
        case 510: .atLeast(distance)
        case 511: .notAvailable
        default: .known(distance)
        }
    }
}
