import Geodesy
import Positioning
import Quantities

/// The movement of the vehicle since the last used fix. It detects outliers and standstills and
/// gives the motion to the next fix.
struct MovementTracker {
    private let parameters: MatchingParameters
    private var noise: FixNoise
    private var courses = CourseOrigin()
    /// The last fix that was used, and the time of the last step: of this fix, or of the stand after it.
    private var last: (frame: LocalFrame, time: MonotonicTime, step: MonotonicTime)?
    private var stand: StandingPlace?
    /// The speed at the last used fix, m/s.
    private var speed: Double?
    /// The motion since then, as the vehicle's own signals report it.
    private var ego = EgoMotion()
    /// Whether the last fix was an outlier that waits for the next fix.
    private(set) var isLastFixOutlier = false

    /// No fix yet.
    init(_ parameters: MatchingParameters) {
        self.parameters = parameters
        noise = FixNoise(parameters)
    }

    /// Forgets all fixes.
    mutating func reset() { self = MovementTracker(parameters) }

    /// Adds motion that the vehicle's own signals report.
    mutating func add(_ motion: EgoMotion) { ego = ego + motion }

    /// A fix without its course and speed where these are computed from positions. It receives every fix.
    mutating func withoutComputedCourse(_ fix: DatedFix) -> DatedFix {
        courses.ingest(fix, parameters)
    }

    /// Measures the noise of the fixes. It receives every accepted fix that is no outlier, used or
    /// not.
    mutating func measureNoise(with fix: DatedFix) { noise.ingest(fix, parameters) }

    /// The first of consecutive fixes ends the wait for a confirmation.
    mutating func begin() { isLastFixOutlier = false }

    /// Advances to a used fix.
    mutating func use(_ fix: DatedFix, _ motion: Motion) {
        last = (fix.frame, fix.time, fix.time)
        ego = .none
        speed = fix.fix.speed?.value
        if speed == nil, motion.seconds > 0 { speed = motion.distance / motion.seconds }
        stand = StandingPlace(fix.frame)
    }

    /// Adds a fix of a vehicle that stands.
    mutating func stay(_ fix: DatedFix, _ motion: Motion) {
        let reported = reportedDistance(fix.fix, motion) ?? 0
        stand?.add(fix.fix.place, reported: reported)
    }

    /// How far the fixes of a stand lie from the used one, metres, in the mean since the last step.
    var standingError: PlanarVector? { stand?.meanSinceStep }

    /// The stand is a step of its own.
    mutating func renew(at time: MonotonicTime) {
        last?.step = time
        stand?.renew()
    }

    /// The motion to a fix after the last used one, and `silence` after the last accepted one. `error` is the
    /// standard deviation of the lasting error, metres.
    func motion(to fix: DatedFix, after silence: Nanoseconds, error: Double) -> Motion? {
        guard let last else { return nil }
        return Motion(
            from: stand?.origin(noise: noise.deviation, parameters) ?? last.frame,
            to: fix.fix,
            seconds: (fix.time - last.step).seconds,
            sinceOrigin: (fix.time - last.time).seconds,
            unseen: silence.seconds,
            ego: ego,
            noise: noise.deviation,
            error: error,
            parameters
        )
    }

    /// Whether the vehicle cannot have driven this far, so that the fix is a jump.
    func isJump(_ motion: Motion) -> Bool {
        motion.distance > parameters.transitions.maximumSpeed.value * motion.seconds
            + parameters.sequence.jumpDistance.value
    }

    /// Whether a fix is too far from the last one for the vehicle's speed. It then waits for the next fix,
    /// which is never an outlier. A fix that is much too far is a jump and does not wait.
    mutating func isOutlier(_ fix: DatedFix, deviation: Double?) -> Bool {
        guard let last else { return false }
        let seconds = (fix.time - last.step).seconds
        guard !isLastFixOutlier, let speed, let deviation, seconds <= parameters.noise.noiseSpan
        else {
            isLastFixOutlier = false
            return false
        }
        let driven =
            ego.distance.map { $0.value.magnitude + 3 * ego.deviation.value }
            ?? max(speed, fix.fix.speed?.value ?? 0) * seconds
            + parameters.noise.usualAcceleration.value * seconds * seconds
        let excess = last.frame.project(fix.fix.place).length - driven
        isLastFixOutlier =
            excess > parameters.errors.outlierDeviations * deviation
            && excess < parameters.sequence.jumpDistance.value
        return isLastFixOutlier
    }

    /// Whether a fix shows only that the vehicle has not moved.
    func isStanding(_ fix: Fix, _ motion: Motion) -> Bool {
        // A measured distance shows the movement, however much fixes scatter.
        if let driven = motion.driven,
            driven.distance - 2 * driven.deviation >= standstillLimit(motion)
        {
            return false
        }
        if let stand, !stand.hasMoved(to: fix.place, noise: motion.noise, parameters) {
            return true
        }
        let limits = parameters.standstill
        guard motion.distance < limits.standstillDrift.value else { return false }
        if let driven = motion.driven?.distance { return driven < limits.minimumMovement.value }
        guard let speed = fix.speed, let reported = reportedDistance(fix, motion) else {
            return false
        }
        return speed < parameters.heading.minimumCourseSpeed
            && (stand?.reported ?? 0) + reported < limits.minimumMovement.value
    }

    /// Whether the vehicle surely stands where ``isStanding(_:_:)`` found no movement: by its speed, or
    /// for a while. The first fixes of a vehicle that begins to move slowly are near each other too.
    func isSureStandstill(_ fix: Fix, _ motion: Motion) -> Bool {
        if let speed = fix.speed, speed < parameters.standstill.standstillSpeed { return true }
        return motion.seconds >= Self.standstillTime
    }

    /// Fixes without a movement show a standstill after this time, seconds: a receiver with one fix in a
    /// second has then sent three, and the place is known 2 s after the first.
    private static let standstillTime = 1.5

    /// A measured distance above this is a movement and not noise, metres.
    private func standstillLimit(_ motion: Motion) -> Double {
        max(
            parameters.standstill.minimumMovement.value,
            parameters.standstill.standstillDeviations * motion.noise)
    }

    /// The distance since the fix before by the speed of a fix, metres; `nil` for a fix without a speed.
    private func reportedDistance(_ fix: Fix, _ motion: Motion) -> Double? {
        guard let speed = fix.speed else { return nil }
        return speed < parameters.standstill.standstillSpeed ? 0 : speed.value * motion.unseen
    }
}
