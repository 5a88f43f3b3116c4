import Engine
import Positioning
import Quantities

extension SettingTable {
    /// Settings of dead reckoning, in the order of ``ReckoningParameters``, which says more of each.
    static let reckoning: [Setting] = [
        .number(
            "reckoning.longest_error_m", 1...100_000, unit: "m",
            "Up to this standard deviation along the road the place is told as on a path",
            \.engine.reckoning.longestError.value),
        .number(
            "reckoning.least_probability", 0...1, unit: "",
            "Down to this probability of the exits taken without a fix it is",
            \.engine.reckoning.leastProbability),
        .number(
            "reckoning.longest_hold_m", 0...50, unit: "m",
            "A correction backwards by less than this holds the place until the car catches up",
            \.engine.reckoning.longestHold.value),
        .number(
            "reckoning.longest_correction_m", 5...200, unit: "m",
            "A fix further from the reckoned place than this, and than two deviations, begins a new"
                + " path", \.engine.reckoning.longestCorrection.value),
        .number(
            "reckoning.worst_speed_m_s", 0.1...100, unit: "m/s",
            "A speed whose standard deviation is larger is not told",
            \.engine.reckoning.worstSpeed.value),
        .number(
            "reckoning.acceleration_deviation_m_s2", 0.01...20, unit: "m/s²",
            "The standard deviation of acceleration",
            \.engine.reckoning.accelerationDeviation.value),
        .number(
            "reckoning.acceleration_time_s", 0.1...60, unit: "s", "How long an acceleration lasts",
            \.engine.reckoning.accelerationTime),
        .number(
            "reckoning.speed_time_s", 1...3600, unit: "s",
            "After this long a speed says nothing any more but the usual one",
            \.engine.reckoning.speedTime),
        .number(
            "reckoning.cruise_time_s", 1...3600, unit: "s",
            "The time over which the usual speed is the average",
            \.engine.reckoning.cruiseTime),
        .number(
            "reckoning.fix_deviation_m", 0.1...1000, unit: "m",
            "The standard deviation along the road of a fix that does not say its own",
            \.engine.reckoning.fixDeviation.value),
        .number(
            "reckoning.best_fix_m", 0.1...1000, unit: "m",
            "No fix is believed to be better than this", \.engine.reckoning.bestFix.value),
        .number(
            "reckoning.fix_error_time_s", 0...60, unit: "s",
            "Errors of fixes within this time are one error",
            \.engine.reckoning.fixErrorTime),
        .number(
            "reckoning.line_variance_m2_m", 0...100, unit: "m²/m",
            "The variance of the road's line against the way driven, per metre",
            \.engine.reckoning.lineVariance),
        .number(
            "reckoning.fix_speed_deviation_m_s", 0.01...100, unit: "m/s",
            "The standard deviation of a receiver's speed",
            \.engine.reckoning.fixSpeedDeviation.value),
        .number(
            "reckoning.signal_speed_deviation_m_s", 0.01...100, unit: "m/s",
            "The standard deviation of the car's own speed, besides its scale",
            \.engine.reckoning.signalSpeedDeviation.value),
        .number(
            "reckoning.scale_deviation", 0...0.5, unit: "",
            "The standard deviation of that scale before fixes have shown it",
            \.engine.reckoning.scaleDeviation),
        .number(
            "reckoning.longest_scale_error", 0...0.5, unit: "",
            "How far the scale may be from 1, whatever fixes say",
            \.engine.reckoning.longestScaleError),
    ]
}
