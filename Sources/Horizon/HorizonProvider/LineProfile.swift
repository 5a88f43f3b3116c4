import ADASISv2
import Quantities

/// A PROFILE SHORT with linear interpolation between its points. Each message carries a piece: a
/// first value, and the next value as value1.
enum LineProfile {
    /// In 1/m, to the right positive.
    case curvature
    /// In per cent, uphill positive.
    case slope

    /// The profile of a type; `nil` if its values are not interpolated linearly.
    init?(_ type: ShortProfileType) {
        switch type {
        case .curvature: self = .curvature
        case .slopeLinear: self = .slope
        default: return nil
        }
    }

    /// Its type on the wire.
    var type: ShortProfileType {
        switch self {
        case .curvature: .curvature
        case .slope: .slopeLinear
        }
    }

    /// The code nearest to a value.
    func code(_ value: Double) -> ProfileValueCode {
        switch self {
        case .curvature: ProfileValueCode(curvature: PerMetre(value))
        case .slope: ProfileValueCode(slopePercent: value)
        }
    }

    /// The value of a code; `nil` if it has none.
    func value(_ code: ProfileValueCode) -> Double? {
        switch self {
        case .curvature: code.curvature.value?.value
        case .slope: code.slopePercent.value
        }
    }
}
