public import Quantities

/// Carries the position of a car along its road between fixes and through their loss, with its
/// standard error. It knows nothing of roads but a line that positions are counted along.
///
/// ```swift
/// var reckoning = DeadReckoning()
/// reckoning.begin(at: along, deviation: nil, trueAt: time)
/// reckoning.ingest(VehicleMotion(speed: speed), at: time)
/// reckoning.advance(to: tick)
/// print(reckoning.along, reckoning.deviation)
/// ```
/// A `DistanceFilter` estimates the distance from the speeds of fixes, their change, and the car's
/// own signals, whose scales good fixes have shown (`CarSignals`). The places of fixes correct the
/// position on the line (`LinePosition`). Times never go back.
public struct DeadReckoning: Sendable {
    /// The result of the place of a fix.
    @frozen
    public enum Outcome: Sendable, Hashable {
        /// It corrected the position.
        case taken
        /// It is too far from the position; the next fix decides.
        case doubted
        /// It is too far from the position, and so was the one before: the car is where the fixes
        /// are.
        case moved
    }

    /// The settings.
    public let parameters: DeadReckoningParameters
    private var filter: DistanceFilter
    private var line: LinePosition
    private var car: CarSignals
    private var log = TravelLog()
    private var now = TravelLog.Entry()
    private var isRunning = false
    /// The distance up to the filter's last restart.
    private var base = 0.0
    /// The usual speed, m/s.
    private var cruise: Double?
    /// The headings of the car along its way.
    public private(set) var trail = HeadingTrail()
    private var courses = FixCourses()

    /// The longest step of the filter, s.
    private static let longestStep = 1.0
    /// A host that pauses for more steps has lost the car.
    private static let mostSteps = 600.0
    /// A speed known less well does not count for the usual one, (m/s)².
    private static let usualSpeedVariance = 4.0
    /// Receivers report no more (Wassenaar Arrangement, 7.A.5), and a recorded drive may be played
    /// fast, m/s.
    private static let fastestFix = 600.0

    /// Dead reckoning of a car of which nothing is known.
    public init(_ parameters: DeadReckoningParameters = DeadReckoningParameters()) {
        self.parameters = parameters
        filter = DistanceFilter(parameters)
        line = LinePosition(parameters)
        car = CarSignals(parameters)
    }

    // MARK: The estimate

    /// The position of the car on the line; `nil` where it is on none.
    public var along: Metres? { line.anchor.map { Metres($0.along + filter.distance) } }

    /// The standard deviation of ``along``.
    public var deviation: Metres { Metres((variance + line.common).squareRoot()) }

    /// The speed; `nil` where it is hardly known.
    public var speed: MetresPerSecond? {
        let worst = parameters.worstSpeed.value
        return filter.speedVariance <= worst * worst ? MetresPerSecond(filter.speed) : nil
    }

    /// The scale of the car's speed signal, and its standard deviation.
    public var scale: (value: Double, deviation: Double) {
        (car.speedScale.value, car.speedScale.deviation)
    }

    /// The speed by the car's own signal, whatever its direction; `nil` without the signal.
    public var carSpeed: MetresPerSecond? { car.magnitudeOfSpeed.map { MetresPerSecond($0) } }

    /// The heading since some beginning, clockwise, by the yaw rate; `nil` without the signal.
    public var heading: Degrees? { car.hasYawRate ? Degrees(car.heading) : nil }

    /// The course, clockwise from north, by the yaw rate and the courses of fixes, and its standard
    /// deviation; `nil` without the signal, and before the first course of a fix.
    public var course: (value: Degrees, deviation: Degrees)? {
        car.course.map { (Degrees($0.value), Degrees($0.deviation)) }
    }

    /// The offset of the car's yaw rate, clockwise, and its standard deviation; 0 and 0.5 deg/s as
    /// long as neither a standstill nor courses of fixes have shown it.
    public var yawRateBias: (value: DegreesPerSecond, deviation: DegreesPerSecond) {
        let bias = car.yawRateBias
        return (DegreesPerSecond(bias.value), DegreesPerSecond(bias.deviation))
    }

    /// The distance that the car has driven since a moment a little while ago.
    public func carried(since moment: MonotonicTime) -> Metres {
        Metres(now.distance - log.entry(at: moment, now: now).distance)
    }

    /// How far a place of the line, true at a moment, lies ahead of the position at that moment;
    /// `nil` where the car is on no line.
    public func miss(of along: Metres, trueAt moment: MonotonicTime) -> Metres? {
        self.along.map { along + carried(since: moment) - $0 }
    }

    private var variance: Double {
        (line.anchor?.variance ?? 0) + filter.distanceVariance + car.scaleVariance
    }

    // MARK: Time and the car's own signals

    /// Advances to a moment.
    public mutating func advance(to time: MonotonicTime) {
        guard isRunning else {
            isRunning = true
            now.time = time
            return
        }
        let seconds = (time - now.time).seconds
        guard seconds > 0 else { return }
        let usual = car.advance(seconds) ? nil : cruise
        var rest = min(seconds, Self.longestStep * Self.mostSteps)
        while rest > 0 {
            let step = min(rest, Self.longestStep)
            filter.advance(step, usualSpeed: usual)
            if !car.isBackwards { filter.stopAtStandstill() }
            rest -= step
        }
        if filter.speedVariance < Self.usualSpeedVariance {
            let share = min(seconds / parameters.cruiseTime, 1)
            cruise = cruise.map { $0 + share * (filter.speed - $0) } ?? filter.speed
        }
        note(at: time)
    }

    private mutating func note(at time: MonotonicTime) {
        now.time = time
        now.counted = car.counted
        now.heading = car.heading
        noteFilter()
        log.note(now)
        if car.hasYawRate {
            trail.note(HeadingTrail.Sample(distance: now.distance, heading: now.heading))
        } else {
            trail.removeAll()
        }
    }

    private mutating func noteFilter() {
        now.distance = base + filter.distance
        now.speed = filter.speed
    }

    /// Takes in the motion that the car reports now.
    public mutating func ingest(_ motion: VehicleMotion, at time: MonotonicTime) {
        advance(to: time)
        let measured = car.ingest(motion)
        if let (speed, variance) = measured.speed {
            filter.observe(speed: speed, variance: variance)
        }
        if let (distance, variance) = measured.distance {
            filter.observe(distance: distance, variance: variance)
        }
        if !car.isBackwards { filter.stopAtStandstill() }
        noteFilter()
    }

    /// The motion since the last call by the car's own signals, up to a moment a little while ago.
    public mutating func takeEgoMotion(trueAt moment: MonotonicTime) -> EgoMotion {
        let then = log.entry(at: moment, now: now)
        return car.takeEgoMotion(counted: then.counted, heading: then.heading)
    }

    // MARK: Fixes

    /// Takes in the speed that a receiver reports for a moment.
    public mutating func ingest(speed: MetresPerSecond, trueAt moment: MonotonicTime) {
        guard speed.value.magnitude <= Self.fastestFix else { return }
        let own = parameters.fixSpeedDeviation.value
        let then = log.entry(at: moment, now: now)
        // The vehicle has not slowed down because a fix has shown that the estimate was too high.
        let since = (now.speed - then.speed) - (now.corrections - then.corrections)
        filter.observe(speed: speed.value + since, variance: own * own)
        filter.stopAtStandstill()
        noteCorrection()
    }

    private mutating func noteCorrection() {
        now.corrections += filter.speed - now.speed
        now.speed = filter.speed
    }

    /// The speed so far was an assumption: any speed is possible.
    public mutating func forgetSpeed() {
        filter.forgetSpeed()
        noteCorrection()
        cruise = nil
    }

    /// Takes in a course that fixes show for a moment, with its standard deviation: it shows the
    /// course and the offset of the yaw rate. For cars that drive, not for those that stand.
    public mutating func ingest(
        course: Degrees, deviation: Degrees, trueAt moment: MonotonicTime
    ) {
        car.observe(
            course: course.value, deviation: deviation.value,
            at: log.entry(at: moment, now: now).heading)
    }

    /// Takes in speed and course of a fix, true at a moment. Where the receiver states no course, the
    /// direction from the place before is one.
    public mutating func ingestVelocity(of fix: Fix, trueAt moment: MonotonicTime) {
        if let speed = fix.speed, speed.value.magnitude <= Self.fastestFix {
            let wrong = car.compare(
                speed: speed.value, counted: log.entry(at: moment, now: now).counted,
                at: (moment - .zero).seconds)
            // Up to now the place has followed the wheels.
            if let wrong { filter.doubt(speed: wrong.speed, distance: wrong.distance) }
            ingest(speed: speed, trueAt: moment)
        }
        let course = courses.course(
            of: fix, trueAt: moment, placeDeviation: line.deviation(stated: fix.accuracy),
            speedDeviation: parameters.fixSpeedDeviation.value)
        guard let course else { return }
        ingest(
            course: Degrees(course.value), deviation: Degrees(course.deviation),
            trueAt: course.moment)
    }

    /// The car is at a place of a line that does not continue the one before, or of the first one.
    public mutating func begin(
        at along: Metres, deviation: Metres?, trueAt moment: MonotonicTime
    ) {
        car.breakOff()
        line.begin(at: now.time)
        let own = line.deviation(stated: deviation)
        restart(at: along.value + carried(since: moment).value, variance: own * own)
        learn(along, trueAt: moment, deviation: own)
    }

    /// The car is on no line.
    public mutating func leave() {
        line.leave()
        car.breakOff()
    }

    /// Takes in the place of a fix along the line, true at a moment.
    public mutating func correct(
        at along: Metres, deviation: Metres?, trueAt moment: MonotonicTime
    ) -> Outcome {
        guard let position = self.along?.value, let miss = miss(of: along, trueAt: moment)?.value
        else {
            begin(at: along, deviation: deviation, trueAt: moment)
            return .moved
        }
        let own = line.deviation(stated: deviation)
        let late = (now.time - moment).seconds * filter.speedVariance.squareRoot()
        let variance = variance
        let fix = LinePosition.FixComparison(
            miss: miss, deviation: own, variance: variance, late: late * late)
        switch line.judge(fix, at: now.time) {
        case .doubted: return .doubted
        case .moved:
            begin(at: along, deviation: deviation, trueAt: moment)
            return .moved
        case .taken(let gain, let sum):
            filter.observe(miss: miss, variance: sum)
            filter.stopAtStandstill()
            noteCorrection()
            restart(at: position + gain * miss, variance: (1 - gain) * variance)
            learn(along, trueAt: moment, deviation: own)
            return .taken
        }
    }

    private mutating func restart(at along: Double, variance: Double) {
        base += filter.distance
        filter.restart()
        line.setAnchor(along, variance: variance)
        car.restart()
        noteFilter()
    }

    private mutating func learn(
        _ along: Metres, trueAt moment: MonotonicTime, deviation: Double
    ) {
        let counted = log.entry(at: moment, now: now).counted
        car.learn(along: along.value, counted: counted, deviation: deviation)
    }
}
