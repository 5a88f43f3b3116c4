import Testing

@testable import Configuration

/// What is asked for by name and a preset that never sends it do not go together.
@Suite struct PresetSettingsTests {
    @Test(arguments: [
        ("main-path", "stub", "STUB"), ("mini", "position", "POSITION"), ("mini", "stub", "STUB"),
        ("mini", "profile-short.curvature", "PROFILE SHORT"),
        ("mini", "profile-long", "PROFILE LONG"),
    ])
    func whatAPresetNeverSendsIsRefused(_ preset: String, _ name: String, _ kind: String) {
        let flags = read("") {
            $0.messages = preset
            $0.enable = [name]
        }
        #expect(flags.problems == ["--enable \(name): --messages \(preset) sends no \(kind)"])
        let text = "[messages]\npreset = \"\(preset)\"\nenable = [\"\(name)\"]\n"
        let line = "messages.enable \(name): messages.preset \(preset) sends no \(kind)"
        #expect(read(text).problems == ["c.toml:3:10: \(line)"])
        // What is disabled too is not asked for.
        #expect(read(text + "disable = [\"\(name)\"]").problems == [])
    }

    @Test(arguments: [
        ("main-path", "profile-short.route-number-type"), ("mini", "segment"), ("none", "stub"),
        ("default", "profile-long"),
    ])
    func whatItSendsIsNot(_ preset: String, _ name: String) {
        let text = "[messages]\npreset = \"\(preset)\"\nenable = [\"\(name)\"]"
        #expect(read(text).problems == [])
    }

    @Test(arguments: [
        ("index_rest_s = 0", "10 to 3600 s can be set, for clients may keep the old path for 10 s"),
        ("path_refresh_s = 3600", "0.5 to 9 s can be set, for clients delete a path without a"),
        ("meta_data_s = 3600", "0.1 to 5 s can be set, for clients expect META-DATA every 5 s"),
        ("meta_data_start_s = 2", "0.1 to 1 s can be set, for clients expect META-DATA every 100"),
        ("position_s = 10", "0.1 to 0.2 s can be set, for clients expect a POSITION every 100 to"),
    ])
    func whatTheProtocolForbidsIsRefusedWithTheReason(_ setting: String, _ reason: String) {
        let problems = read("[timing]\n\(setting)").problems
        #expect(problems.count == 1)
        #expect(problems.first?.hasPrefix("c.toml:2:") == true)
        #expect(problems.first?.contains("timing.\(setting): \(reason)") == true, "\(problems)")
    }
}
