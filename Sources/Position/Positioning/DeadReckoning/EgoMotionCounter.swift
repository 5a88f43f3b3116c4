import Quantities

/// Counts the motion of the car from call to call.
struct EgoMotionCounter: Sendable {
    /// The counts of the signals at the last call; `nil` if a signal has been missing since.
    private var counted: Double?
    private var odometer: (place: Double, deviation: Double?)?
    private var heading: Double?

    /// The car's own speed was missing for a moment.
    mutating func loseSpeed() { counted = nil }
    /// The odometer was missing for a moment.
    mutating func loseOdometer() { odometer = nil }
    /// The yaw rate was missing for a moment.
    mutating func loseYawRate() { heading = nil }

    /// The motion since the last call, up to these counts of the signals. The speed has priority
    /// over the odometer, which counts in large steps.
    mutating func take(
        counted: Double?, scale: SignalScale, odometer: OdometerSignal, heading: Double?
    ) -> EgoMotion {
        var motion = EgoMotion()
        if let counted, let start = self.counted {
            let distance = (counted - start) * scale.value
            motion.distance = Metres(distance)
            motion.deviation = Metres(distance.magnitude * scale.deviation)
        } else if let now = odometer.current, let start = self.odometer,
            let own = odometer.deviation
        {
            let distance = (now - start.place) * odometer.scale.value
            let error = distance * odometer.scale.deviation
            motion.distance = Metres(distance)
            // Before its first step the resolution of the counter was not known yet.
            let first = start.deviation ?? own
            let ends = first * first + own * own
            motion.deviation = Metres((ends + error * error).squareRoot())
        }
        if let heading, let start = self.heading { motion.turn = Degrees(heading - start) }
        self.counted = counted
        self.odometer = odometer.current.map { ($0, odometer.deviation) }
        self.heading = heading
        return motion
    }
}
