public import ArgumentParser

/// The flags that name the signals of the car which the simulator can write too: motion, road surface and turn
/// indicator.
public struct CarSignalFlags: VehicleDatabaseFlags {
    /// The signals of its motion.
    @OptionGroup public private(set) var motion: MotionFlags

    /// The name of the road surface.
    @Option(
        help: ArgumentHelp("The road surface: dry, wet, snow or ice.", valueName: "signal"),
        completion: .signal)
    public private(set) var surfaceConditionSignal: String?

    /// The meaning of its raw values.
    @Option(
        help: ArgumentHelp(
            "The meaning of the signal's raw values, as 0=dry,1=wet,3=snow (default: the value names of"
                + " the DBC).",
            valueName: "values"))
    public private(set) var surfaceConditionValues: String?

    /// The name of the turn indicator.
    @Option(
        help: ArgumentHelp(
            "The turn indicator, if one signal has both sides.", valueName: "signal"),
        completion: .signal)
    public private(set) var indicatorSignal: String?

    /// The meaning of its raw values.
    @Option(
        help: ArgumentHelp(
            "The meaning of the signal's raw values, as 0=off,1=left,2=right,3=both (default: the value"
                + " names of the DBC).", valueName: "values"))
    public private(set) var indicatorValues: String?

    /// The name of the left indicator.
    @Option(
        help: ArgumentHelp(
            "The left turn indicator, not 0 if it is on. Use it with --right-indicator-signal in place of"
                + " --indicator-signal. Both must be in one message.", valueName: "signal"),
        completion: .signal)
    public private(set) var leftIndicatorSignal: String?

    /// The name of the right indicator.
    @Option(
        help: ArgumentHelp("The right turn indicator.", valueName: "signal"),
        completion: .signal)
    public private(set) var rightIndicatorSignal: String?

    /// No flags given.
    public init() {}

    /// The path of the DBC.
    public var vehicleDbc: String? { motion.vehicleDbc }

    /// The settings of the flags.
    public var settings: [FlagSetting] {
        motion.settings
            + [
                FlagSetting(
                    "--surface-condition-signal", surfaceConditionSignal,
                    "vehicle.surface_condition_signal"),
                FlagSetting(
                    "--surface-condition-values", surfaceConditionValues,
                    "vehicle.surface_condition_values"),
                FlagSetting("--indicator-signal", indicatorSignal, "vehicle.indicator_signal"),
                FlagSetting("--indicator-values", indicatorValues, "vehicle.indicator_values"),
                FlagSetting(
                    "--left-indicator-signal", leftIndicatorSignal,
                    "vehicle.left_indicator_signal"),
                FlagSetting(
                    "--right-indicator-signal", rightIndicatorSignal,
                    "vehicle.right_indicator_signal"),
            ].compactMap(\.self)
    }
}
