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
        noise: Double,
        _ parameters: MatchingParameters
    ) {
        let step = origin.project(fix.place)
        distance = step.length
        self.seconds = seconds
        self.unseen = unseen
        self.noise = noise
        take(fix, parameters)
        if heading == nil, distance >= parameters.minimumMovement.value {
            heading = step * (1 / distance)
            let spread = max(parameters.relativeDeviation.value, noise) / distance
            let turn = parameters.turnPerSecond.value / degreesPerRadian * seconds
            let road = Self.variance(parameters.movementDeviation)
            headingVariance = 2 * spread * spread + turn * turn + road
        }
    }

    /// Takes the receiver's own course where it is fast enough.
    private mutating func take(_ fix: Fix, _ parameters: MatchingParameters) {
        guard let course = fix.course, let speed = fix.speed,
            speed >= parameters.minimumCourseSpeed
        else { return }
        let (sine, cosine) = sineAndCosine(course.value / degreesPerRadian)
        heading = PlanarVector(x: sine, y: cosine)
        let spread = parameters.velocityDeviation.value / speed.value
        headingVariance = spread * spread + Self.variance(parameters.headingDeviation)
    }

    private static func variance(_ deviation: Degrees) -> Double {
        let radians = deviation.value / degreesPerRadian
        return radians * radians
    }
}
