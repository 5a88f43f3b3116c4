/// How well a value of a profile is known, in the four steps of ADASIS v2.
@frozen
public enum ProfileAccuracy: UInt8, Sendable, Comparable {
    /// The better half of ``medium``.
    case highest = 0
    /// As good as control units need: curvature within 10 %, slope within one per cent.
    case medium = 1
    /// Worse; also a straight, as far as the line can show it.
    case lowest = 2
    /// There is no error to go by.
    case unknown = 3

    /// Of a curvature and its stated error (``ProfileKind/curvatureError``), both in one unit.
    public init(curvature: Double, error: Double) {
        let relative = curvature == 0 ? 1 : error / abs(curvature)
        self = relative <= 0.05 ? .highest : relative <= 0.1 ? .medium : .lowest
    }

    /// Of the stated error of a slope (``ProfileKind/slopeError``) in per cent.
    public init(slopeError: Double) {
        self = slopeError <= 0.5 ? .highest : slopeError <= 1 ? .medium : .lowest
    }

    /// Better before worse.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
