import ArgumentParser
import Configuration

/// The flags that say how the car tells of its own motion and of the road, and on which bus.
struct VehicleFlags: ParsableArguments {
    @OptionGroup var signals: SignalFlags

    @Option(
        help: ArgumentHelp(
            "The CAN interface that these come from (default: that of --can).",
            valueName: "interface"))
    var vehicleCan: String?

    /// What the flags set.
    var settings: [FlagSetting] {
        signals.settings
            + [
                vehicleCan.map {
                    FlagSetting("--vehicle-can", given: $0, ["vehicle.can"], .text($0))
                }
            ].compactMap(\.self)
    }
}
