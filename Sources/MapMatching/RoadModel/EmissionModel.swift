import Geodesy
import Quantities

/// How likely a fix is, if the car is at a candidate or off the road: the distance from the road and
/// the heading against it, both as logarithms of a ratio to the best that can be.
struct EmissionModel {
    /// The standard deviation of the distance from a road's line, metres.
    let deviation: Double
    /// The part of its weight that the fix has, since its error is like that of the one before.
    let weight: Double
    private let motion: Motion
    private let parameters: MatchingParameters

    /// The model of one fix.
    init(accuracy: Metres?, motion: Motion, isFirst: Bool, _ parameters: MatchingParameters) {
        let own = max(accuracy ?? parameters.defaultAccuracy, parameters.bestAccuracy).value
        let lane = parameters.laneDeviation.value
        deviation = (own * own + lane * lane + motion.noise * motion.noise).squareRoot()
        let independent = max(parameters.independentDistance.value, 1)
        weight = isFirst ? 1 : min(1, motion.distance / independent)
        self.motion = motion
        self.parameters = parameters
    }

    /// How far roads are worth a look.
    var searchRadius: Metres {
        let radius = max(
            Metres(deviation * parameters.searchDeviations),
            parameters.minimumSearchRadius
        )
        return min(radius, parameters.maximumSearchRadius)
    }

    /// The logarithm of the likelihood at a distance from a road whose driving direction is `bearing`
    /// (a unit vector).
    func logLikelihood(distance: Double, bearing: PlanarVector) -> Double {
        weight * (logLikelihood(deviations: distance / deviation) + headingLog(against: bearing))
    }

    /// The logarithm of the likelihood off the road.
    var offRoad: Double { weight * logLikelihood(deviations: parameters.offRoadDeviations) }

    private func logLikelihood(deviations: Double) -> Double {
        let knee = parameters.huberDeviations
        return deviations <= knee
            ? -deviations * deviations / 2 : -knee * (deviations - knee / 2)
    }

    /// A von Mises distribution over a small share of headings that say nothing.
    private func headingLog(against bearing: PlanarVector) -> Double {
        guard let heading = motion.heading else { return 0 }
        let concentration = 1 / motion.headingVariance
        let share = parameters.headingOutlierShare
        let match = exponential(concentration * (heading.dot(bearing) - 1))
        return logarithm(share + (1 - share) * match)
    }
}
