import Quantities

/// The car's own signals of its motion, and their scales, which good fixes have shown.
struct CarSignals: Sendable {
    private var speed = SpeedSignal()
    private(set) var speedScale: SignalScale
    private var odometer: OdometerSignal
    private var yawRate = YawRateSignal()
    private var trust = SpeedTrust()
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

    /// The speed of the wheels, m/s, unscaled; `nil` where it is missing, or is not that of the car.
    private var wheelSpeed: Double? { trust.isTrusted ? speed.current : nil }

    /// The speed of the car, whatever its direction, m/s; `nil` without a signal.
    var magnitudeOfSpeed: Double? { wheelSpeed.map { $0.magnitude * speedScale.value } }

    /// Whether the car reports that it drives backwards.
    var isBackwards: Bool { wheelSpeed.map { $0 < 0 } ?? false }

    /// The heading by the yaw rate since the beginning, degrees clockwise; it stands while the
    /// signal is missing.
    var heading: Double { yawRate.heading }

    /// Whether there is a yaw rate.
    var hasYawRate: Bool { yawRate.isCurrent }

    /// The course by the yaw rate and the courses of fixes, degrees, and its standard deviation.
    var course: (value: Double, deviation: Double)? { yawRate.course }

    /// The offset of the yaw rate, deg/s, and its standard deviation.
    var yawRateBias: (value: Double, deviation: Double) { yawRate.bias }

    /// Advances time. Returns whether there was a speed of the car meanwhile.
    mutating func advance(_ seconds: Double) -> Bool {
        trust.advance(seconds)
        if let current = speed.advance(seconds) {
            counted += current * seconds
            sinceCorrection += current.magnitude * seconds
        } else {
            trust.breakOff()
        }
        let current = wheelSpeed
        if current == nil {
            speedScale.breakOff()
            ego.loseSpeed()
        }
        odometer.advance(seconds)
        if odometer.current == nil || !trust.isTrusted { ego.loseOdometer() }
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
            if trust.isTrusted {
                measured.speed = (value * speedScale.value, deviation * deviation)
            }
        }
        if let rate = motion.yawRate?.value, rate.isFinite { yawRate.ingest(rate) }
        if isBackwards { odometer.turnBack() }
        if let reading = motion.odometer?.value, reading.isFinite {
            let step = odometer.ingest(reading)
            if trust.isTrusted { measured.distance = step.map { ($0.distance, $0.variance) } }
        }
        return measured
    }

    /// Takes in the course of a fix with its standard deviation, degrees, which was true when
    /// ``heading`` was `heading`. A car that stands has none.
    mutating func observe(course: Double, deviation: Double, at heading: Double) {
        if let own = magnitudeOfSpeed, own < FixCourses.leastSpeed.value { return }
        yawRate.observe(course: course, deviation: deviation, at: heading)
    }

    /// Compares the wheels with the speed of a fix, m/s, at a moment, s, when ``counted`` was
    /// `counted`. Nothing is learned from wheels that do not turn as the car drives. Returns the difference of
    /// both where the wheels have lost their trust.
    mutating func compare(
        speed: Double, counted: Double, at seconds: Double
    ) -> SpeedTrust.Change? {
        guard self.speed.current != nil,
            let change = trust.compare(
                speed: speed, counted: counted * speedScale.value, at: seconds)
        else { return nil }
        breakOff()
        ego.loseSpeed()
        ego.loseOdometer()
        return trust.isTrusted ? nil : change
    }

    /// The motion since the last call, up to the moment at which ``counted`` and ``heading`` were
    /// these.
    mutating func takeEgoMotion(counted: Double, heading: Double) -> EgoMotion {
        ego.take(
            counted: wheelSpeed == nil ? nil : counted, scale: speedScale,
            odometer: odometer, heading: yawRate.isCurrent ? heading : nil)
    }

    /// Counts the distance from here on: the position was corrected.
    mutating func restart() {
        sinceCorrection = 0
        odometer.restart()
    }

    /// Learns the scales from the place of a fix, which was true when ``counted`` was `counted`.
    mutating func learn(along: Double, counted: Double, deviation: Double) {
        guard trust.isTrusted else { return }
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
