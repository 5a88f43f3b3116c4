import Geodesy
import Quantities

/// How likely a fix is, if the car is at a candidate or off the road: the distance from the road and
/// the heading against it, both as logarithms of a ratio to the best that can be.
struct EmissionModel {
    /// The standard deviation of the distance from the line of a usual road, metres.
    let deviation: Double
    /// The part of its weight that the distance has, since most of it is that of the fix before.
    let distanceWeight: Double
    /// How its error follows from that of the fix before; `nil` for the first.
    let correlation: ErrorCorrelation?
    /// The part of its weight that the heading has.
    private let headingWeight: Double
    /// The heading, where one is known, with the inverse of its variance, and the share that says nothing.
    private let heading: PlanarVector?
    private let concentration: Double
    private let headingOutlierShare: Double
    private let huberDeviations: Double
    private let tunnelFixLog: Double
    private let offRoadDeviations: Double
    /// How far roads are worth a look.
    let searchRadius: Metres

    /// The model of one fix, given that of the one used before it.
    init(
        accuracy: Metres?,
        motion: Motion,
        after last: EmissionModel?,
        _ parameters: MatchingParameters
    ) {
        let own = max(accuracy ?? parameters.defaultAccuracy, parameters.bestAccuracy).value
        let lane = parameters.laneDeviation.value
        let lasting = (own * own + lane * lane).squareRoot()
        deviation = (lasting * lasting + motion.noise * motion.noise).squareRoot()
        heading = motion.heading
        concentration = 1 / motion.headingVariance
        headingOutlierShare = parameters.headingOutlierShare
        huberDeviations = parameters.huberDeviations
        tunnelFixLog = parameters.tunnelFixLog
        offRoadDeviations = parameters.offRoadDeviations
        let radius = max(
            Metres(deviation * parameters.searchDeviations), parameters.minimumSearchRadius)
        searchRadius = min(radius, parameters.maximumSearchRadius)
        lastingShare = lasting / deviation
        laneVariance = lane * lane
        guard let last else {
            distanceWeight = 1
            headingWeight = 1
            correlation = nil
            return
        }
        distanceWeight = Self.share(motion, of: parameters.independentDistance)
        headingWeight = Self.share(motion, of: parameters.independentHeadingDistance)
        correlation = ErrorCorrelation(
            deviation: deviation,
            before: last.deviation,
            share: lastingShare * last.lastingShare,
            seconds: motion.seconds,
            parameters
        )
    }

    /// The part of the deviation that does not change from one fix to the next at random.
    private let lastingShare: Double
    /// That of the place on a usual road, squared.
    private let laneVariance: Double

    private static func share(_ motion: Motion, of distance: Metres) -> Double {
        min(1, motion.distance / max(distance.value, 1))
    }

    /// The logarithm of the likelihood at a distance from the line of a road, in full. Of a road that is so
    /// many times as wide as a usual one fixes scatter wider. Each place is less likely for that, and as many
    /// times more cars drive there, so that both leave the road's likelihood as it is.
    func distanceLog(_ distance: Double, width: Double) -> Double {
        if width == 1 { return huberLog(distance / deviation, linearFrom: huberDeviations) }
        let wider = (laneVariance * (width * width - 1) + deviation * deviation).squareRoot()
        return huberLog(distance / wider, linearFrom: huberDeviations)
    }

    /// That of what does not hang on the distance, by its weight: of the heading against the driving
    /// direction (a unit vector), and of having a fix at all.
    func otherLog(_ bearing: PlanarVector, isInTunnel: Bool) -> Double {
        let seen = isInTunnel ? tunnelFixLog : 0
        return headingWeight * (headingLog(against: bearing) + seen)
    }

    /// Adds to transitions how likely the error of the fix is at each candidate, after that at the
    /// relevant ones before.
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
                transitions[slot] += distanceWeight * now[column].distanceLog
            }
        }
    }

    /// The logarithm of the likelihood off the road.
    var offRoad: Double {
        headingWeight * huberLog(offRoadDeviations, linearFrom: huberDeviations)
    }

    /// A von Mises distribution over a small share of headings that say nothing.
    private func headingLog(against bearing: PlanarVector) -> Double {
        guard let heading else { return 0 }
        let match = exponential(concentration * (heading.dot(bearing) - 1))
        return logarithm(headingOutlierShare + (1 - headingOutlierShare) * match)
    }
}

/// The logarithm of the likelihood so many deviations away, against that at the middle; it is linear from so
/// many deviations on.
func huberLog(_ deviations: Double, linearFrom limit: Double) -> Double {
    deviations <= limit ? -deviations * deviations / 2 : -limit * (deviations - limit / 2)
}
