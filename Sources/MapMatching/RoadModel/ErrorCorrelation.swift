import Geodesy
import Quantities

/// How the error of a fix follows from that of the one before: what a receiver is off by wanders slowly, so
/// a road from which the fixes keep their distance is likelier than one from which they move away.
///
/// A first-order autoregressive process (Gauss and Markov's; Gelb 1974, Applied Optimal Estimation, 3.8) in
/// each axis. Of the error before only the part across its road is known, since nobody knows how far
/// along the road the car was; beyond the end of a road both are.
struct ErrorCorrelation {
    /// The standard deviation of the error, metres.
    private let deviation: Double
    /// The share of the error before that is still there, 0 ..< 1 …
    private let correlation: Double
    /// … and how much of it is to be expected now, by the accuracy of both.
    private let carried: Double
    /// How much an error changes of which all was known, metres.
    private let least: Double
    /// The least change, metres …
    private let floor: Double
    /// … and the deviations from which on it counts linearly.
    private let huberDeviations: Double
    private let jumpLog: Double

    /// From an error with the deviation `before` to one with the deviation `deviation`, metres, so many
    /// seconds later; so large a `share` of both is no noise.
    init(
        deviation: Double,
        before: Double,
        share: Double,
        seconds: Double,
        _ parameters: MatchingParameters
    ) {
        self.deviation = deviation
        floor = parameters.leastErrorChange.value
        huberDeviations = parameters.huberDeviations
        jumpLog = parameters.errorJumpLog
        correlation = share * exponential(-seconds / max(parameters.errorTime, 0.001))
        carried = correlation * deviation / before
        least = Self.spread(1, correlation, deviation, floor)
    }

    /// The logarithm of how likely the error at a candidate is after that at another one, against what is
    /// likeliest where all was known.
    func logLikelihood(of now: Candidate, after before: Candidate) -> Double {
        let isOnLine = now.isBeyondEnd || now.distance < 0.1
        let across = PlanarVector(x: now.bearing.y, y: -now.bearing.x)
        let axis = isOnLine ? across : now.residual * (1 / now.distance)
        let change = now.residual - before.residual * carried
        let along = before.bearing.dot(axis)
        let known = before.isBeyondEnd ? 1 : 1 - along * along
        let spread = Self.spread(known, correlation, deviation, floor)
        var squared = change.dot(axis) / spread
        squared *= squared
        if now.isBeyondEnd {
            let beyond =
                before.isBeyondEnd
                ? change.dot(now.bearing) / least : now.residual.dot(now.bearing) / deviation
            squared += beyond * beyond
        }
        let log = huberLog(squared.squareRoot(), linearFrom: huberDeviations)
        return max(log - logarithm(spread / least), jumpLog)
    }

    /// The standard deviation of the change along an axis, of which so much was known, 0...1.
    private static func spread(
        _ known: Double, _ correlation: Double, _ deviation: Double, _ floor: Double
    ) -> Double {
        let new = 1 - correlation * correlation * known
        return (new * deviation * deviation + floor * floor).squareRoot()
    }
}
