public import Quantities

/// When the vehicle stands still.
public struct StandstillParameters: ParameterGroup {
    /// The smallest distance between two fixes of a moving vehicle that are both used.
    public var minimumMovement = Metres(5)
    /// The smallest movement in deviations of the noise.
    public var standstillDeviations = 3.0
    /// The speed below which a receiver reports a standstill.
    public var standstillSpeed = MetresPerSecond(0.5)
    /// The largest drift of the fixes during a standstill.
    public var standstillDrift = Metres(20)

    /// The time after which a fix of a standing vehicle shows something new, seconds.
    public var renewalTime = 30.0
    /// The correlation time of the error during a standstill, seconds. Against the true roads of the recorded drives
    /// that of all errors is 77 s on one half of them and 167 s on the other half.
    public var correlationTime = 100.0

    /// The defaults.
    public init() {}

    /// One record for each number.
    public static let records: [Parameter<Self>] = [
        Parameter(
            \.minimumMovement, "minimum_movement_m", 0...1000,
            "A fix nearer than this to the last used fix shows no movement: the vehicle stands",
            basis: "drives"),
        Parameter(
            \.standstillDeviations, "standstill_deviations", 0...100,
            "A vehicle that moves by fewer deviations of the noise stands",
            basis: "convention: three deviations"),
        Parameter(
            \.standstillSpeed, "standstill_speed_m_per_s", 0...100,
            "Below this speed a receiver reports that the vehicle stands",
            basis: "convention: as `velocity_deviation_m_per_s`"),
        Parameter(
            \.standstillDrift, "standstill_drift_m", 0...10_000,
            "A reported standstill ends when the fixes have drifted this far",
            basis: "convention: three deviations of a fix"),
        Parameter(
            \.renewalTime, "standstill_renewal_s", 1...86_400, unit: "s",
            "A standing vehicle's fix is used this long after the last used one, as soon as the mean of its fixes"
                + " since then has moved by more than `minimum_error_change_m`",
            basis: "convention: a third of `standstill_correlation_time_s`"),
        Parameter(
            \.correlationTime, "standstill_correlation_time_s", 0.001...10_000, unit: "s",
            "The correlation between the errors of two fixes of a standing vehicle falls to 1/e in this time",
            basis: "drives: the errors against the true roads"),
    ]
}
