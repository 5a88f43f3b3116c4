import ADASISv2
import CANFrames
import Engine
import Foundation
import Horizon
import HorizonProvider
import MapMatching
import Positioning
import Quantities
import Testing

@testable import Configuration

/// The files that are shipped.
enum Example {
    private static let package = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    static let folder = package.appending(path: "Sources/Programs/Configuration")
    /// The pages for people.
    static let documents = package.appending(path: "docs")

    static var text: String { get throws { try file("ehorizon.toml") } }

    static func file(_ name: String) throws -> String {
        try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }

    static func page(_ name: String) throws -> String {
        try String(contentsOf: documents.appending(path: name), encoding: .utf8)
    }
}

@Suite("Settings")
struct SettingsTests {
    @Test func withoutAnyTheyAreTheEnginesOwn() {
        let (loaded, problems) = read("")
        #expect(problems.isEmpty)
        let parameters = loaded.settings.engineParameters
        let standard = EngineParameters()
        #expect(parameters.matching == standard.matching)
        #expect(parameters.provider.mask == standard.provider.mask)
        #expect(parameters.provider.extent == standard.provider.extent)
        #expect(parameters.provider.levels == standard.provider.levels)
        #expect(parameters.provider.reduction == standard.provider.reduction)
        #expect(parameters.provider.pace == standard.provider.pace)
        #expect(parameters.provider.timing == standard.provider.timing)
        #expect(parameters.provider.pathRefreshInterval == standard.provider.pathRefreshInterval)
        #expect(parameters.provider.indexRest == standard.provider.indexRest)
        #expect(parameters.receiverLatency == standard.receiverLatency)
        #expect(parameters.horizon.trailing == standard.horizon.trailing)
        #expect(parameters.treeParameters.lookAhead == standard.treeParameters.lookAhead)
    }

    @Test func eachHasANameOfItsOwnAndTakesItsDefault() {
        let names = SettingTable.all.map(\.name)
        #expect(Set(names).count == names.count)
        for setting in SettingTable.all {
            var settings = Settings()
            guard let value = LoadedSettings().value(of: setting) else { continue }
            #expect(setting.set(&settings, value) == nil, "\(setting.name)")
            #expect(setting.value(settings) == value, "\(setting.name)")
            #expect(!setting.meaning.hasSuffix("."), "\(setting.name)")
        }
    }

    @Test func theMemoryForTheMapIsOne() {
        #expect(read("[daemon]\nmap_cache_mib = 2").loaded.settings.daemon.mapCache == 2)
        #expect(read("").loaded.settings.daemon.mapCache << 20 == 8 << 20)
        for wrong in ["0", "1025", "\"8\""] {
            #expect(read("[daemon]\nmap_cache_mib = \(wrong)").problems.count == 1)
        }
    }

    /// Each number of a group has a record, and each record a number of its own.
    @Test func everyNumberOfTheEngineIsASetting() {
        #expect(Mirror.numbers(of: MatchingParameters()) == 63)
        #expect(Mirror.numbers(of: MatchingParameters()) == MatchingParameters.records.count)
        let reckoning = Mirror.numbers(of: DeadReckoningParameters())
        #expect(reckoning == DeadReckoningParameters.records.count)
        #expect(Mirror.numbers(of: IntentParameters()) == IntentParameters.records.count)
        for parameter in MatchingParameters.records { reads(parameter) }
        for parameter in DeadReckoningParameters.records { reads(parameter) }
        for parameter in IntentParameters.records { reads(parameter) }
    }

    /// A record changes its own number alone, has the default in its range, and ends its key with the unit.
    private func reads<Group: ParameterGroup>(_ parameter: Parameter<Group>) {
        var group = Group()
        let standard = parameter.value(group)
        #expect(parameter.range.contains(standard), "\(parameter.key)")
        let other =
            standard == parameter.range.upperBound
            ? parameter.range.lowerBound : parameter.range.upperBound
        parameter.set(&group, other)
        #expect(parameter.value(group) == other, "\(parameter.key)")
        let changed = Group.records.filter { $0.value(group) != $0.value(Group()) }
        #expect(changed.map(\.key) == [parameter.key])
        let suffixes = [
            "m": "_m", "s": "_s", "°": "_deg", "m/s": "_m_per_s", "m/s²": "_m_per_s2",
            "°/s": "_deg_per_s", "m²/m": "_m2_per_m",
        ]
        let suffix = suffixes[parameter.unit] ?? ""
        #expect(parameter.unit.isEmpty == suffix.isEmpty, "\(parameter.key)")
        #expect(parameter.key.hasSuffix(suffix), "\(parameter.key)")
        #expect(!parameter.basis.isEmpty, "\(parameter.key)")
    }

    @Test func flagsWinOverTheFile() {
        let text = """
            [messages]
            preset = "all"
            [level.0]
            reach_m = 1500
            [level.0.stub]
            reach_m = 700
            [level.1.segment]
            enabled = false
            """
        let file = read(text).loaded
        let provider = file.settings.engineParameters.provider
        #expect(provider.levels[0].segment.reach == Metres(1500))
        #expect(provider.levels[0].stub.reach == Metres(700))
        #expect(!provider.levels[1].segment.isEnabled)
        #expect(provider.mask == MessagePreset.all.mask)
        let both = read(text) {
            $0.lookAhead = 3000
            $0.messages = "mini"
            $0.layout.canID = ["stub=0x1234"]
            $0.sideLevels = 3
        }
        #expect(both.problems.isEmpty)
        let flags = both.loaded.settings.engineParameters.provider
        #expect(flags.levels[0].stub.reach == Metres(3000))
        #expect(flags.levels.count == 4)
        #expect(flags.extent == .currentLink)
        #expect(flags.layout.identifier(of: .stub).isExtended)
        #expect(both.loaded.toml.contains("reach_m = 3000  # --look-ahead\n"))
        #expect(both.loaded.toml.contains("preset = \"mini\"  # --messages\n"))
        #expect(both.loaded.toml.contains("enabled = false  # c.toml:8\n"))
        #expect(both.loaded.toml.contains("trailing_m = 100  # default\n"))
    }

    @Test func namesOfFlagsComeAfterThoseOfTheFile() {
        let text =
            "[messages]\nenable = [\"profile-long\"]\ndisable = [\"stub\", \"profile-long.altitude\"]"
        let loaded = read(text) {
            $0.enable = ["stub", "profile-short.curvature"]
            $0.disable = ["profile-long.longitude"]
        }.loaded
        let mask = loaded.settings.mask
        #expect(mask.allows(.stub) && mask.allows(ShortProfileType.curvature))
        #expect(mask.allows(LongProfileType.latitude) && !mask.allows(LongProfileType.longitude))
        #expect(!mask.allows(LongProfileType.altitude))
        // A preset on the command line stands for itself.
        #expect(read(text) { $0.messages = "none" }.loaded.settings.mask == MessageMask())
        #expect(read(loaded.toml).loaded.settings.mask == mask)
    }

    @Test func whatIsPrintedReadsBackTheSame() throws {
        let texts = [
            "", try Example.text,
            "[layout.can_id]\nstub = \"12345\"\n[horizon]\nlook_ahead_m = [5000, 0.5]\nside_levels = 5\n"
                + "[timing]\nposition_s = 0.123456789\n[daemon]\nmap = \"a\\\"\\\\\\u0001ü\"\nbitrate = 250000",
            "[daemon]\nmap = [\"a.ehmap\", \"b.ehmap\"]",
            "[daemon]\nbitrate = 500000\nsample_point = 0.8\nrestart_s = 0.1\ndata_bitrate = 2000000",
            "[daemon]\nbitrate = 500000\nrestart_s = 0",
        ]
        for text in texts {
            let first = read(text)
            #expect(first.problems.isEmpty)
            let again = read(first.loaded.toml)
            #expect(again.problems.isEmpty)
            let (running, restart) = again.loaded.changes(from: first.loaded)
            #expect(running.isEmpty && restart.isEmpty, "\(restart)")
        }
    }

    @Test func theExampleSetsWhatItSays() throws {
        let (loaded, problems) = read(try Example.text)
        #expect(problems.isEmpty)
        let provider = loaded.settings.engineParameters.provider
        #expect(provider.mask.allows(ShortProfileType.curvature))
        #expect(provider.levels[0].profileLong.reach == Metres(1000))
        #expect(loaded.settings.daemon.interface == "can0")
        // Besides what it shows it says the defaults.
        let (running, restart) = loaded.changes(from: LoadedSettings())
        #expect(running == ["messages.enable"])
        #expect(
            restart == [
                "daemon.map", "daemon.position", "daemon.can", "level.0.profile-long.reach_m",
            ])
    }

    @Test func thePageIsThatOfTheTable() throws {
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil {
            try Data(SettingTable.page.utf8)
                .write(to: Example.documents.appending(path: "settings.md"))
        }
        #expect(try Example.page("settings.md") == SettingTable.page)
    }

    /// The tables of the engine's numbers print the basis of each number, and no other table does.
    @Test func numbersOfTheEngineHaveABasis() {
        for setting in SettingTable.all {
            let isNumber = ["matching", "dead_reckoning", "intent"].contains(setting.path[0])
            #expect((setting.basis != nil) == isNumber, "\(setting.name)")
        }
    }

    @Test func theFlagNamesPageNamesOnlyWhatExists() throws {
        let page = try Example.page("other-providers.md")
        let names = MessageMask.names + SettingTable.all.map(\.name)
        for piece in page.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        where piece.offset % 2 == 1 {
            let text = String(piece.element)
                .replacing("level.N.KIND", with: "level.0.stub").replacing(
                    "level.N", with: "level.0")
            guard text.contains("-"), !text.contains(" "), !text.hasPrefix("--"),
                !text.contains("NAME"), LayoutPreset(name: text) == nil, text != "main-path"
            else { continue }
            #expect(names.contains(text), "\(text)")
        }
    }
}

extension Mirror {
    /// The stored numbers of a group of parameters, those of its groups included.
    fileprivate static func numbers(of group: some ParameterGroup) -> Int {
        Mirror(reflecting: group).children.reduce(0) { sum, child in
            sum + ((child.value as? any ParameterGroup).map { numbers(of: $0) } ?? 1)
        }
    }
}
