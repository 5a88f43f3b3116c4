import Geodesy
import Quantities

/// How far a car has come since a moment, how fast it is and how that changes, with the covariance of
/// the three: a Kalman filter (doi:10.1115/1.3662552). It knows nothing of roads.
///
/// Acceleration decays (Singer 1970, doi:10.1109/TAES.1970.310128) and speed goes back to what is usual
/// with this car, so that without any measurement the error of the distance grows as that of real
/// drives does: with the power 3/2 of time at first, with its root in the end.
struct DistanceFilter: Sendable {
    /// Metres since the last ``restart()``.
    private(set) var distance = 0.0
    /// Metres per second.
    private(set) var speed = 0.0
    /// Metres per second squared.
    private(set) var acceleration = 0.0

    /// The covariance: of distance, speed and acceleration, each with each.
    private(set) var dd = 0.0
    private(set) var dv = 0.0
    private(set) var da = 0.0
    private(set) var vv: Double
    private(set) var va = 0.0
    private(set) var aa: Double

    /// Before anything is known of it, any speed on a road.
    private static let unknownSpeedVariance = 15.0 * 15.0

    private let accelerationVariance: Double
    private let accelerationTime: Double
    private let speedTime: Double
    private let lineVariance: Double

    init(_ parameters: ReckoningParameters) {
        let deviation = parameters.accelerationDeviation.value
        accelerationVariance = deviation * deviation
        accelerationTime = parameters.accelerationTime
        speedTime = parameters.speedTime
        lineVariance = parameters.lineVariance
        vv = Self.unknownSpeedVariance
        aa = accelerationVariance
    }

    /// Lets time pass. Without a usual speed, and while the car stands, speed goes on as it is.
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

        // F P Fᵀ with F = (1, t, t²/2; 0, keep, gain; 0, 0, fade).
        let dd1 = dd + seconds * dv + half * da
        let dv1 = dv + seconds * vv + half * va
        let da1 = da + seconds * va + half * aa
        let vv1 = keep * vv + gain * va
        let va1 = keep * va + gain * aa
        dd = dd1 + seconds * dv1 + half * da1 + lineVariance * driven
        dv = keep * dv1 + gain * da1
        da = fade * da1
        vv = min(keep * vv1 + gain * va1, Self.unknownSpeedVariance)
        va = fade * va1
        aa = fade * fade * aa + accelerationVariance * (1 - fade * fade)
    }

    /// Takes a measured speed in.
    mutating func observe(speed measured: Double, variance: Double) {
        let sum = vv + variance
        correct(
            by: measured - speed, gains: (dv / sum, vv / sum, va / sum), covariances: (dv, vv, va))
    }

    /// Takes a measured distance since the last restart in.
    mutating func observe(distance measured: Double, variance: Double) {
        let sum = dd + variance
        correct(
            by: measured - distance, gains: (dd / sum, dv / sum, da / sum),
            covariances: (dd, dv, da))
    }

    /// Takes in what a place says of the speed: how far it lies from where it was expected, and how
    /// sure that expectation and the place were together. The distance stays what was driven.
    mutating func observe(miss: Double, variance sum: Double) {
        correct(by: miss, gains: (0, dv / sum, da / sum), covariances: (0, dv, da))
    }

    /// Counts the distance from here on.
    mutating func restart() {
        distance = 0
        dd = 0
        dv = 0
        da = 0
    }

    /// A car that does not drive backwards stands at the least.
    mutating func stopAtStandstill() {
        guard speed < 0 else { return }
        speed = 0
        acceleration = max(acceleration, 0)
    }

    private mutating func correct(
        by miss: Double, gains: (Double, Double, Double), covariances: (Double, Double, Double)
    ) {
        distance += gains.0 * miss
        speed += gains.1 * miss
        acceleration += gains.2 * miss
        dd -= gains.0 * covariances.0
        dv -= gains.0 * covariances.1
        da -= gains.0 * covariances.2
        vv -= gains.1 * covariances.1
        va -= gains.1 * covariances.2
        aa -= gains.2 * covariances.2
    }
}
