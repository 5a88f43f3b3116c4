import Geodesy
import Quantities

/// The errors of a receiver against the accuracy that it states, or that is assumed, learned on the drive.
///
/// Each fix that is used shows its distance from the road, weighted by the probabilities of the candidates. The
/// mean square of these distances, less what lanes and noise explain, is the variance of the lasting error in one
/// axis. A receiver that states 1 m and lies 8 m aside is distrusted so, and one between houses as well.
struct AccuracyScale {
    /// The variance that the fixes show, relative to the square of the stated accuracy.
    private(set) var ratio = 1.0
    /// The time of the first fix, after which the errors of a receiver converge.
    private var start: MonotonicTime?

    /// The bounds of the ratio: a factor of 5 on the deviation, both ways.
    private static let bounds = 0.04...25.0
    /// A distance counts up to this many deviations, so that a wrong road does not teach a wrong accuracy.
    private static let mostDeviations = 3.0

    /// The first fix of a drive, or the first one after a jump.
    mutating func begin(at time: MonotonicTime) { start = time }

    /// The time since the first fix, seconds; 0 without one.
    func age(at time: MonotonicTime) -> Double { start.map { (time - $0).seconds } ?? 0 }

    /// The standard deviation of the lasting error in one axis, metres, of a fix with a stated accuracy.
    func deviation(of stated: Double) -> Double { stated * ratio.squareRoot() }

    /// Learns from the mean square `squared` of the distance from the road, m², of a fix `seconds` after the one
    /// before. `emission` weighed it.
    mutating func learn(
        _ squared: Double, seconds: Double, of emission: EmissionModel,
        _ parameters: MatchingParameters
    ) {
        let most = Self.mostDeviations * emission.deviation
        let lasting = max(min(squared, most * most) - emission.unrelatedVariance, 0)
        let sample = lasting / (emission.statedAccuracy * emission.statedAccuracy)
        // Fixes a long time apart show no more than two independent ones.
        let time = min(seconds, parameters.errors.errorCorrelationTime)
        ratio += (sample - ratio) * (1 - exponential(-time / parameters.accuracy.adaptationTime))
        ratio = min(max(ratio, Self.bounds.lowerBound), Self.bounds.upperBound)
    }
}
