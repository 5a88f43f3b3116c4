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

    /// Of all options of all commands: in place of an unknown one, another one is proposed only if at most a third of
    /// the characters of the shorter name differ.
    @Test func onlyANearOptionIsProposed() throws {
        var options: [[String]: Set<String>] = [:]
        for words in try commands(Programs.tool) {
            let help = try ChildProcess(Programs.tool, words + ["--help"]).wait().text
            let names = help.matches(of: /(?m)^ +(?:-[a-z], )?--([a-z0-9-]+)/).map { String($0.1) }
            options[words] = Set(names)
        }
        let all = Set(options.values.joined()).sorted()
        #expect(all.count > 100, "\(all.count)")
        var (proposed, silent) = (0, 0)
        for (words, own) in options.sorted(by: { $0.key.joined() < $1.key.joined() })
        where own.count > 3 {
            // The parser itself proposes names up to three characters away.
            for name in all where !own.contains(name) {
                let near = own.filter { Self.distance($0, name) < 4 }
                guard !near.isEmpty else { continue }
                let line = try ChildProcess(Programs.tool, words + ["--\(name)"]).wait().words
                let match = line.firstMatch(of: /Did you mean '--([a-z0-9-]+)'/)
                guard let meant = match.map({ String($0.1) }) else {
                    silent += 1
                    continue
                }
                proposed += 1
                let most = min(name.count, meant.count)
                #expect(3 * Self.distance(meant, name) <= most + 3, "\(words) --\(name): \(line)")
                #expect(
                    meant.count > 3 || Self.distance(meant, name) <= 1,
                    "\(words) --\(name): \(line)")
            }
        }
        #expect(silent > 20, "\(silent) and \(proposed)")
    }

    /// How many characters have to be put in, left out or replaced.
    private static func distance(_ left: String, _ right: String) -> Int {
        var row = Array(0...right.count)
        for (index, character) in left.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for (column, other) in right.enumerated() {
                let replaced = diagonal + (character == other ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
            }
        }
        return row[right.count]
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
