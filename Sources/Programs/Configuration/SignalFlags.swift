public import ArgumentParser

/// The flags that name the signals by which the car reports how it moves, what the road is like and what its
/// driver is about to do.
public struct SignalFlags: VehicleDatabaseFlags {
    /// How it moves.
    @OptionGroup public private(set) var motion: MotionFlags

    /// The name of what the road is like.
    @Option(
        help: ArgumentHelp(
            "The road surface (dry, wet, snow, ice), for speed limits and turn restrictions in rain or"
                + " snow.", valueName: "signal"))
    public private(set) var surfaceConditionSignal: String?

    /// What that one's raw numbers stand for.
    @Option(
        help: ArgumentHelp(
            "The meaning of its raw values, as 0=dry,1=wet,3=snow (default: the value names of the DBC).",
            valueName: "values"))
    public private(set) var surfaceConditionValues: String?

    /// The name of the turn indicator.
    @Option(
        help: ArgumentHelp(
            "The turn indicator, if one signal has both sides. Exits to that side become more probable.",
            valueName: "signal"))
    public private(set) var indicatorSignal: String?

    /// What that one's raw numbers stand for.
    @Option(
        help: ArgumentHelp(
            "The meaning of its raw values, as 0=off,1=left,2=right,3=both (default: the value names of"
                + " the DBC).", valueName: "values"))
    public private(set) var indicatorValues: String?

    /// The name of the left indicator.
    @Option(
        help: ArgumentHelp(
            "The left turn indicator, not 0 if it is on. Use it with --right-indicator-signal in place of"
                + " --indicator-signal. Both must be in one message.", valueName: "signal"))
    public private(set) var leftIndicatorSignal: String?

    /// The name of the right indicator.
    @Option(help: ArgumentHelp("The right turn indicator.", valueName: "signal"))
    public private(set) var rightIndicatorSignal: String?

    /// The name of the lane.
    @Option(
        help: ArgumentHelp(
            "The lane of the car, counted from 1. Exits that the lane does not lead to become less"
                + " probable.", valueName: "signal"))
    public private(set) var laneSignal: String?

    /// Where lanes are counted from.
    @Option(
        help: ArgumentHelp(
            "The side of lane 1: left (default) or right.", valueName: "side"))
    public private(set) var firstLane: String?

    /// No flags given.
    public init() {}

    /// The path of the DBC.
    public var vehicleDbc: String? { motion.vehicleDbc }

    /// What the flags set.
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
                FlagSetting("--lane-signal", laneSignal, "vehicle.lane_signal"),
                FlagSetting("--first-lane", firstLane, "vehicle.first_lane"),
            ].compactMap(\.self)
    }
}
