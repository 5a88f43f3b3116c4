import Foundation
import Testing

/// What `--help` and completion say of every command.
@Suite("Help and completion") struct HelpTests {
    /// A command with all its subcommands, as its help lists them.
    private func commands(_ program: String, _ words: [String] = []) throws -> [[String]] {
        let help = try ChildProcess(program, words + ["--help"]).wait()
        #expect(help.status == 0, "\(words): \(help)")
        guard let list = help.text.range(of: "SUBCOMMANDS:\n") else { return [words] }
        let names = help.text[list.upperBound...].split(separator: "\n").filter {
            $0.hasPrefix("  ") && !$0.hasPrefix("   ") && !$0.contains("See '")
        }.compactMap { $0.split(separator: " ").first.map(String.init) }
        return try [words] + names.flatMap { try commands(program, words + [$0]) }
    }

    @Test(arguments: ["ehorizon", "ehorizond", "ehorizon-view"])
    func everyHelpHasAnExample(name: String) throws {
        let program = Programs.folder.appending(path: name).path()
        let all = try commands(program)
        #expect(name != "ehorizon" || all.count > 35, "\(all)")
        for words in all {
            let text = try ChildProcess(program, words + ["--help"]).wait().text
            let example = try #require(
                text.range(of: "xample[s]?:\n\n", options: .regularExpression), "\(name) \(words)")
            let command = text[example.upperBound...].prefix { $0 != "\n" }
            // `ehorizon map` and `ehorizon control` show their subcommands.
            let shown = ([name == "ehorizon-view" ? "ehorizon view" : name] + words)
                .joined(separator: " ")
            #expect(command.hasPrefix("  " + shown), "\(name) \(words): \(command)")
        }
    }

    /// What the shell's script asks for once the cursor is at the value of an option.
    private func complete(
        _ program: String, _ command: [String], _ option: String, _ words: [String]
    ) throws -> [String] {
        let typed = [program] + command + words + [option, ""]
        let outcome = try ChildProcess(
            "env",
            ["SAP_SHELL=bash", "SAP_SHELL_VERSION=5.2", program, "---completion"] + command
                + ["--", option, "\(typed.count - 1)", "0"] + typed
        ).wait()
        #expect(outcome.status == 0 && outcome.words.isEmpty, "\(outcome)")
        return outcome.text.split(separator: "\n").map(String.init)
    }

    @Test(arguments: ["--speed-signal", "--odometer-signal", "--lane-signal"])
    func signalsAreCompletedFromTheDBC(option: String) throws {
        let scratch = try Scratch()
        let dbc = try scratch.file("car.dbc", VehicleFlagTests.dbc)
        let all = ["Dashboard.VehicleSpeed", "Odometer", "Torque", "Wheels.VehicleSpeed"]
        #expect(
            try complete(Programs.daemon, [], option, ["--vehicle-dbc", dbc]) == all)
        #expect(
            try complete(Programs.tool, ["replay"], option, ["--vehicle-dbc=\(dbc)"]) == all)
        let file = try scratch.file(
            "c.toml", "[vehicle]\ndbc = \"\(dbc)\"\nspeed_signal = \"Torque\"\n")
        #expect(try complete(Programs.tool, ["replay"], option, ["--config", file]) == all)
        #expect(try complete(Programs.daemon, [], option, []).isEmpty)
        #expect(
            try complete(Programs.daemon, [], option, ["--vehicle-dbc", scratch["none.dbc"]])
                .isEmpty)
    }

    /// The scripts ask for signals and know the messages.
    @Test(arguments: ["bash", "zsh", "fish"])
    func theScriptOfEachShellAsksForSignals(shell: String) throws {
        let script = try ehorizond("--generate-completion-script", shell)
        #expect(script.status == 0)
        #expect(script.text.contains("---completion"))
        #expect(script.text.contains("profile-short.curvature"))
    }
}
