/// The covariance of distance, speed and acceleration, each with each, in metres and seconds.
struct MotionCovariance: Sendable {
    private(set) var dd = 0.0
    private var dv = 0.0
    private var da = 0.0
    private(set) var vv = Self.unknownSpeedVariance
    private var va = 0.0
    private var aa: Double

    /// The covariances of distance, speed and acceleration with one of the three.
    struct Column {
        var distance: Double
        var speed: Double
        var acceleration: Double
    }

    /// An unknown speed is any speed on a road.
    private static let unknownSpeedVariance = 15.0 * 15.0

    init(accelerationVariance: Double) { aa = accelerationVariance }

    /// The covariances with the distance.
    var withDistance: Column { Column(distance: dd, speed: dv, acceleration: da) }

    /// The covariances with the speed.
    var withSpeed: Column { Column(distance: dv, speed: vv, acceleration: va) }

    /// Predicts over so many seconds: F P Fᵀ with F = (1, t, t²/2; 0, keep, gain; 0, 0, fade), and
    /// noise.
    mutating func advance(
        _ seconds: Double, keep: Double, gain: Double, fade: Double, distanceNoise: Double,
        accelerationNoise: Double
    ) {
        let half = seconds * seconds / 2
        let dd1 = dd + seconds * dv + half * da
        let dv1 = dv + seconds * vv + half * va
        let da1 = da + seconds * va + half * aa
        let vv1 = keep * vv + gain * va
        let va1 = keep * va + gain * aa
        dd = dd1 + seconds * dv1 + half * da1 + distanceNoise
        dv = keep * dv1 + gain * da1
        da = fade * da1
        vv = keep * vv1 + gain * va1
        va = fade * va1
        aa = fade * fade * aa + accelerationNoise
        limitSpeed()
    }

    /// Bounds the variance of the speed. The correlations stay: with the covariances as they were, the next exact
    /// speed would leave the distance with a negative variance.
    private mutating func limitSpeed() {
        guard vv > Self.unknownSpeedVariance else { return }
        let share = (Self.unknownSpeedVariance / vv).squareRoot()
        vv = Self.unknownSpeedVariance
        dv *= share
        va *= share
    }

    /// Takes in a measurement with these gains and covariances.
    mutating func correct(_ gains: Column, _ column: Column) {
        dd -= gains.distance * column.distance
        dv -= gains.distance * column.speed
        da -= gains.distance * column.acceleration
        vv -= gains.speed * column.speed
        va -= gains.speed * column.acceleration
        aa -= gains.acceleration * column.acceleration
    }

    /// Adds these variances of the distance and the speed, independent of all others.
    mutating func add(distance: Double, speed: Double) {
        dd += distance
        vv += speed
        limitSpeed()
    }

    /// The distance is counted anew, without an error.
    mutating func clearDistance() {
        dd = 0
        dv = 0
        da = 0
    }
}
