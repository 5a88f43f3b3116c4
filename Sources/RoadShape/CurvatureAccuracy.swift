/// How well a curvature is known, in the four steps of ADASIS v2.
public enum CurvatureAccuracy: Int, Sendable, Comparable {
    /// Within 5 %, nine times of ten.
    case highest = 0
    /// Within 10 %.
    case medium = 1
    /// Worse, or straight as far as can be told.
    case lowest = 2
    /// There is no error to go by.
    case unknown = 3

    /// Of a curvature and its stated error, both 1/m.
    public init(_ curvature: Double, error: Double) {
        let relative = curvature == 0 ? 1 : error / abs(curvature)
        self = relative <= 0.05 ? .highest : relative <= 0.1 ? .medium : .lowest
    }

    /// Better before worse.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
