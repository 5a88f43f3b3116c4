import ArgumentParser
import Configuration

/// The flags that say how the car reports its own motion and the road, and on which bus.
struct VehicleFlags: ParsableArguments {
    @OptionGroup var signals: SignalFlags

    @Option(
        help: ArgumentHelp(
            "The CAN interface of these signals (default: that of --can).",
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
