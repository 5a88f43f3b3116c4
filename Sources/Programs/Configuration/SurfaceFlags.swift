public import ArgumentParser

/// The flag for the road surface of a drive without a surface signal.
public struct SurfaceFlags: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The surface of the road: dry, wet, snow or ice, for speed limits and turn restrictions in"
                + " rain or snow. Without this option and without a surface signal, they are ignored.",
            valueName: "condition"))
    var surfaceCondition: String?

    /// No flag given.
    public init() {}

    /// The settings of the flag.
    public var settings: [FlagSetting] {
        guard let surfaceCondition else { return [] }
        return [
            FlagSetting(
                "--surface-condition", given: surfaceCondition, ["vehicle.surface_condition"],
                .text(surfaceCondition))
        ]
    }
}
