public import Quantities

/// Carries the place of a car along its road between fixes and through their loss, with its standard
/// error. It knows nothing of roads but a line that places are counted along.
///
/// ```swift
/// var reckoning = DeadReckoning()
/// reckoning.begin(at: along, deviation: nil, trueAt: time)
/// reckoning.ingest(VehicleMotion(speed: speed), at: time)
/// reckoning.advance(to: tick)
/// print(reckoning.along, reckoning.deviation)
/// ```
/// What is driven is estimated by a `DistanceFilter` from the speeds of fixes, their change, and what
/// the car itself says; what the car says is scaled by what good fixes have shown of it. Places of
/// fixes correct where on the line the car is. Times never go back.
public struct DeadReckoning: Sendable {
    /// What became of the place of a fix.
    @frozen
    public enum Outcome: Sendable, Hashable {
        /// It was taken in.
        case taken
        /// It is too far from where the car is reckoned to be; the next one decides.
        case doubted
        /// It is too far from there, and so was the one before: the car is where the fixes are.
        case moved
    }

    /// What is believed.
    public let parameters: ReckoningParameters
    private var filter: DistanceFilter
    private var log = TravelLog()
    private var now = TravelLog.Entry()
    private var isRunning = false
    /// What was driven up to the filter's last restart.
    private var base = 0.0
    /// The usual speed, m/s.
    private var cruise: Double?
    /// The place of the last fix or beginning, and the variance of that.
    private var anchor: (along: Double, variance: Double)?
    /// The variance that fixes have in common, which none of them shows.
    private var common = 0.0
    /// The last fix whose place was taken in or doubted.
    private var lastFix: MonotonicTime?
    private var doubt: Double?

    private var signal = SpeedSignal()
    private var speedScale: SignalScale
    /// What was driven by the car's own speed since the last fix.
    private var scaled = 0.0
    private var odometer: OdometerSignal
    private var yawRate = YawRateSignal()
    private var ego = EgoMotionCounter()
    /// How the car has pointed on its way.
    public private(set) var trail = HeadingTrail()

    /// Reckoning of a car of which nothing is known.
    public init(_ parameters: ReckoningParameters = ReckoningParameters()) {
        self.parameters = parameters
        filter = DistanceFilter(parameters)
        speedScale = SignalScale(parameters)
        odometer = OdometerSignal(parameters)
    }

    // MARK: What is reckoned

    /// Where on the line the car is; `nil` where it is on none.
    public var along: Metres? { anchor.map { Metres($0.along + filter.distance) } }

    /// The standard deviation of ``along``.
    public var deviation: Metres { Metres((variance + common).squareRoot()) }

    /// Its speed; `nil` where that is hardly known.
    public var speed: MetresPerSecond? {
        let worst = parameters.worstSpeed.value
        return filter.vv <= worst * worst ? MetresPerSecond(filter.speed) : nil
    }

    /// What the car's own speed has to be multiplied by, and the standard deviation of that.
    public var scale: (value: Double, deviation: Double) {
        (speedScale.value, speedScale.deviation)
    }

    private var variance: Double {
        let scaleError = speedScale.deviation * scaled
        return (anchor?.variance ?? 0) + filter.dd + scaleError * scaleError
    }

    // MARK: Time

    /// Lets time pass.
    public mutating func advance(to time: MonotonicTime) {
        guard isRunning else {
            isRunning = true
            now.time = time
            return
        }
        let seconds = (time - now.time).seconds
        guard seconds > 0 else { return }
        let signalled = signal.advance(seconds)
        if signalled == nil {
            speedScale.breakOff()
            ego.loseSpeed()
        }
        odometer.advance(seconds)
        if odometer.current == nil { ego.loseOdometer() }
        // Steps in which a speed may change; a host that sleeps for long has lost the car anyway.
        var rest = min(seconds, Self.longestStep * 600)
        while rest > 0 {
            let step = min(rest, Self.longestStep)
            filter.advance(step, usualSpeed: signalled == nil ? cruise : nil)
            if !signal.isBackwards { filter.stopAtStandstill() }
            rest -= step
        }
        yawRate.advance(seconds, isStanding: signalled.map { $0.magnitude < 0.01 } ?? false)
        if !yawRate.isCurrent { ego.loseYawRate() }
        if let signalled {
            now.counted += signalled * seconds
            scaled += signalled.magnitude * seconds
        }
        if filter.vv < Self.usualSpeedVariance {
            let share = min(seconds / parameters.cruiseTime, 1)
            cruise = cruise.map { $0 + share * (filter.speed - $0) } ?? filter.speed
        }
        note(at: time)
    }

    private static let longestStep = 1.0
    /// Only speeds that are known this well make the usual one, (m/s)².
    private static let usualSpeedVariance = 4.0

    private mutating func note(at time: MonotonicTime) {
        now.time = time
        now.distance = base + filter.distance
        now.speed = filter.speed
        now.heading = yawRate.heading
        log.note(now)
        if yawRate.isCurrent {
            trail.note(HeadingTrail.Sample(distance: now.distance, heading: now.heading))
        } else {
            trail.removeAll()
        }
    }

    // MARK: The car's own signals

    /// Takes in what the car says of its motion now.
    public mutating func ingest(_ motion: VehicleMotion, at time: MonotonicTime) {
        advance(to: time)
        if let speed = motion.speed?.value, speed.magnitude <= Self.fastest {
            signal.ingest(speed)
            let own =
                speed == 0 ? Self.standingDeviation : parameters.signalSpeedDeviation.value
            filter.observe(speed: speed * speedScale.value, variance: own * own)
        }
        if let rate = motion.yawRate?.value, rate.isFinite { yawRate.ingest(rate) }
        if let reading = motion.odometer?.value, reading.isFinite,
            let (distance, variance) = odometer.ingest(reading)
        {
            filter.observe(distance: distance, variance: variance)
        }
        if !signal.isBackwards { filter.stopAtStandstill() }
        now.distance = base + filter.distance
        now.speed = filter.speed
    }

    /// How fast the car itself says it is, whichever way; `nil` where it says nothing.
    public var carSpeed: MetresPerSecond? {
        signal.current.map { MetresPerSecond($0.magnitude * speedScale.value) }
    }

    /// How far it has turned since some beginning, clockwise, by its yaw rate; `nil` where that is silent.
    public var heading: Degrees? { yawRate.isCurrent ? Degrees(yawRate.heading) : nil }
    /// How the car has moved since the last call by its own signals, up to a moment a little while ago.
    public mutating func takeEgoMotion(trueAt moment: MonotonicTime) -> EgoMotion {
        let then = log.entry(at: moment, now: now)
        return ego.take(
            counted: signal.current == nil ? nil : then.counted, scale: speedScale,
            odometer: odometer, heading: yawRate.isCurrent ? then.heading : nil)
    }

    /// No car is faster, m/s; what says so is broken.
    private static let fastest = 150.0
    /// Receivers say no more (Wassenaar Arrangement, 7.A.5), and a recorded drive may be played fast, m/s.
    private static let fastestFix = 600.0
    /// Of a car that says it stands, m/s.
    private static let standingDeviation = 0.02

    // MARK: Fixes

    /// How far the car has come since a moment a little while ago.
    public func carried(since moment: MonotonicTime) -> Metres {
        Metres(now.distance - log.entry(at: moment, now: now).distance)
    }

    /// Takes in the speed that a receiver said the car had at a moment.
    public mutating func ingest(speed: MetresPerSecond, trueAt moment: MonotonicTime) {
        guard speed.value.magnitude <= Self.fastestFix else { return }
        let own = parameters.fixSpeedDeviation.value
        let since = now.speed - log.entry(at: moment, now: now).speed
        filter.observe(speed: speed.value + since, variance: own * own)
        filter.stopAtStandstill()
        now.speed = filter.speed
    }

    /// Takes in the course that a receiver said the car had at a moment: it shows what the yaw rate says
    /// of a car that does not turn. For courses of cars that drive, not of those that stand.
    public mutating func ingest(course: Degrees, trueAt moment: MonotonicTime) {
        yawRate.observe(course: course.value, at: log.entry(at: moment, now: now).heading)
    }

    /// The car is at a place of a line that does not continue the one before, or of the first one.
    public mutating func begin(
        at along: Metres, deviation: Metres?, trueAt moment: MonotonicTime
    ) {
        speedScale.breakOff()
        odometer.breakOff()
        doubt = nil
        lastFix = now.time
        let own = fixDeviation(deviation)
        common = 0
        restart(at: along.value + carried(since: moment).value, variance: own * own)
        learn(along.value, trueAt: moment, deviation: own)
    }

    /// The car is on no line.
    public mutating func leave() {
        anchor = nil
        doubt = nil
        speedScale.breakOff()
        odometer.breakOff()
    }

    /// How far a place of the line, true at a moment, lies from where the car is reckoned to have been.
    public func miss(of along: Metres, trueAt moment: MonotonicTime) -> Metres? {
        self.along.map { along + carried(since: moment) - $0 }
    }

    /// Takes in the place of a fix along the line, true at a moment.
    public mutating func correct(
        at along: Metres, deviation: Metres?, trueAt moment: MonotonicTime
    ) -> Outcome {
        guard let anchor, let miss = miss(of: along, trueAt: moment)?.value else {
            begin(at: along, deviation: deviation, trueAt: moment)
            return .moved
        }
        let own = fixDeviation(deviation)
        let interval = lastFix.map { now.time - $0 } ?? Self.longDoubt
        lastFix = now.time
        // Fixes that follow each other fast say the same again.
        let repeats = max(parameters.fixErrorTime / max(interval.seconds, 0.01), 1)
        let late = (now.time - moment).seconds * filter.vv.squareRoot()
        let fixVariance = own * own * repeats + late * late
        let sum = variance + fixVariance
        if miss * miss > 9 * sum {
            let isConfirmed = doubt.map { (miss - $0).magnitude < 3 * own } ?? false
            guard isConfirmed || interval >= Self.longDoubt else {
                doubt = miss
                return .doubted
            }
            begin(at: along, deviation: deviation, trueAt: moment)
            return .moved
        }
        doubt = nil
        let gain = variance / sum
        let place = anchor.along + filter.distance + gain * miss
        let left = (1 - gain) * variance
        common = own * own * (1 - 1 / repeats)
        filter.observe(miss: miss, variance: sum)
        filter.stopAtStandstill()
        restart(at: place, variance: left)
        learn(along.value, trueAt: moment, deviation: own)
        return .taken
    }

    /// After a gap this long between fixes there is no next one to wait for.
    private static let longDoubt = Nanoseconds.seconds(3)

    private func fixDeviation(_ deviation: Metres?) -> Double {
        max(deviation ?? parameters.fixDeviation, parameters.bestFix).value
    }

    private mutating func restart(at along: Double, variance: Double) {
        base += filter.distance
        filter.restart()
        anchor = (along, variance)
        scaled = 0
        odometer.restart()
        now.distance = base
        now.speed = filter.speed
    }

    private mutating func learn(
        _ along: Double, trueAt moment: MonotonicTime, deviation: Double
    ) {
        odometer.learn(along, deviation: deviation)
        guard signal.current != nil else { return }
        let counted = log.entry(at: moment, now: now).counted
        speedScale.ingest(along: along, raw: counted, deviation: deviation)
    }
}
