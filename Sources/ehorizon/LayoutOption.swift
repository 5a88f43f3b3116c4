import ADASISv2
import Console

extension LayoutPreset {
    /// The preset of a name on the command line.
    init(argument name: String) throws(UsageFailure) {
        guard let preset = LayoutPreset(name: name) else {
            let names = LayoutPreset.allCases.map(\.name).joined(separator: ", ")
            throw UsageFailure("unknown layout '\(name)'; known are \(names)")
        }
        self = preset
    }
}
