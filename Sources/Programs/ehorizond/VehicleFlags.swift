import ArgumentParser
import Configuration

/// The flags for the vehicle signals and their bus.
struct VehicleFlags: ParsableArguments {
    @OptionGroup var signals: SignalFlags

    @Option(
        help: ArgumentHelp(
            "The CAN interface of these signals (default: that of --can).",
            valueName: "interface"))
    var vehicleCan: String?

    /// The settings of the flags.
    var settings: [FlagSetting] {
        signals.settings
            + [
                vehicleCan.map {
                    FlagSetting("--vehicle-can", given: $0, ["vehicle.can"], .text($0))
                }
            ].compactMap(\.self)
    }
}
