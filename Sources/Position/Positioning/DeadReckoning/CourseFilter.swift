/// The course of the car by its yaw rate, and the offset of the sensor: a Kalman filter of both
/// (doi:10.1115/1.3662552), in degrees and seconds. It knows nothing of roads.
///
/// The courses of fixes show both: the course at once, and the offset by how the difference between
/// the courses and the integrated yaw rate grows. A car that stands shows the offset alone.
///
/// `tools/measure reckoning` set the numbers without another source.
struct CourseFilter: Sendable {
    /// The offset: the yaw rate of a car that does not turn, deg/s, clockwise.
    private(set) var bias = 0.0
    /// What to add to the integrated yaw rate for the course, degrees; `nil` where no fix has shown
    /// it.
    private(set) var reference: Double?
    /// The variance of the course, that of the offset and their covariance.
    private var courseVariance = 0.0
    private var biasVariance = Self.unknownBiasVariance
    private var covariance = 0.0
    /// Courses of fixes in a row that did not fit.
    private var misfits = 0

    /// The variance of the usual offset of sensors, before the car has shown it, (deg/s)².
    private static let unknownBiasVariance = 0.25
    /// The drift of the offset with temperature, (deg/s)² in a second.
    private static let biasDrift = 4e-6
    /// The growth of the error of the course besides the offset, deg² in a second: noise and steps of
    /// the signal, banked roads.
    private static let courseDrift = 0.01
    /// The deviation of a value of the signal from the offset at a standstill, deg/s. A larger
    /// difference is a turn, as on a turntable.
    private static let standingDeviation = 0.3
    /// A course that misses by more deviations than this does not fit …
    private static let largestMiss = 4.0
    /// … and after so many of these in a row the reference is wrong.
    private static let mostMisfits = 5

    /// The standard deviation of the course, degrees.
    var deviation: Double { courseVariance.squareRoot() }

    /// The standard deviation of ``bias``, deg/s.
    var biasDeviation: Double { biasVariance.squareRoot() }

    /// Advances time. The integrated yaw rate grows meanwhile without the offset, unless the car
    /// stands.
    mutating func advance(_ seconds: Double, isTurning: Bool) {
        if isTurning {
            // The error of the course grows by that of the offset: F P Fᵀ with F = (1, -t; 0, 1).
            courseVariance +=
                seconds * (seconds * biasVariance - 2 * covariance) + Self.courseDrift * seconds
            covariance -= seconds * biasVariance
        }
        biasVariance += Self.biasDrift * seconds
    }

    /// Takes in the yaw rate of a standing car, deg/s, the mean of which over the time since the last
    /// one has this variance. Returns whether it is the offset: a larger rate turns the car.
    mutating func observe(standing rate: Double, variance: Double) -> Bool {
        let miss = rate - bias
        let own = Self.standingDeviation * Self.standingDeviation
        guard miss * miss <= 9 * (biasVariance + own) else { return false }
        let sum = biasVariance + variance
        let gain = (course: covariance / sum, bias: biasVariance / sum)
        correct(by: miss, gain, with: (covariance, biasVariance))
        return true
    }

    /// Takes in the course of a fix, degrees, with its variance, deg²; `heading` is the integrated
    /// yaw rate at its moment.
    mutating func observe(course: Double, at heading: Double, variance: Double) {
        guard let reference else { return begin(course - heading, variance) }
        let miss = (course - heading - reference).wrapped
        let sum = courseVariance + variance
        guard miss * miss <= Self.largestMiss * Self.largestMiss * sum else {
            misfits += 1
            if misfits >= Self.mostMisfits { begin(course - heading, variance) }
            return
        }
        misfits = 0
        let gain = (course: courseVariance / sum, bias: covariance / sum)
        correct(by: miss, gain, with: (courseVariance, covariance))
    }

    /// The yaw rate is missing: the course is lost, the offset is not.
    mutating func loseCourse() {
        reference = nil
        covariance = 0
        misfits = 0
    }

    private mutating func begin(_ reference: Double, _ variance: Double) {
        self.reference = reference
        courseVariance = variance
        covariance = 0
        misfits = 0
    }

    private mutating func correct(
        by miss: Double, _ gain: (course: Double, bias: Double), with column: (Double, Double)
    ) {
        if let reference { self.reference = reference + gain.course * miss }
        bias += gain.bias * miss
        courseVariance -= gain.course * column.0
        covariance -= gain.course * column.1
        biasVariance -= gain.bias * column.1
    }
}

extension Double {
    /// The same direction, degrees, from -180 to 180.
    fileprivate var wrapped: Double { self - 360 * (self / 360).rounded() }
}
