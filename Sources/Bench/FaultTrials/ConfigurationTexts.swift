import ArgumentParser
import Configuration
import RandomNumbers
import Supervision

/// Configurations that are read again while the daemon runs, right ones and wrong ones.
struct ConfigurationTexts {
    private let preset: String
    private let flags: MessageFlags

    /// Right ones, besides the preset: what a running daemon applies, and what needs a restart. POSITION stays on.
    private static let right = [
        "", "messages.disable = [\"stub\"]\n", "messages.disable = [\"segment\"]\n",
        "messages.disable = [\"meta-data\", \"curvature\"]\n", "horizon.side_levels = 2\n",
        "messages.enable = [\"slope\"]\nhorizon.side_levels = 1\n",
    ]

    /// Wrong ones, each in another way.
    private static let wrong: [String] = [
        "messages.disable = [\"stub\"",
        "messages.disable = [\"position\"]\nmessages.no_such_setting = 1\n",
        "messages.disable = [\"stub\"]\nhorizon.side_levels = 99\n",
        "messages.disable = [\"stub\"]\nmessages.disable = [\"segment\"]\n",
        "[messages]\npreset = 12\n",
        "messages.disable = [\"stu\0\0\0\0",
    ]

    init(preset: String) throws {
        self.preset = preset
        flags = try MessageFlags.parse([])
    }

    /// The configuration of the start.
    var first: ReadConfiguration { read(Array("messages.preset = \"\(preset)\"\n".utf8)) }

    /// One of them.
    func random(_ random: inout SplitMix64) -> ReadConfiguration {
        if Bool.random(using: &random) {
            let text = Self.wrong.randomElement(using: &random) ?? "="
            return read(Array(text.utf8))
        }
        let text = Self.right.randomElement(using: &random) ?? ""
        return read(Array("messages.preset = \"\(preset)\"\n\(text)".utf8))
    }

    private func read(_ bytes: [UInt8]) -> ReadConfiguration {
        let (loaded, problems) = flags.read(
            onto: NamedConfiguration(name: "ehorizon.toml", bytes: bytes))
        return ReadConfiguration(loaded: loaded, problems: problems)
    }
}
