public import ArgumentParser

/// Flags that name a DBC of the car and signals in it.
public protocol VehicleDatabaseFlags: ParsableArguments {
    /// The path of the DBC.
    var vehicleDbc: String? { get }
    /// The settings of the flags.
    var settings: [FlagSetting] { get }
}

/// The flags that name the signals of the car's motion.
public struct MotionFlags: VehicleDatabaseFlags {
    /// The path of the DBC.
    @Option(
        help: ArgumentHelp("The DBC of the vehicle signals.", valueName: "file.dbc"),
        completion: .file(extensions: ["dbc"]))
    public private(set) var vehicleDbc: String?

    /// The name of the speed.
    @Option(
        help: ArgumentHelp(
            "The speed: SIGNAL, or MESSAGE.SIGNAL if several messages have a signal of that name. In"
                + " km/h, m/s or mph.", valueName: "signal"),
        completion: .signal)
    public private(set) var speedSignal: String?

    /// The unit of the speed.
    @Option(
        help: ArgumentHelp(
            "The unit of the signal; needed if the DBC states none of these units.",
            valueName: "unit"))
    public private(set) var speedUnit: String?

    /// The name of the yaw rate.
    @Option(
        help: ArgumentHelp(
            "The yaw rate, positive to the left (ISO 8855), in rad/s or deg/s.",
            valueName: "signal"),
        completion: .signal)
    public private(set) var yawRateSignal: String?

    /// The unit of the yaw rate.
    @Option(
        help: ArgumentHelp(
            "The unit of the signal; needed if the DBC states none of these units.",
            valueName: "unit"))
    public private(set) var yawRateUnit: String?

    /// The name of the yaw rate's sign.
    @Option(
        help: ArgumentHelp(
            "The sign of an unsigned yaw rate: a signal of the same message, not 0 if the yaw rate is"
                + " negative.", valueName: "signal"),
        completion: .signal)
    public private(set) var yawRateSignSignal: String?

    /// The side that a positive yaw rate turns to.
    @Option(
        help: ArgumentHelp(
            "The side that a positive yaw rate turns to: left (default) or right.",
            valueName: "side"))
    public private(set) var yawRatePositive: String?

    /// The name of the odometer.
    @Option(
        help: ArgumentHelp("The odometer, in m, km or mi.", valueName: "signal"),
        completion: .signal)
    public private(set) var odometerSignal: String?

    /// The unit of the odometer.
    @Option(
        help: ArgumentHelp(
            "The unit of the signal; needed if the DBC states none of these units.",
            valueName: "unit"))
    public private(set) var odometerUnit: String?

    /// No flags given.
    public init() {}

    /// The settings of the flags.
    public var settings: [FlagSetting] {
        [
            FlagSetting("--vehicle-dbc", vehicleDbc, "vehicle.dbc"),
            FlagSetting("--speed-signal", speedSignal, "vehicle.speed_signal"),
            FlagSetting("--speed-unit", speedUnit, "vehicle.speed_unit"),
            FlagSetting("--yaw-rate-signal", yawRateSignal, "vehicle.yaw_rate_signal"),
            FlagSetting("--yaw-rate-unit", yawRateUnit, "vehicle.yaw_rate_unit"),
            FlagSetting(
                "--yaw-rate-sign-signal", yawRateSignSignal, "vehicle.yaw_rate_sign_signal"),
            FlagSetting("--yaw-rate-positive", yawRatePositive, "vehicle.yaw_rate_positive"),
            FlagSetting("--odometer-signal", odometerSignal, "vehicle.odometer_signal"),
            FlagSetting("--odometer-unit", odometerUnit, "vehicle.odometer_unit"),
        ].compactMap(\.self)
    }
}
