import Engine
import Horizon
import Quantities
import VehicleSignals

extension SettingTable {
    /// Settings of the car's own signals.
    static let vehicle: [Setting] =
        [
            .choice(
                "vehicle.mode", "The vehicle whose access and turn restrictions apply",
                \.engine.horizon.vehicle),
            .optionalText(
                "vehicle.dbc", "a path", "The DBC of the vehicle signals", \.vehicle.database,
                check: path),
            signal("speed_signal", "The vehicle speed", \.vehicle.speed),
            unit("speed_unit", .speed, \.vehicle.speedUnit),
            signal("yaw_rate_signal", "The yaw rate", \.vehicle.yawRate),
            unit("yaw_rate_unit", .yawRate, \.vehicle.yawRateUnit),
            signal(
                "yaw_rate_sign_signal",
                "The sign of an unsigned yaw rate: a signal of the same message, not 0 if the"
                    + " yaw rate is negative", \.vehicle.yawRateSign),
            .choice(
                "vehicle.yaw_rate_positive", "The side that a positive yaw rate turns to",
                \.vehicle.yawRatePositive),
            signal("odometer_signal", "The odometer", \.vehicle.odometer),
            unit("odometer_unit", .odometer, \.vehicle.odometerUnit),
            signal(
                "surface_condition_signal",
                "The road surface (dry, wet, snow, ice), for speed limits and turn restrictions"
                    + " in rain or snow", \.vehicle.surface),
            .optionalText(
                "vehicle.surface_condition_values", "as 0=dry,1=wet,2=wet,3=snow,4=ice",
                "The meaning of the signal's raw values; all others are unknown. Default: the value"
                    + " names of the DBC", \.vehicle.surfaceValues
            ) { text in
                SurfaceValue.list(in: text) == nil
                    ? ValueProblem("expected numbers and dry, wet, snow or ice, as in 0=dry,1=wet")
                    : nil
            },
            .seconds(
                "vehicle.surface_condition_lifetime_s", 0.1...3600,
                "The time without this signal after which the surface is unknown",
                \.engine.surfaceLifetime),
            .choice(
                "vehicle.surface_condition",
                "The surface of the whole drive, if there is no surface_condition_signal",
                \.engine.surface),
        ] + driver + switches + [
            .optionalText(
                "vehicle.can", "an interface",
                "The CAN interface of the vehicle signals; default: daemon.can",
                \.vehicle.interface, check: interfaceName)
        ]

    static func signal(
        _ key: String, _ meaning: String, _ place: SettingPlace<String?>
    ) -> Setting {
        .optionalText("vehicle." + key, "SIGNAL or MESSAGE.SIGNAL", meaning, place) { text in
            text.isEmpty ? ValueProblem("expected SIGNAL or MESSAGE.SIGNAL") : nil
        }
    }

    /// The unit of a signal.
    private static func unit(
        _ key: String, _ quantity: VehicleQuantity,
        _ place: SettingPlace<String?>
    ) -> Setting {
        .optionalText(
            "vehicle." + key, "one of \(quantity.unitNames)",
            "The unit of the signal; needed if the DBC states none of these units", place
        ) { text in
            quantity.knows(unit: text)
                ? nil : ValueProblem("expected one of \(quantity.unitNames)")
        }
    }
}
