/// How far the car has turned, by its own yaw rate less what that says while the car does not turn.
struct YawRateSignal: Sendable {
    /// Slower signals than one in this many seconds do not say how the car turns in between.
    private static let lifetime = 0.5
    /// What sensors say at rest before the car has stood: the square of their usual offset, (deg/s)².
    private static let unknownBiasVariance = 0.25
    /// What that offset changes by with warmth, (deg/s)² in a second.
    private static let biasDrift = 1e-6
    /// The noise of a second of the signal, (deg/s)².
    private static let noiseVariance = 0.04
    /// Courses of fixes at least so long apart show the offset, s …
    private static let shortestSpan = 10.0
    /// … with this error at both ends together, degrees.
    private static let courseDeviation = 4.0
    /// No car turns faster, deg/s; what says so is broken.
    private static let fastest = 120.0

    /// Degrees clockwise since the beginning.
    private(set) var heading = 0.0
    /// What the signal says of a car that does not turn, deg/s.
    private(set) var bias = 0.0
    private var biasVariance = Self.unknownBiasVariance
    private var rate: Double?
    private var age = 0.0
    /// A fix's course and what ``heading`` and the time were then.
    private var start: (course: Double, heading: Double, seconds: Double)?
    private var seconds = 0.0

    /// Whether the signal is there.
    var isCurrent: Bool { rate != nil }

    mutating func ingest(_ degreesPerSecond: Double) {
        guard degreesPerSecond.magnitude <= Self.fastest else { return }
        rate = degreesPerSecond
        age = 0
    }

    /// Lets time pass.
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

    /// Takes the course of a fix of a car that drives, true when the heading was that.
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
        // Courses do not tell how often the car went round.
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
