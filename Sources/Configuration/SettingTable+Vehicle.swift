import Engine
import Horizon
import Quantities
import VehicleSignals

extension SettingTable {
    /// Settings of the car's own signals.
    static let vehicle: [Setting] =
        [
            .choice(
                "vehicle.mode", "Whom closed roads and forbidden turns ahead are looked at for",
                \.engine.horizon.vehicle),
            .optionalText(
                "vehicle.dbc", "a path", "The DBC of the car's own signals", \.vehicle.database,
                check: path),
            signal("speed_signal", "The signal of the car's speed", \.vehicle.speed),
            unit("speed_unit", "Its unit", .speed, \.vehicle.speedUnit),
            signal("yaw_rate_signal", "The signal of its yaw rate", \.vehicle.yawRate),
            unit("yaw_rate_unit", "Its unit", .yawRate, \.vehicle.yawRateUnit),
            signal(
                "yaw_rate_sign_signal",
                "The signal of the same message that is not 0 where the yaw rate is negative; only where the"
                    + " yaw rate has no sign of its own", \.vehicle.yawRateSign),
            .choice(
                "vehicle.yaw_rate_positive", "The side to which a positive yaw rate turns the car",
                \.vehicle.yawRatePositive),
            signal("odometer_signal", "The signal of its odometer", \.vehicle.odometer),
            unit("odometer_unit", "Its unit", .odometer, \.vehicle.odometerUnit),
            signal(
                "surface_condition_signal",
                "The signal that says whether the road is dry, wet, or under snow or ice; limits that hold"
                    + " in rain or snow go by it", \.vehicle.surface),
            .optionalText(
                "vehicle.surface_condition_values", "as 0=dry,1=wet,2=wet,3=snow,4=ice",
                "What its raw numbers stand for, all others for unknown; where it is left out, the DBC's"
                    + " names of them say it", \.vehicle.surfaceValues
            ) { text in
                SurfaceValue.list(in: text) == nil
                    ? ValueProblem("expected numbers and dry, wet, snow or ice, as in 0=dry,1=wet")
                    : nil
            },
            .seconds(
                "vehicle.surface_condition_lifetime_s", 0.1...3600,
                "After this long without that signal the road is unknown again",
                \.engine.surfaceLifetime),
            .choice(
                "vehicle.surface_condition",
                "What the road is taken for on all of a drive; only without that signal",
                \.engine.surface),
        ] + driver + [
            .optionalText(
                "vehicle.can", "an interface",
                "The CAN interface that they come from; daemon.can where it is left out",
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
        _ key: String, _ meaning: String, _ quantity: VehicleQuantity,
        _ place: SettingPlace<String?>
    ) -> Setting {
        .optionalText(
            "vehicle." + key, "one of \(quantity.unitNames)",
            meaning + ", where the DBC does not give one that is known", place
        ) { text in
            quantity.knows(unit: text)
                ? nil : ValueProblem("expected one of \(quantity.unitNames)")
        }
    }
}
