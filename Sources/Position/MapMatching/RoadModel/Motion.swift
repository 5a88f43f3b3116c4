import Geodesy
import Positioning
import Quantities

/// The movement of the vehicle to a fix.
struct Motion {
    /// The unit vector of the heading; `nil` if no reliable heading is known.
    var heading: PlanarVector?
    /// The variance of the heading, rad².
    var headingVariance: Double
    /// The distance from the last used fix, metres; 0 for the first fix.
    var distance = 0.0
    /// The distance driven since then by the vehicle's own signals, with its standard deviation, metres;
    /// `nil` without such signals.
    var driven: (distance: Double, deviation: Double)?
    /// The noise of the fixes, metres.
    var noise = 0.0
    /// The time since the last step, of a used fix or of a stand, seconds; 0 for the first fix.
    var seconds = 0.0
    /// The time since the last fix, used or not, seconds: a standing vehicle is observed.
    var unseen = 0.0
    /// Whether the vehicle has not moved since the last used fix.
    var isStanding = false

    /// The motion to the first fix.
    init(first fix: Fix, _ parameters: MatchingParameters) {
        (heading, headingVariance) = Self.heading(of: fix, parameters)
    }

    /// `motion` to a fix of a vehicle that stands, after the motion `last` to the last used fix.
    init(standing motion: Motion, after last: Motion) {
        heading = last.heading
        headingVariance = last.headingVariance
        seconds = motion.seconds
        unseen = motion.unseen
        noise = motion.noise
        isStanding = true
    }

    /// The motion from the last used fix, the origin of a frame, to the next fix. `error` is the standard deviation
    /// of the lasting error of both, metres, and `sinceOrigin` the time between both, seconds. A vehicle that
    /// was seen to stand there meanwhile has moved for `seconds` only.
    init(
        from origin: LocalFrame,
        to fix: Fix,
        seconds: Double,
        sinceOrigin: Double,
        unseen: Double,
        ego: EgoMotion,
        noise: Double,
        error: Double,
        _ parameters: MatchingParameters
    ) {
        let step = origin.project(fix.place)
        distance = step.length
        self.seconds = seconds
        self.unseen = unseen
        self.noise = noise
        driven = ego.distance.map { ($0.value.magnitude, ego.deviation.value) }
        (heading, headingVariance) = Self.heading(of: fix, parameters)
        if heading == nil, distance >= parameters.standstill.minimumMovement.value {
            heading = step * (1 / distance)
            // The error drifts between the fixes: the wandering fixes of a standing vehicle have no heading.
            let correlation = parameters.correlation(over: sinceOrigin, standing: false)
            let drift = error * (2 - 2 * correlation).squareRoot()
            let spread = max(drift, noise * 2.0.squareRoot()) / distance
            var unknown = parameters.heading.turnRate.value * seconds
            if let turn = ego.turn?.value {
                // The chord of a bend has half of its turn, with an error that depends on the shape of the bend.
                heading = heading?.turned(clockwise: turn / 2)
                unknown = turn.magnitude / 4
            }
            let turn = unknown / degreesPerRadian
            let road = Self.variance(parameters.heading.movementDeviation)
            headingVariance = spread * spread + turn * turn + road
        }
    }

    /// The distance driven along the road, metres: the measured one, and at least the distance between the
    /// fixes. Beside a measured distance, the latter counts only beyond the noise of both fixes.
    var routeLength: Double {
        guard let driven else { return distance }
        return max(distance - 2 * noise, driven.distance)
    }

    /// Takes the receiver's course at sufficient speed, or else the heading from its antennas.
    private static func heading(
        of fix: Fix, _ parameters: MatchingParameters
    ) -> (PlanarVector?, variance: Double) {
        let variance = variance(parameters.heading.headingDeviation)
        guard let course = fix.course, let speed = fix.speed,
            speed >= parameters.heading.minimumCourseSpeed
        else { return (fix.heading.map { .pointing($0) }, variance) }
        let spread = parameters.heading.velocityDeviation.value / speed.value
        return (.pointing(course), variance + spread * spread)
    }

    private static func variance(_ deviation: Degrees) -> Double {
        let radians = deviation.value / degreesPerRadian
        return radians * radians
    }
}

extension PlanarVector {
    /// The unit vector of a bearing.
    fileprivate static func pointing(_ bearing: Degrees) -> PlanarVector {
        let (sine, cosine) = sineAndCosine(bearing.value / degreesPerRadian)
        return PlanarVector(x: sine, y: cosine)
    }

    /// The vector turned clockwise.
    fileprivate func turned(clockwise degrees: Double) -> PlanarVector {
        let (sine, cosine) = sineAndCosine(degrees / degreesPerRadian)
        return PlanarVector(x: x * cosine + y * sine, y: y * cosine - x * sine)
    }
}
