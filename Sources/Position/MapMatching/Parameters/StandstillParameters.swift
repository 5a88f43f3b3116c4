public import Quantities

/// When the vehicle stands still.
public struct StandstillParameters: ParameterGroup {
    /// The smallest distance between two fixes that are both used.
    public var minimumMovement = Metres(7.5)
    /// The smallest movement in deviations of the noise.
    public var standstillDeviations = 3.0
    /// The speed below which a receiver reports a standstill.
    public var standstillSpeed = MetresPerSecond(0.5)
    /// The largest drift of the fixes during a standstill.
    public var standstillDrift = Metres(20)

    /// Renewal.
    public var renewal = 14.0

    /// The defaults.
    public init() {}

    /// One record for each number.
    public static let records: [Parameter<Self>] = [
        Parameter(
            \.minimumMovement, "minimum_movement_m", 0...1000,
            "A fix nearer than this to the last used fix is not used: the vehicle stands",
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
            \.renewal, "standstill_renewal_s", 0...1_000_000, unit: "s",
            "A standing vehicle's fix is used after this time",
            basis: "drives"),
    ]
}
