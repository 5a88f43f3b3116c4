/// The heading of the car by its yaw rate, corrected for the offset of the sensor.
struct YawRateSignal: Sendable {
    /// A signal without a value for so many seconds is missing.
    private static let lifetime = 0.5
    /// The variance of the usual offset of sensors, before the car has stood, (deg/s)².
    private static let unknownBiasVariance = 0.25
    /// The drift of the offset with temperature, (deg/s)² in a second.
    private static let biasDrift = 1e-6
    /// The noise of a second of the signal, (deg/s)².
    private static let noiseVariance = 0.04
    /// Courses of fixes at least so long apart show the offset, s …
    private static let shortestSpan = 10.0
    /// … with this error at both ends together, degrees.
    private static let courseDeviation = 4.0
    /// No car turns faster, deg/s; a signal that reports more is broken.
    private static let fastest = 120.0

    /// Degrees clockwise since the beginning.
    private(set) var heading = 0.0
    /// The offset: the signal of a car that does not turn, deg/s.
    private(set) var bias = 0.0
    private var biasVariance = Self.unknownBiasVariance
    private var rate: Double?
    private var age = 0.0
    /// The course of a fix, with ``heading`` and the time at that moment.
    private var start: (course: Double, heading: Double, seconds: Double)?
    private var seconds = 0.0

    /// Whether there is a signal.
    var isCurrent: Bool { rate != nil }

    mutating func ingest(_ degreesPerSecond: Double) {
        guard degreesPerSecond.magnitude <= Self.fastest else { return }
        rate = degreesPerSecond
        age = 0
    }

    /// Advances time.
    mutating func advance(_ span: Double, isStanding: Bool) {
        age += span
        seconds += span
        if age > Self.lifetime { rate = nil }
        guard let rate else {
            start = nil
            return
        }
        biasVariance += Self.biasDrift * span
        if isStanding {
            observeBias(rate, variance: Self.noiseVariance / min(span, 1))
        } else {
            heading += (rate - bias) * span
        }
    }

    /// Takes in the course of a fix of a driving car, true at the moment of that heading.
    mutating func observe(course: Double, at heading: Double) {
        guard isCurrent else { return }
        guard let start else {
            self.start = (course, heading, seconds)
            return
        }
        let span = seconds - start.seconds
        guard span >= Self.shortestSpan else { return }
        self.start = (course, heading, seconds)
        let turned = heading - start.heading
        let miss = turned - (course - start.course)
        // Courses do not show whole turns.
        let wrapped = miss - 360 * (miss / 360).rounded()
        let deviation = Self.courseDeviation / span
        observeBias(bias + wrapped / span, variance: deviation * deviation)
    }

    private mutating func observeBias(_ measured: Double, variance: Double) {
        let miss = measured - bias
        guard miss * miss <= 9 * (biasVariance + variance) else { return }
        let gain = biasVariance / (biasVariance + variance)
        bias += gain * miss
        biasVariance *= 1 - gain
    }
}
