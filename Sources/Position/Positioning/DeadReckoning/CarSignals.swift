import Quantities

/// The car's own signals of its motion, and their scales, which good fixes have shown.
struct CarSignals: Sendable {
    private var speed = SpeedSignal()
    private(set) var speedScale: SignalScale
    private var odometer: OdometerSignal
    private var yawRate = YawRateSignal()
    private var ego = EgoMotionCounter()
    /// The distance by the speed signal since the beginning, unscaled, metres.
    private(set) var counted = 0.0
    /// The same since the last correction of the position, forwards and backwards.
    private var sinceCorrection = 0.0
    private let speedDeviation: Double

    /// A measurement and its variance.
    typealias Measured = (value: Double, variance: Double)

    /// No car is faster, m/s; a signal that reports more is broken.
    private static let fastest = 150.0
    /// The standard deviation of the speed of a car that reports standstill, m/s.
    private static let standingDeviation = 0.02
    /// A slower car stands, m/s.
    private static let standstill = 0.01

    init(_ parameters: DeadReckoningParameters) {
        speedScale = SignalScale(parameters)
        odometer = OdometerSignal(parameters)
        speedDeviation = parameters.signalSpeedDeviation.value
    }

    /// The variance that the error of the scale has made since the last correction, m².
    var scaleVariance: Double {
        let error = speedScale.deviation * sinceCorrection
        return error * error
    }

    /// The speed of the car, whatever its direction, m/s; `nil` without a signal.
    var magnitudeOfSpeed: Double? { speed.current.map { $0.magnitude * speedScale.value } }

    /// Whether the car reports that it drives backwards.
    var isBackwards: Bool { speed.isBackwards }

    /// The heading by the yaw rate since the beginning, degrees clockwise; it stands while the
    /// signal is missing.
    var heading: Double { yawRate.heading }

    /// Whether there is a yaw rate.
    var hasYawRate: Bool { yawRate.isCurrent }

    /// Advances time. Returns whether there was a speed signal meanwhile.
    mutating func advance(_ seconds: Double) -> Bool {
        let current = speed.advance(seconds)
        if let current {
            counted += current * seconds
            sinceCorrection += current.magnitude * seconds
        } else {
            speedScale.breakOff()
            ego.loseSpeed()
        }
        odometer.advance(seconds)
        if odometer.current == nil { ego.loseOdometer() }
        let isStanding = current.map { $0.magnitude < Self.standstill } ?? false
        yawRate.advance(seconds, isStanding: isStanding)
        if !yawRate.isCurrent { ego.loseYawRate() }
        return current != nil
    }

    /// Takes signals in. Returns the speed, m/s, and the distance since the last correction, m,
    /// that they measure.
    mutating func ingest(_ motion: VehicleMotion) -> (speed: Measured?, distance: Measured?) {
        var measured: (speed: Measured?, distance: Measured?)
        if let value = motion.speed?.value, value.magnitude <= Self.fastest {
            speed.ingest(value)
            let deviation = value == 0 ? Self.standingDeviation : speedDeviation
            measured.speed = (value * speedScale.value, deviation * deviation)
        }
        if let rate = motion.yawRate?.value, rate.isFinite { yawRate.ingest(rate) }
        if let reading = motion.odometer?.value, reading.isFinite {
            measured.distance = odometer.ingest(reading).map { ($0.distance, $0.variance) }
        }
        return measured
    }

    /// Takes in the course of a fix, which was true when ``heading`` was `heading`.
    mutating func observe(course: Double, at heading: Double) {
        yawRate.observe(course: course, at: heading)
    }

    /// The motion since the last call, up to the moment at which ``counted`` and ``heading`` were
    /// these.
    mutating func takeEgoMotion(counted: Double, heading: Double) -> EgoMotion {
        ego.take(
            counted: speed.current == nil ? nil : counted, scale: speedScale,
            odometer: odometer, heading: yawRate.isCurrent ? heading : nil)
    }

    /// Counts the distance from here on: the position was corrected.
    mutating func restart() {
        sinceCorrection = 0
        odometer.restart()
    }

    /// Learns the scales from the place of a fix, which was true when ``counted`` was `counted`.
    mutating func learn(along: Double, counted: Double, deviation: Double) {
        odometer.learn(along, deviation: deviation)
        guard speed.current != nil else { return }
        speedScale.ingest(along: along, raw: counted, deviation: deviation)
    }

    /// Ends the stretch from which the scales learn: the car was not followed.
    mutating func breakOff() {
        speedScale.breakOff()
        odometer.breakOff()
    }
}
