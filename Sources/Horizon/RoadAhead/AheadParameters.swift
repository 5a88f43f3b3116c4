public import Quantities

/// The question of what lies ahead, and what counts as a curve.
public struct AheadParameters: Sendable, Hashable {
    /// The kinds that are looked for.
    public var kinds = Set(AheadKind.allCases)
    /// How far ahead of the vehicle things may begin.
    public var reach = Metres(8000)
    /// The lateral acceleration that the safe speed of a curve is reckoned with. In free driving on dry
    /// roads most drivers stay below 3 m/s², the less the faster they go (Reymond, Kemeny, Droulez and
    /// Berthoz 2001: Role of lateral acceleration in curve driving, Human Factors 43:3).
    public var lateralAcceleration = MetresPerSecondSquared(3)
    /// A bend that can be driven faster than this is no curve.
    public var fastestCurve = MetresPerSecond(130 / 3.6)

    /// The defaults.
    public init() {}

    /// The curvature from which on a bend is a curve, in 1/m.
    var leastCurvature: Double {
        lateralAcceleration.value / (fastestCurve.value * fastestCurve.value)
    }

    /// The speed on a curvature in 1/m, above 0.
    func safeSpeed(_ curvature: Double) -> MetresPerSecond {
        MetresPerSecond((lateralAcceleration.value / curvature).squareRoot())
    }
}
