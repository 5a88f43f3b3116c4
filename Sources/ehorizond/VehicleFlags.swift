import ArgumentParser
import Configuration

/// The flags that say how the car tells of its own motion, and of the road.
struct VehicleFlags: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The DBC of the car's own signals, by which the place is reckoned between fixes and without"
                + " them.", valueName: "file.dbc"))
    var vehicleDbc: String?

    @Option(
        help: ArgumentHelp(
            "The signal of its speed: SIGNAL, or MESSAGE.SIGNAL where several messages have one. The"
                + " unit is the DBC's: km/h, m/s or mph.", valueName: "signal"))
    var speedSignal: String?

    @Option(
        help: ArgumentHelp(
            "The signal of its yaw rate, positive to the left (ISO 8855), rad/s or deg/s.",
            valueName: "signal"))
    var yawRateSignal: String?

    @Option(help: ArgumentHelp("The signal of its odometer, m, km or mi.", valueName: "signal"))
    var odometerSignal: String?

    @Option(
        help: ArgumentHelp(
            "The signal that says whether the road is dry, wet, or under snow or ice, for speed limits in"
                + " rain or snow.", valueName: "signal"))
    var surfaceConditionSignal: String?

    @Option(
        help: ArgumentHelp(
            "What its raw numbers stand for, as 0=dry,1=wet,3=snow (default: by the DBC's names of"
                + " them).", valueName: "values"))
    var surfaceConditionValues: String?

    @Option(
        help: ArgumentHelp(
            "The CAN interface that these come from (default: that of --can).",
            valueName: "interface"))
    var vehicleCan: String?

    /// What the flags set.
    var settings: [FlagSetting] {
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
            text("--vehicle-can", vehicleCan, "vehicle.can"),
        ].compactMap(\.self)
    }
}
