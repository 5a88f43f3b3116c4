public import ArgumentParser

/// The flag that says what the road is like on a drive that does not say it.
public struct SurfaceFlags: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "What the road's surface is like: dry, wet, snow or ice. Speed limits in rain or snow count"
                + " by it, and turns; without it none of them does.", valueName: "condition"))
    var surfaceCondition: String?

    /// No flag given.
    public init() {}

    /// What the flag sets.
    public var settings: [FlagSetting] {
        guard let surfaceCondition else { return [] }
        return [
            FlagSetting(
                "--surface-condition", given: surfaceCondition, ["vehicle.surface_condition"],
                .text(surfaceCondition))
        ]
    }
}
