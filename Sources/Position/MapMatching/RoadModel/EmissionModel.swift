import Geodesy
import Quantities

/// The log-likelihood of a fix at a candidate or off the road: the distance from the road and the heading
/// against the road, each relative to its maximum.
struct EmissionModel {
    /// The standard deviation of the distance from the line of a road with two lanes, metres.
    let deviation: Double
    /// The dependence of the error on the error of the fix before; `nil` for the first fix.
    let correlation: ErrorCorrelation?
    /// The radius in which roads are candidates.
    let searchRadius: Metres
    /// The stated or assumed accuracy of the fix, metres.
    let statedAccuracy: Double
    /// The weight of the distance beside the change of the error.
    private let distanceWeight: Double
    /// The log-likelihood of the largest distance that lasts.
    private let lastingLog: Double
    /// The weight of the heading: the fix before already has most of its information.
    private let headingWeight: Double
    private let heading: HeadingLikelihood
    /// The share of the deviation that does not change at random from one fix to the next.
    private let lastingShare: Double
    /// The variance of the vehicle's place on a road with two lanes, m².
    private let laneVariance: Double
    private let huberDeviations: Double
    private let tunnelFixLog: Double
    private let offRoadDeviations: Double

    /// The model of a fix, after the model of the last used fix. `scale` corrects the stated accuracy, `age` is
    /// the time since the first fix, seconds.
    init(
        accuracy: Metres?,
        scale: AccuracyScale = AccuracyScale(),
        motion: Motion,
        after last: EmissionModel?,
        age: Double = .infinity,
        _ parameters: MatchingParameters
    ) {
        let limits = parameters.accuracy
        statedAccuracy = max(accuracy ?? limits.defaultAccuracy, limits.bestAccuracy).value
        let own = max(scale.deviation(of: statedAccuracy), limits.bestAccuracy.value)
        let lane = limits.laneDeviation.value
        let lasting = (own * own + lane * lane).squareRoot()
        deviation = (lasting * lasting + motion.noise * motion.noise).squareRoot()
        heading = HeadingLikelihood(
            heading: motion.heading, concentration: 1 / motion.headingVariance,
            outlierShare: parameters.heading.headingOutlierShare)
        huberDeviations = limits.huberDeviations
        tunnelFixLog = parameters.levels.tunnelFixLog
        offRoadDeviations = parameters.offRoad.offRoadDeviations
        let radius = max(
            Metres(deviation * parameters.candidates.searchDeviations),
            parameters.candidates.minimumSearchRadius)
        searchRadius = min(radius, parameters.candidates.maximumSearchRadius)
        lastingShare = lasting / deviation
        laneVariance = lane * lane
        let isStart = age < parameters.errors.startTime
        lastingLog =
            isStart ? 0 : huberLog(parameters.errors.lastingDeviations, linearFrom: huberDeviations)
        guard let last else {
            headingWeight = 1
            distanceWeight = 1
            correlation = nil
            return
        }
        let errors = parameters.errors
        headingWeight = Self.share(motion, of: errors.headingDecorrelationDistance)
        distanceWeight = Self.share(motion, of: errors.decorrelationDistance)
        correlation = ErrorCorrelation(
            deviation: deviation,
            before: last.deviation,
            correlation: lastingShare * last.lastingShare
                * parameters.correlation(over: motion.seconds, standing: motion.isStanding),
            parameters
        )
    }

    private static func share(_ motion: Motion, of distance: Metres) -> Double {
        min(1, motion.distance / max(distance.value, 1))
    }

    /// The standard deviation of the error that lasts from fix to fix, metres.
    var lastingDeviation: Double { deviation * lastingShare }

    /// The part of the variance of the distance that is no error of the receiver's kind: lanes and noise, m².
    var unrelatedVariance: Double {
        laneVariance + deviation * deviation * (1 - lastingShare * lastingShare)
    }

    /// The full log-likelihood of a distance from the line of a road, metres; `width` is relative to two
    /// lanes. Fixes scatter wider around a wide road, so that each place on it is less likely; and more
    /// vehicles drive there. Both effects cancel.
    func distanceLog(_ distance: Double, width: Double) -> Double {
        if width == 1 { return huberLog(distance / deviation, linearFrom: huberDeviations) }
        let wider = (laneVariance * (width * width - 1) + deviation * deviation).squareRoot()
        return huberLog(distance / wider, linearFrom: huberDeviations)
    }

    /// The weighted log-likelihood of the heading against a driving direction (a unit vector), and of
    /// receiving a fix at all.
    func otherLog(_ bearing: PlanarVector, isInTunnel: Bool) -> Double {
        guard headingWeight > 0 else { return 0 }
        let received = isInTunnel ? tunnelFixLog : 0
        return headingWeight * (heading.log(against: bearing) + received)
    }

    /// Adds to transitions the log-likelihood of the error at each candidate, after the error at the
    /// relevant candidates before. After a place off the road the error before is unknown, and the distance
    /// counts in full.
    func addErrors(
        to transitions: inout [Double], from before: [Candidate], relevant: [Bool],
        to now: [Candidate]
    ) {
        guard let correlation else { return }
        let width = now.count + 1
        for column in now.indices { transitions[column + 1] += now[column].distanceLog }
        for row in before.indices where relevant[row] {
            for column in now.indices {
                let slot = (row + 1) * width + column + 1
                guard transitions[slot] > -.infinity else { continue }
                transitions[slot] += correlation.logLikelihood(of: now[column], after: before[row])
                transitions[slot] += excessLog(of: now[column])
            }
        }
    }

    /// The log-likelihood of the part of a distance that is too large to last, after a place on a road.
    func excessLog(of candidate: Candidate) -> Double {
        distanceWeight * min(candidate.distanceLog - lastingLog, 0)
    }

    /// The log-likelihood off the road.
    var offRoad: Double {
        headingWeight * huberLog(offRoadDeviations, linearFrom: huberDeviations)
    }
}

/// The log-likelihood of a heading: a von Mises distribution, and a small share of outliers.
private struct HeadingLikelihood {
    /// The heading, a unit vector; `nil` if none is known.
    let heading: PlanarVector?
    /// The inverse of the variance, 1/rad².
    let concentration: Double
    let outlierShare: Double

    func log(against bearing: PlanarVector) -> Double {
        guard let heading else { return 0 }
        let match = exponential(concentration * (heading.dot(bearing) - 1))
        return logarithm(outlierShare + (1 - outlierShare) * match)
    }
}

/// The Huber log-likelihood of a distance in deviations, relative to its maximum: quadratic up to a limit,
/// and linear beyond it.
func huberLog(_ deviations: Double, linearFrom limit: Double) -> Double {
    deviations <= limit ? -deviations * deviations / 2 : -limit * (deviations - limit / 2)
}
