import ADASISv2
import Configuration
import ProtocolChecker
import TextFiles

extension LayoutGuess {
    /// The line for a log that has another layout than the chosen one; `nil` where it has not.
    func problem(of log: String, read as: LayoutArgument.Choice) -> Failure? {
        // The chosen layout on other identifiers is no other layout.
        guard let (preset, share, chosen) = better, preset.name != `as`.name else { return nil }
        func percent(_ share: Double) -> String { "\((share * 100).fixed(0)) %" }
        return Failure(
            "\(log): \(percent(chosen)) of its first frames fit the layout \(`as`.name),"
                + " \(percent(share)) fit \(preset.name): try --layout \(preset.name)")
    }
}
