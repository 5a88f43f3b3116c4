public import ArgumentParser

/// The flags that name the signals by which the car tells how it moves and what the road is like.
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

    /// The name of the yaw rate.
    @Option(
        help: ArgumentHelp(
            "The signal of its yaw rate, positive to the left (ISO 8855), rad/s or deg/s.",
            valueName: "signal"))
    public private(set) var yawRateSignal: String?

    /// The name of the odometer.
    @Option(help: ArgumentHelp("The signal of its odometer, m, km or mi.", valueName: "signal"))
    public private(set) var odometerSignal: String?

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
            text("--yaw-rate-signal", yawRateSignal, "vehicle.yaw_rate_signal"),
            text("--odometer-signal", odometerSignal, "vehicle.odometer_signal"),
            text(
                "--surface-condition-signal", surfaceConditionSignal,
                "vehicle.surface_condition_signal"),
            text(
                "--surface-condition-values", surfaceConditionValues,
                "vehicle.surface_condition_values"),
        ].compactMap(\.self)
    }
}
