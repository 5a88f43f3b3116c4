public import Positioning
public import Quantities
public import RandomNumbers

/// The sensors of a car and their errors. The defaults are those of a real car, whose speed comes by OBD and
/// whose yaw rate by an IMU: means of two drives, as `tools/measure reckoning` measures them.
public struct SensorModel: Sendable {
    /// Speed signal by true speed, also of the odometer: cars show rather too much (UN R39, 5.3).
    public var speedFactor = 1.011
    /// Added to the speed of a car that drives: the control unit rounds down rather than up.
    public var speedOffset = MetresPerSecond(-0.1)
    /// A slower car reports that it stands.
    public var standstill = MetresPerSecond(0.1)
    /// The resolution of the speed, 1 km/h; 0 for none.
    public var speedStep = MetresPerSecond(1 / 3.6)
    /// The standard deviation of the speed before it is rounded. It includes that of the receiver to which
    /// it was compared.
    public var speedNoise = MetresPerSecond(0.15)
    /// The time between two values of the speed; 0 for a value at each moment.
    public var speedInterval = Nanoseconds.milliseconds(500)
    /// The offset of the yaw rate; the seed chooses its sign.
    public var yawOffset = DegreesPerSecond(0.37)
    /// The resolution of the yaw rate; 0 for none.
    public var yawStep = DegreesPerSecond(0.25)
    /// The standard deviation of the yaw rate before it is rounded.
    public var yawNoise = DegreesPerSecond(0.11)
    /// The time between two values of the yaw rate; 0 for a value at each moment.
    public var yawInterval = Nanoseconds.milliseconds(100)
    /// The time from the turn of the car to the value of the yaw rate, more than that of the speed.
    public var yawDelay = Nanoseconds.milliseconds(120)
    /// The share of the frames that do not arrive.
    public var missing = 0.0001
    /// The odometer at the beginning. It counts in no steps: no recording shows any.
    public var odometer = Metres(12_345_000)

    /// The sensors of the real car.
    public init() {}
}

/// The true motion of a car at one moment.
public struct TrueMotion: Sendable {
    /// m/s, never negative.
    public var speed: Double
    /// deg/s, clockwise.
    public var yawRate: Double
    /// The driven distance, m.
    public var distance: Double

    /// A motion of its parts; speed in m/s, yaw rate in deg/s, clockwise, distance in m.
    public init(speed: Double, yawRate: Double, distance: Double = 0) {
        self.speed = speed
        self.yawRate = yawRate
        self.distance = distance
    }
}

/// The values that the sensors of a car report, moment by moment.
///
/// ```swift
/// var readings = SensorReadings(SensorModel(), random: SplitMix64(seed: 1))
/// let motion = readings.read(at: .zero) { seconds in TrueMotion(speed: 20, yawRate: 0) }
/// ```
/// A value holds until the next one, as in a car whose bus repeats it.
public struct SensorReadings {
    private let model: SensorModel
    private var random: SplitMix64
    private let yawOffset: Double
    private var speed: Double?
    private var yawRate: Double?
    /// The moments of the next values.
    private var nextSpeed = Nanoseconds.zero
    private var nextYawRate = Nanoseconds.zero

    /// Sensors with these errors; the numbers choose the sign of the offset and the noise.
    public init(_ model: SensorModel, random: SplitMix64) {
        self.model = model
        self.random = random
        yawOffset = (self.random.next() & 1 == 0 ? 1 : -1) * model.yawOffset.value
    }

    /// The values on the bus at a moment; `nil` where the frame is lost, or the true motion is not known.
    /// Moments never go back. `truth` is asked for the motion at a time, seconds, a little in the past
    /// too.
    public mutating func read(
        at time: Nanoseconds, _ truth: (_ seconds: Double) -> TrueMotion?
    ) -> VehicleMotion? {
        guard let now = truth(time.seconds) else { return nil }
        if speed == nil || time >= nextSpeed {
            speed = reading(ofSpeed: now.speed)
            nextSpeed = time + model.speedInterval
        }
        if yawRate == nil || time >= nextYawRate {
            let before = truth(time.seconds - model.yawDelay.seconds) ?? now
            let noise = model.yawNoise.value * random.nextGaussian()
            yawRate = (before.yawRate + yawOffset + noise).rounded(toSteps: model.yawStep.value)
            nextYawRate = time + model.yawInterval
        }
        guard random.nextShare() >= model.missing else { return nil }
        return VehicleMotion(
            speed: speed.map { MetresPerSecond($0) }, yawRate: yawRate.map { DegreesPerSecond($0) },
            odometer: model.odometer + Metres(now.distance * model.speedFactor))
    }

    private mutating func reading(ofSpeed speed: Double) -> Double {
        guard speed > model.standstill.value else { return 0 }
        let noise = model.speedNoise.value * random.nextGaussian()
        let value = speed * model.speedFactor + model.speedOffset.value + noise
        return max(value.rounded(toSteps: model.speedStep.value), 0)
    }
}

extension Double {
    /// The nearest multiple of a step; the number itself for a step of 0.
    fileprivate func rounded(toSteps step: Double) -> Double {
        step > 0 ? (self / step).rounded() * step : self
    }
}
