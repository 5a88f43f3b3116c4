public import ArgumentParser

/// The flags that name the signals of the car that a program reads.
public struct SignalFlags: VehicleDatabaseFlags {
    /// Motion, road surface and turn indicator.
    @OptionGroup public private(set) var car: CarSignalFlags

    /// The name of the lane.
    @Option(
        help: ArgumentHelp(
            "The lane of the car, counted from 1. Exits that the lane does not lead to become less"
                + " probable.", valueName: "signal"),
        completion: .signal)
    public private(set) var laneSignal: String?

    /// The side of lane 1.
    @Option(
        help: ArgumentHelp(
            "The side of lane 1: left (default) or right.", valueName: "side"))
    public private(set) var firstLane: String?

    /// No flags given.
    public init() {}

    /// The path of the DBC.
    public var vehicleDbc: String? { car.vehicleDbc }

    /// The settings of the flags.
    public var settings: [FlagSetting] {
        car.settings
            + [
                FlagSetting("--lane-signal", laneSignal, "vehicle.lane_signal"),
                FlagSetting("--first-lane", firstLane, "vehicle.first_lane"),
            ].compactMap(\.self)
    }
}
