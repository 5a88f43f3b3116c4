public import Quantities

/// The scatter of fixes from one to the next (`FixNoise`).
public struct NoiseParameters: ParameterGroup {
    /// The initial standard deviation of the noise.
    public var initialNoise = Metres(2)
    /// The longest time of three fixes that measure the noise, seconds.
    public var noiseSpan = 4.0
    /// The acceleration of the vehicle that is not counted as noise.
    public var usualAcceleration = MetresPerSecondSquared(2)
    /// The gain of the estimate of the noise.
    public var noiseGain = 0.05
    /// The threshold from which on a deviation is a jump and not noise.
    public var noiseJumpDeviations = 4.0

    /// The defaults.
    public init() {}

    /// One record for each number.
    public static let records: [Parameter<Self>] = [
        Parameter(
            \.initialNoise, "initial_noise_m", 0...100,
            "The noise that is assumed before fixes show theirs",
            basis: "convention: most receivers filter"),
        Parameter(
            \.noiseSpan, "noise_span_s", 0.1...60, unit: "s",
            "Three fixes within this time measure the noise",
            basis: "convention: longer spans show manoeuvres of the vehicle"),
        Parameter(
            \.usualAcceleration, "usual_acceleration_m_per_s2", 0...100,
            "Up to this acceleration a change of speed is not counted as noise",
            basis: "convention: drivers seldom exceed it"),
        Parameter(
            \.noiseGain, "noise_gain", 0...1,
            "The share by which three fixes change the estimate of the noise",
            basis: "convention: about twenty fixes determine the noise"),
        Parameter(
            \.noiseJumpDeviations, "noise_jump_deviations", 0.1...1000,
            "A fix that deviates by more than this many deviations of the noise is a jump; it counts as"
                + " this many deviations",
            basis: "convention: one fix in 3000 of a normal distribution in two axes; Huber 1964"
                + " (doi:10.1214/aoms/1177703732) for the form"),
    ]
}
