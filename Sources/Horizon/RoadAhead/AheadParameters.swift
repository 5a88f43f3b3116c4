public import Quantities

/// The question for the list ahead, and the limits of a curve.
public struct AheadParameters: Sendable, Hashable {
    /// The kinds of entries to find.
    public var kinds = Set(AheadKind.allCases)
    /// The largest distance from the vehicle to the start of an entry.
    public var reach = Metres(8000)
    /// The lateral acceleration at the safe speed of a curve. In free driving on dry roads most drivers stay
    /// below 3 m/s², and further below it at higher speeds (Reymond, Kemeny, Droulez and
    /// Berthoz 2001: Role of lateral acceleration in curve driving, Human Factors 43:3).
    public var lateralAcceleration = MetresPerSecondSquared(3)
    /// A bend with a higher safe speed is no curve.
    public var fastestCurve = MetresPerSecond(130 / 3.6)

    /// The defaults.
    public init() {}

    /// The smallest curvature of a curve, in 1/m.
    var leastCurvature: Double {
        lateralAcceleration.value / (fastestCurve.value * fastestCurve.value)
    }

    /// The safe speed for a curvature above 0, in 1/m.
    func safeSpeed(_ curvature: Double) -> MetresPerSecond {
        MetresPerSecond((lateralAcceleration.value / curvature).squareRoot())
    }
}
