import Geodesy
import Quantities

/// The courses of a driving car that its fixes show: those that the receiver states, and otherwise
/// the direction from one place to the next.
struct FixCourses: Sendable {
    /// A course, degrees clockwise from north, its standard deviation, degrees, and its moment.
    typealias Course = (value: Double, deviation: Double, moment: MonotonicTime)

    private var last: (place: Coordinate, moment: MonotonicTime)?
    /// The moment of the last course.
    private var lastCourse: MonotonicTime?

    /// The course of a slower car is noise.
    static let leastSpeed = MetresPerSecond(5)
    /// The deviation of the course from the direction of the car, degrees: drift angles in bends.
    private static let ownDeviation = 1.0
    /// The share of the error of a place that the place a second before does not have.
    private static let freshShare = 0.3
    /// Courses within this time have one error in common, s.
    private static let errorTime = 1.0
    /// The car does not drive straight for longer, s.
    private static let longestSpan = 2.0
    private static let shortestSpan = 0.5

    /// The course of a fix that was true at a moment; `nil` where it shows none. `place` is the
    /// standard deviation of its place, `speed` that of the receiver's speed across the course, m/s.
    mutating func course(
        of fix: Fix, trueAt moment: MonotonicTime, placeDeviation: Double, speedDeviation: Double
    ) -> Course? {
        let before = last
        if before.map({ (moment - $0.moment).seconds >= Self.shortestSpan }) ?? true {
            last = (fix.place, moment)
        }
        if let course = fix.course {
            guard let speed = fix.speed, speed >= Self.leastSpeed else { return nil }
            return weighed(course, across: speedDeviation / speed.value, moment)
        }
        guard let before else { return nil }
        let span = (moment - before.moment).seconds
        guard span >= Self.shortestSpan, span <= Self.longestSpan else { return nil }
        let way = before.place.vector(to: fix.place)
        guard way.length >= Self.leastSpeed.value * span else { return nil }
        return weighed(
            way.bearing, across: Self.freshShare * placeDeviation / way.length,
            before.moment + .seconds(span / 2))
    }

    /// A course with its deviation; `across` is the error across the course, in lengths along it.
    private mutating func weighed(
        _ course: Degrees, across: Double, _ moment: MonotonicTime
    ) -> Course {
        let degrees = across * degreesPerRadian
        var variance = Self.ownDeviation * Self.ownDeviation + degrees * degrees
        if let lastCourse {
            variance *= max(Self.errorTime / max((moment - lastCourse).seconds, 0.01), 1)
        }
        lastCourse = moment
        return (course.value, variance.squareRoot(), moment)
    }
}
