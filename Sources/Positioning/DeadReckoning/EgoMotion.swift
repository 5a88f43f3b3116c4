public import Quantities

/// How a car has moved from one fix to the next, by its own signals and nothing else.
@frozen
public struct EgoMotion: Sendable, Hashable {
    /// How far it has come, backwards negative; `nil` where neither its speed nor its odometer tell.
    public var distance: Metres?
    /// The standard deviation of ``distance``.
    public var deviation: Metres
    /// How far it has turned clockwise, whole turns counted; `nil` where no yaw rate tells.
    public var turn: Degrees?

    /// The motion of its parts; without any, of a car that says nothing.
    @inlinable
    public init(distance: Metres? = nil, deviation: Metres = .zero, turn: Degrees? = nil) {
        self.distance = distance
        self.deviation = deviation
        self.turn = turn
    }

    /// Of a car that has not moved.
    public static var none: EgoMotion { EgoMotion(distance: .zero, turn: .zero) }

    /// Two motions one after the other; what one of them does not tell both do not.
    public static func + (first: EgoMotion, second: EgoMotion) -> EgoMotion {
        var sum = EgoMotion()
        if let one = first.distance, let other = second.distance {
            let deviations = (first.deviation.value, second.deviation.value)
            sum.distance = one + other
            sum.deviation = Metres(
                (deviations.0 * deviations.0 + deviations.1 * deviations.1).squareRoot())
        }
        if let one = first.turn, let other = second.turn { sum.turn = one + other }
        return sum
    }
}

/// Counts how the car has moved since it was last asked.
struct EgoMotionCounter: Sendable {
    /// What the signals had counted then; `nil` where they have been silent since.
    private var counted: Double?
    private var odometer: Double?
    private var heading: Double?

    /// The car's own speed was silent for a moment.
    mutating func loseSpeed() { counted = nil }
    /// So was its odometer.
    mutating func loseOdometer() { odometer = nil }
    /// So was its yaw rate.
    mutating func loseYawRate() { heading = nil }

    /// The motion since the last time, up to what the signals have counted now: its speed goes before its
    /// odometer, which counts in large steps.
    mutating func take(
        counted: Double?, scale: SignalScale, odometer: OdometerSignal, heading: Double?
    ) -> EgoMotion {
        var motion = EgoMotion()
        if let counted, let start = self.counted {
            let distance = (counted - start) * scale.value
            motion.distance = Metres(distance)
            motion.deviation = Metres(distance.magnitude * scale.deviation)
        } else if let now = odometer.current, let start = self.odometer,
            let resolution = odometer.resolution
        {
            let distance = (now - start) * odometer.scale.value
            let error = distance * odometer.scale.deviation
            motion.distance = Metres(distance)
            // The readings at both ends are anywhere within a step.
            motion.deviation = Metres(
                (resolution * resolution / 6 + error * error).squareRoot())
        }
        if let heading, let start = self.heading { motion.turn = Degrees(heading - start) }
        self.counted = counted
        self.odometer = odometer.current
        self.heading = heading
        return motion
    }
}
