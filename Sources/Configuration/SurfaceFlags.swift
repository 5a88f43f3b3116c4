public import ArgumentParser
import Quantities
public import VehicleSignals

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

extension SurfaceValue {
    /// The numbers of a text such as `0=dry,1=wet`, each once; `nil` where it is no such text.
    public static func list(in text: String) -> [SurfaceValue]? {
        var values: [SurfaceValue] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let sides = part.split(separator: "=", omittingEmptySubsequences: false)
            guard sides.count == 2, let raw = UInt64(sides[0]),
                let condition = SurfaceCondition(rawValue: String(sides[1])),
                !values.contains(where: { $0.raw == raw })
            else { return nil }
            values.append(SurfaceValue(raw: raw, condition))
        }
        return values
    }
}
