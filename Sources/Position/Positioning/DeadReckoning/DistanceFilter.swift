import Geodesy
import Quantities

/// The distance of a car since a moment, its speed and its acceleration, with their covariance: a
/// Kalman filter (doi:10.1115/1.3662552). It knows nothing of roads.
///
/// Acceleration decays (Singer 1970, doi:10.1109/TAES.1970.310128) and speed returns to the usual
/// speed of this car. Without a measurement the error of the distance therefore grows as on real
/// drives: with the power 3/2 of time at first, with its root in the end.
struct DistanceFilter: Sendable {
    /// Metres since the last ``restart()``.
    private(set) var distance = 0.0
    /// Metres per second.
    private(set) var speed = 0.0
    /// Metres per second squared.
    private var acceleration = 0.0
    private var covariance: MotionCovariance
    private let accelerationVariance: Double
    private let accelerationTime: Double
    private let speedTime: Double
    private let lineVariance: Double

    init(_ parameters: DeadReckoningParameters) {
        let deviation = parameters.accelerationDeviation.value
        accelerationVariance = deviation * deviation
        accelerationTime = parameters.accelerationTime
        speedTime = parameters.speedTime
        lineVariance = parameters.lineVariance
        covariance = MotionCovariance(accelerationVariance: accelerationVariance)
    }

    /// The variance of the distance, m².
    var distanceVariance: Double { covariance.dd }

    /// The variance of the speed, (m/s)².
    var speedVariance: Double { covariance.vv }

    /// Advances time. Without a usual speed, and while the car stands, the speed stays.
    mutating func advance(_ seconds: Double, usualSpeed: Double?) {
        let fade = exponential(-seconds / accelerationTime)
        let gain = accelerationTime * (1 - fade)
        var keep = 1.0
        if let usualSpeed, speed > 1 {
            keep = exponential(-seconds / speedTime)
            speed += (1 - keep) * (usualSpeed - speed)
        }
        let half = seconds * seconds / 2
        distance += speed * seconds + acceleration * half
        let driven = speed.magnitude * seconds
        speed += acceleration * gain
        acceleration *= fade
        covariance.advance(
            seconds, keep: keep, gain: gain, fade: fade, distanceNoise: lineVariance * driven,
            accelerationNoise: accelerationVariance * (1 - fade * fade))
    }

    /// Takes in a measured speed.
    mutating func observe(speed measured: Double, variance: Double) {
        let sum = covariance.vv + variance
        correct(by: measured - speed, covariance.withSpeed, sum)
    }

    /// Takes in a measured distance since the last restart.
    mutating func observe(distance measured: Double, variance: Double) {
        let sum = covariance.dd + variance
        correct(by: measured - distance, covariance.withDistance, sum)
    }

    /// Takes in a place: its distance from the expected place shows the error of the speed. `sum`
    /// is the variance of that distance. The driven distance stays.
    mutating func observe(miss: Double, variance sum: Double) {
        var column = covariance.withDistance
        column.distance = 0
        correct(by: miss, column, sum)
    }

    /// The measured speed was that of the car no longer: the speed may be wrong by so much, m/s, and the
    /// distance by so much, m.
    mutating func doubt(speed: Double, distance: Double) {
        covariance.add(distance: distance * distance, speed: speed * speed)
    }

    /// The speed is not known.
    mutating func forgetSpeed() {
        let own = covariance.dd
        covariance = MotionCovariance(accelerationVariance: accelerationVariance)
        covariance.add(distance: own, speed: 0)
        speed = 0
        acceleration = 0
    }

    /// Counts the distance from here on.
    mutating func restart() {
        distance = 0
        covariance.clearDistance()
    }

    /// Stops a car that does not drive backwards.
    mutating func stopAtStandstill() {
        guard speed < 0 else { return }
        speed = 0
        acceleration = max(acceleration, 0)
    }

    private mutating func correct(by miss: Double, _ column: MotionCovariance.Column, _ sum: Double)
    {
        let gains = MotionCovariance.Column(
            distance: column.distance / sum, speed: column.speed / sum,
            acceleration: column.acceleration / sum)
        distance += gains.distance * miss
        speed += gains.speed * miss
        acceleration += gains.acceleration * miss
        covariance.correct(gains, column)
    }
}
