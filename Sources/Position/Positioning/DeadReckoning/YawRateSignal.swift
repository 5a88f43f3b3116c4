/// The heading of the car by its yaw rate, corrected for the offset of the sensor.
struct YawRateSignal: Sendable {
    /// The noise of a second of the signal, (deg/s)².
    private static let noiseVariance = 0.04
    /// No car turns faster, deg/s; a signal that reports more is broken.
    private static let fastest = 120.0

    /// Degrees clockwise since the beginning.
    private(set) var heading = 0.0
    private var filter = CourseFilter()
    private var rate: Double?
    private var lifetime = SignalLifetime()

    /// Whether there is a signal.
    var isCurrent: Bool { rate != nil }

    /// The offset: the signal of a car that does not turn, deg/s, and its standard deviation.
    var bias: (value: Double, deviation: Double) { (filter.bias, filter.biasDeviation) }

    /// The course, degrees clockwise from north, with any number of whole turns, and its standard
    /// deviation; `nil` without a signal, and before the first course of a fix.
    var course: (value: Double, deviation: Double)? {
        guard isCurrent, let reference = filter.reference else { return nil }
        return (heading + reference, filter.deviation)
    }

    /// Takes in a value, deg/s.
    mutating func ingest(_ degreesPerSecond: Double) {
        guard degreesPerSecond.magnitude <= Self.fastest else { return }
        rate = degreesPerSecond
        lifetime.renew()
    }

    /// Advances time.
    mutating func advance(_ span: Double, isStanding: Bool) {
        lifetime.advance(span)
        if !lifetime.isCurrent { rate = nil }
        guard let rate else { return filter.loseCourse() }
        let isOffset =
            isStanding
            && filter.observe(standing: rate, variance: Self.noiseVariance / min(span, 1))
        if !isOffset { heading += (rate - filter.bias) * span }
        filter.advance(span, isTurning: !isOffset)
    }

    /// Takes in the course of a fix of a driving car, true at the moment of that heading, with its
    /// standard deviation, degrees.
    mutating func observe(course: Double, deviation: Double, at heading: Double) {
        guard isCurrent else { return }
        filter.observe(course: course, at: heading, variance: deviation * deviation)
    }
}
