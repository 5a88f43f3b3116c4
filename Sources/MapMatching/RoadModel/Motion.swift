import Geodesy
import Positioning
import Quantities

/// How the car moved to a fix.
struct Motion {
    /// The unit vector of its heading, `nil` where nothing trustworthy is known.
    var heading: PlanarVector?
    /// The standard deviation of the heading squared, rad².
    var headingVariance = 0.0
    /// How far the fix is from the last one that was used, metres; 0 for the first.
    var distance = 0.0
    /// How far the car has come since then by its own signals, with the standard deviation of that, metres;
    /// `nil` where they do not say.
    var driven: (distance: Double, deviation: Double)?
    /// How much the fixes jump about, metres.
    var noise = 0.0
    /// Seconds since the last fix that was used; 0 for the first.
    var seconds = 0.0
    /// Seconds since the fix before, used or passed over: a car that stood was seen to stand.
    var unseen = 0.0

    /// The motion to the first fix.
    init(first fix: Fix, _ parameters: MatchingParameters) {
        take(fix, parameters)
    }

    /// The motion from the last fix that was used, by a frame around it, to the next.
    init(
        from origin: LocalFrame,
        to fix: Fix,
        seconds: Double,
        unseen: Double,
        ego: EgoMotion,
        noise: Double,
        _ parameters: MatchingParameters
    ) {
        let step = origin.project(fix.place)
        distance = step.length
        self.seconds = seconds
        self.unseen = unseen
        self.noise = noise
        driven = ego.distance.map { ($0.value.magnitude, ego.deviation.value) }
        take(fix, parameters)
        if heading == nil, distance >= parameters.minimumMovement.value {
            heading = step * (1 / distance)
            let spread = max(parameters.relativeDeviation.value, noise) / distance
            var unknown = parameters.turnPerSecond.value * seconds
            if let turn = ego.turn?.value {
                // The chord of a bend points half as far round as its end, more or less by where it bends.
                heading = heading?.turned(clockwise: turn / 2)
                unknown = turn.magnitude / 4
            }
            let turn = unknown / degreesPerRadian
            let road = Self.variance(parameters.movementDeviation)
            headingVariance = 2 * spread * spread + turn * turn + road
        }
    }

    /// How far the car has come along the road: no less than the fixes lie apart. Where the car counts its way
    /// they only tell that by more than their noise.
    var way: Double {
        guard let driven else { return distance }
        return max(distance - 2 * noise, driven.distance)
    }

    /// Takes the receiver's own course where it is fast enough, else where its aerials say that the car
    /// points.
    private mutating func take(_ fix: Fix, _ parameters: MatchingParameters) {
        headingVariance = Self.variance(parameters.headingDeviation)
        if let course = fix.course, let speed = fix.speed, speed >= parameters.minimumCourseSpeed {
            heading = .pointing(course)
            let spread = parameters.velocityDeviation.value / speed.value
            headingVariance += spread * spread
        } else if let nose = fix.heading {
            heading = .pointing(nose)
        }
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

    /// It turned by so many degrees.
    fileprivate func turned(clockwise degrees: Double) -> PlanarVector {
        let (sine, cosine) = sineAndCosine(degrees / degreesPerRadian)
        return PlanarVector(x: x * cosine + y * sine, y: y * cosine - x * sine)
    }
}
