public import Quantities

/// The numbers of dead reckoning: its assumptions about drivers, receivers and vehicle signals.
///
/// In the `basis` of a record, `drives` means the 22 recorded drives of Kubička et al. 2015
/// (doi:10.1109/IVS.2015.7225734): `tools/measure dead-reckoning` set the number on all of them together.
public struct DeadReckoningParameters: ParameterGroup {
    /// The largest standard deviation along the road of a position on a path.
    public var longestError = Metres(100)
    /// The smallest probability of the path, which falls with each junction without a fix.
    public var leastProbability = 0.2
    /// The largest backward correction at which the reported position stays constant.
    public var longestHold = Metres(20)
    /// The largest correction along a path.
    public var longestCorrection = Metres(45)
    /// The largest standard deviation of a reported speed.
    public var worstSpeed = MetresPerSecond(3)
    /// The standard deviation of the vehicle's acceleration.
    public var accelerationDeviation = MetresPerSecondSquared(0.58)
    /// The correlation time of the acceleration, seconds.
    public var accelerationTime = 3.0
    /// The time constant with which the predicted speed approaches the average speed, seconds.
    public var speedTime = 36.0
    /// The time constant of the average speed, seconds.
    public var cruiseTime = 120.0
    /// The standard deviation along the road of a fix without a stated accuracy.
    public var fixDeviation = Metres(6.5)
    /// The smallest standard deviation that is assumed for a fix.
    public var bestFix = Metres(3)
    /// The time within which the errors of several fixes count as one error, seconds.
    public var fixErrorTime = 2.0
    /// The variance of the difference between the distance along the road's line and the driven distance, m² per
    /// metre. Causes are cut corners and inexact lines of the map.
    public var lineVariance = 0.25
    /// The standard deviation of a receiver's speed.
    public var fixSpeedDeviation = MetresPerSecond(0.3)
    /// The standard deviation of the vehicle's speed signal, besides its scale.
    public var signalSpeedDeviation = MetresPerSecond(0.15)
    /// The initial standard deviation of the scale of the vehicle's speed and odometer signals.
    public var scaleDeviation = 0.02
    /// The largest error of the scale.
    public var longestScaleError = 0.1

    /// The defaults.
    public init() {}

    /// One record for each number.
    public static let records: [Parameter<Self>] = [
        Parameter(
            \.longestError, "longest_error_m", 1...100_000,
            "The position is reported on a path up to this standard deviation along the road",
            basis: "ADASIS v2: the end of the range of POSITION's confidence"),
        Parameter(
            \.leastProbability, "least_probability", 0...1,
            "The position is reported on a path down to this probability of the exits taken without a"
                + " fix",
            basis: "convention: one path of five"),
        Parameter(
            \.longestHold, "longest_hold_m", 0...50,
            "After a smaller backward correction, the reported position stays constant until the vehicle"
                + " has caught up",
            basis: "convention"),
        Parameter(
            \.longestCorrection, "longest_correction_m", 5...200,
            "A fix farther from the dead-reckoned position than this, and than two deviations, starts a"
                + " new path",
            basis: "drives"),
        Parameter(
            \.worstSpeed, "worst_speed_m_per_s", 0.1...100,
            "A speed with a larger standard deviation is not reported",
            basis: "convention"),
        Parameter(
            \.accelerationDeviation, "acceleration_deviation_m_per_s2", 0.01...20,
            "The standard deviation of the acceleration",
            basis: "drives"),
        Parameter(
            \.accelerationTime, "acceleration_time_s", 0.1...60, unit: "s",
            "The correlation time of the acceleration",
            basis: "drives; Singer 1970 (doi:10.1109/TAES.1970.310128) for the form"),
        Parameter(
            \.speedTime, "speed_time_s", 1...3600, unit: "s",
            "The time constant with which the predicted speed approaches the average speed",
            basis: "drives"),
        Parameter(
            \.cruiseTime, "cruise_time_s", 1...3600, unit: "s",
            "The time constant of the average speed",
            basis: "drives"),
        Parameter(
            \.fixDeviation, "fix_deviation_m", 0.1...1000,
            "The standard deviation along the road of a fix without a stated accuracy",
            basis: "drives"),
        Parameter(
            \.bestFix, "best_fix_m", 0.1...1000,
            "The smallest standard deviation that is assumed for a fix",
            basis: "as `matching.best_accuracy_m`"),
        Parameter(
            \.fixErrorTime, "fix_error_time_s", 0...60, unit: "s",
            "The errors of all fixes within this time count as one error",
            basis: "drives"),
        Parameter(
            \.lineVariance, "line_variance_m2_per_m", 0...100, unit: "m²/m",
            "The variance of the difference between the distance along the road's line and the driven"
                + " distance, per metre",
            basis: "drives"),
        Parameter(
            \.fixSpeedDeviation, "fix_speed_deviation_m_per_s", 0.01...100,
            "The standard deviation of a receiver's speed",
            basis: "drives"),
        Parameter(
            \.signalSpeedDeviation, "signal_speed_deviation_m_per_s", 0.01...100,
            "The standard deviation of the vehicle's speed signal, besides its scale",
            basis: "drives"),
        Parameter(
            \.scaleDeviation, "scale_deviation", 0...0.5,
            "The initial standard deviation of the scale of the vehicle's speed and odometer signals",
            basis:
                "convention: bus signals are better than speedometers, for which UN R39, 5.3 allows"
                + " 10 % and 4 km/h"),
        Parameter(
            \.longestScaleError, "longest_scale_error", 0...0.5,
            "The largest error of this scale, independent of the fixes",
            basis: "UN R39, 5.3"),
    ]
}
