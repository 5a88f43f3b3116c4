public import Quantities

/// How the errors of consecutive fixes depend on each other.
public struct ErrorCorrelationParameters: ParameterGroup {
    /// The movement after which a distance that is too large to last counts in full.
    public var decorrelationDistance = Metres(30)
    /// Errors beyond this many deviations do not last.
    public var lastingDeviations = 3.0
    /// The time after a start in which no error lasts: receivers begin with errors that go away, seconds.
    public var startTime = 20.0
    /// The distance after which heading and off-road evidence are independent.
    public var headingDecorrelationDistance = Metres(11)
    /// The correlation time of the error, seconds. Against the true roads of the recorded drives it is 77 s
    /// on one half of them and 167 s on the other half. With ``minimumErrorChange`` below, a shorter time matches
    /// best.
    public var errorCorrelationTime = 14.0
    /// The smallest standard deviation of the change of the error: lanes, and inexact lines of the map.
    public var minimumErrorChange = Metres(1.5)
    /// The log-probability of a jump of the error.
    public var errorJumpLog = -5.0
    /// The threshold from which on a fix is an outlier.
    public var outlierDeviations = 5.0

    /// The defaults.
    public init() {}

    /// One record for each number.
    public static let records: [Parameter<Self>] = [
        Parameter(
            \.decorrelationDistance, "decorrelation_distance_m", 0.1...1000,
            "The part of a distance from a road that does not last counts in full after the vehicle has moved this far",
            basis: "drives"),
        Parameter(
            \.lastingDeviations, "lasting_error_deviations", 0...1000,
            "A larger distance from a road does not last: beyond it, the distance counts anew",
            basis: "drives"),
        Parameter(
            \.startTime, "start_error_s", 0...10_000, unit: "s",
            "In this time after a start no distance from a road lasts: the distance counts anew",
            basis: "convention: receivers converge after a start"),
        Parameter(
            \.headingDecorrelationDistance, "heading_decorrelation_distance_m", 0.1...1000,
            "Heading and off-road likelihood count in full after the vehicle has moved this far",
            basis: "drives"),
        Parameter(
            \.errorCorrelationTime, "error_correlation_time_s", 0.001...10_000, unit: "s",
            "The correlation between the errors of two fixes falls to 1/e in this time",
            basis: "drives; Gelb 1974, Applied Optimal Estimation, 3.8 for the form"),
        Parameter(
            \.minimumErrorChange, "minimum_error_change_m", 0.01...100,
            "The error changes at least this much from fix to fix (standard deviation)",
            basis: "drives"),
        Parameter(
            \.errorJumpLog, "error_jump_log", -100...0,
            "The logarithm of the probability that the error jumps to an independent one",
            basis: "drives"),
        Parameter(
            \.outlierDeviations, "outlier_deviations", 0.1...1000,
            "A fix this far beyond the distance that the vehicle can have driven is an outlier: it waits"
                + " for the next fix",
            basis: "drives"),
    ]
}
