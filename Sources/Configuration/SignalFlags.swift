public import ArgumentParser

/// The flags that name the signals by which the car tells how it moves, what the road is like and what its
/// driver is about to do.
public struct SignalFlags: ParsableArguments {
    /// The path of the DBC.
    @Option(help: ArgumentHelp("The DBC of the car's own signals.", valueName: "file.dbc"))
    public private(set) var vehicleDbc: String?

    /// The name of the speed.
    @Option(
        help: ArgumentHelp(
            "The signal of its speed: SIGNAL, or MESSAGE.SIGNAL where several messages have one. The"
                + " unit is the DBC's: km/h, m/s or mph.", valueName: "signal"))
    public private(set) var speedSignal: String?

    /// The unit of the speed.
    @Option(
        help: ArgumentHelp("Its unit, where the DBC does not give one of those.", valueName: "unit")
    )
    public private(set) var speedUnit: String?

    /// The name of the yaw rate.
    @Option(
        help: ArgumentHelp(
            "The signal of its yaw rate, positive to the left (ISO 8855), rad/s or deg/s.",
            valueName: "signal"))
    public private(set) var yawRateSignal: String?

    /// The unit of the yaw rate.
    @Option(
        help: ArgumentHelp("Its unit, where the DBC does not give one of those.", valueName: "unit")
    )
    public private(set) var yawRateUnit: String?

    /// The name of the yaw rate's sign.
    @Option(
        help: ArgumentHelp(
            "The signal of the same message that is not 0 where the yaw rate is negative, where it has no"
                + " sign of its own.", valueName: "signal"))
    public private(set) var yawRateSignSignal: String?

    /// The side that a positive yaw rate turns to.
    @Option(
        help: ArgumentHelp(
            "The side to which a positive yaw rate turns the car: left (default) or right.",
            valueName: "side"))
    public private(set) var yawRatePositive: String?

    /// The name of the odometer.
    @Option(help: ArgumentHelp("The signal of its odometer, m, km or mi.", valueName: "signal"))
    public private(set) var odometerSignal: String?

    /// The unit of the odometer.
    @Option(
        help: ArgumentHelp("Its unit, where the DBC does not give one of those.", valueName: "unit")
    )
    public private(set) var odometerUnit: String?

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

    /// What the flags set.
    public var settings: [FlagSetting] {
        func text(_ flag: String, _ value: String?, _ name: String) -> FlagSetting? {
            value.map { FlagSetting(flag, given: $0, [name], .text($0)) }
        }
        return [
            text("--vehicle-dbc", vehicleDbc, "vehicle.dbc"),
            text("--speed-signal", speedSignal, "vehicle.speed_signal"),
            text("--speed-unit", speedUnit, "vehicle.speed_unit"),
            text("--yaw-rate-signal", yawRateSignal, "vehicle.yaw_rate_signal"),
            text("--yaw-rate-unit", yawRateUnit, "vehicle.yaw_rate_unit"),
            text("--yaw-rate-sign-signal", yawRateSignSignal, "vehicle.yaw_rate_sign_signal"),
            text("--yaw-rate-positive", yawRatePositive, "vehicle.yaw_rate_positive"),
            text("--odometer-signal", odometerSignal, "vehicle.odometer_signal"),
            text("--odometer-unit", odometerUnit, "vehicle.odometer_unit"),
            text(
                "--surface-condition-signal", surfaceConditionSignal,
                "vehicle.surface_condition_signal"),
            text(
                "--surface-condition-values", surfaceConditionValues,
                "vehicle.surface_condition_values"),
            text("--indicator-signal", indicatorSignal, "vehicle.indicator_signal"),
            text("--indicator-values", indicatorValues, "vehicle.indicator_values"),
            text("--left-indicator-signal", leftIndicatorSignal, "vehicle.left_indicator_signal"),
            text(
                "--right-indicator-signal", rightIndicatorSignal, "vehicle.right_indicator_signal"),
            text("--lane-signal", laneSignal, "vehicle.lane_signal"),
            text("--first-lane", firstLane, "vehicle.first_lane"),
        ].compactMap(\.self)
    }
}
