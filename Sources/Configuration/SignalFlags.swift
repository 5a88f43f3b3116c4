public import ArgumentParser

/// The flags that name the signals by which the car tells how it moves, what the road is like and what its
/// driver is about to do.
public struct SignalFlags: VehicleDatabaseFlags {
    /// How it moves.
    @OptionGroup public private(set) var motion: MotionFlags

    /// The name of what the road is like.
    @Option(
        help: ArgumentHelp(
            "The signal that says whether the road is dry, wet, or under snow or ice, for speed limits in"
                + " rain or snow.", valueName: "signal"))
    public private(set) var surfaceConditionSignal: String?

    /// What that one's raw numbers stand for.
    @Option(
        help: ArgumentHelp(
            "What its raw numbers stand for, as 0=dry,1=wet,3=snow (default: by the DBC's names of"
                + " them).", valueName: "values"))
    public private(set) var surfaceConditionValues: String?

    /// The name of the turn indicator.
    @Option(
        help: ArgumentHelp(
            "The signal of its turn indicator, where one tells both sides; it makes exits to that side"
                + " likelier.", valueName: "signal"))
    public private(set) var indicatorSignal: String?

    /// What that one's raw numbers stand for.
    @Option(
        help: ArgumentHelp(
            "What its raw numbers stand for, as 0=off,1=left,2=right,3=both (default: by the DBC's names"
                + " of them).", valueName: "values"))
    public private(set) var indicatorValues: String?

    /// The name of the left indicator.
    @Option(
        help: ArgumentHelp(
            "The signal of its left turn indicator, not 0 where it is on; with the right one in the same"
                + " message, in the place of --indicator-signal.", valueName: "signal"))
    public private(set) var leftIndicatorSignal: String?

    /// The name of the right indicator.
    @Option(help: ArgumentHelp("The signal of its right turn indicator.", valueName: "signal"))
    public private(set) var rightIndicatorSignal: String?

    /// The name of the lane.
    @Option(
        help: ArgumentHelp(
            "The signal of the number of the lane that it is in, the first one 1; exits that the lane does"
                + " not lead to become less likely.", valueName: "signal"))
    public private(set) var laneSignal: String?

    /// Where lanes are counted from.
    @Option(
        help: ArgumentHelp(
            "The side of the road of lane 1: left (default) or right.", valueName: "side"))
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
