import Geodesy
import Quantities

/// How the error of a fix depends on the error of the fix before. Errors of receivers drift slowly. A road
/// to which the fixes keep their distance is therefore more likely than a road from which they move away.
///
/// The model is a first-order autoregressive process in each axis (Gauss-Markov process; Gelb 1974, Applied
/// Optimal Estimation, 3.8). Of the error before, only the component across the road is known. Beyond the
/// end of a road both components are known.
struct ErrorCorrelation {
    /// The standard deviation of the error, metres.
    private let deviation: Double
    /// The correlation between both errors, 0 ..< 1.
    private let correlation: Double
    /// The expected error now, as a share of the error before.
    private let carried: Double
    /// The standard deviation of the change if the previous error is known, metres.
    private let least: Double
    /// The smallest change, metres.
    private let floor: Double
    private let huberDeviations: Double
    private let jumpLog: Double

    /// The model of a step from an error with the deviation `before` to an error with `deviation`, metres.
    /// `correlation` is that of both, 0 ..< 1.
    init(
        deviation: Double,
        before: Double,
        correlation: Double,
        _ parameters: MatchingParameters
    ) {
        self.deviation = deviation
        floor = parameters.errors.minimumErrorChange.value
        huberDeviations = parameters.accuracy.huberDeviations
        jumpLog = parameters.errors.errorJumpLog
        self.correlation = correlation
        carried = correlation * deviation / before
        least = Self.spread(1, correlation, deviation, floor)
    }

    /// The log-likelihood of the error at a candidate after the error at another one, relative to
    /// the maximum with a known previous error.
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

    /// The standard deviation of the change along an axis, of which the share `known`, 0...1, was known.
    private static func spread(
        _ known: Double, _ correlation: Double, _ deviation: Double, _ floor: Double
    ) -> Double {
        let new = 1 - correlation * correlation * known
        return (new * deviation * deviation + floor * floor).squareRoot()
    }
}

extension MatchingParameters {
    /// The correlation between the errors of two fixes that are `seconds` apart, 0...1. Of a vehicle that drives the
    /// surroundings change too.
    func correlation(over seconds: Double, standing isStanding: Bool) -> Double {
        let time = isStanding ? standstill.correlationTime : errors.errorCorrelationTime
        return exponential(-seconds / max(time, 0.001))
    }
}
