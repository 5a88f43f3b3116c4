import ADASISv2
import Engine
import HorizonProvider
import TextFiles

extension SettingTable {
    /// Settings of the messages.
    static let messages: [Setting] = [
        preset, names("enable", \.enabled), names("disable", \.disabled), mapProvider,
        .count(
            "messages.hardware_version", 0...511, "The hardware version in META-DATA",
            \.engine.provider.hardwareVersion),
        .boolean(
            "messages.illegal_exits",
            "Whether STUBs report illegal exits, with probability 0; needs"
                + " horizon.illegal_exits", \.engine.provider.sendsIllegalExits),
        .boolean(
            "messages.driven_path_is_certain",
            "Whether SEGMENTs of the path that the vehicle is on have relative probability 100 %;"
                + " otherwise that of the exit taken", \.engine.provider.drivenPathIsCertain),
    ]

    private static let mapProvider: Setting = {
        let codes = (UInt8(0)..<7).map { MapProviderCode(raw: $0) }
        let names = codes.map(\.name).joined(separator: ", ")
        return Setting(
            path: ["messages", "map_provider"], range: "one of \(names)",
            meaning: "The supplier of the map, in META-DATA"
        ) {
            .text($0.engine.provider.mapProvider.name)
        } set: { settings, value in
            guard case .text(let text) = value else { return Setting.wrongType("a text", value) }
            guard let code = codes.first(where: { $0.name == text }) else {
                return ValueProblem("expected one of \(names)")
            }
            settings.engine.provider.mapProvider = code
            return nil
        }
    }()

    private static let preset: Setting = {
        let names = MessagePreset.allCases.map(\.rawValue).joined(separator: ", ")
        var setting = Setting(
            path: ["messages", "preset"], range: "one of \(names)",
            meaning: "The preset of messages"
        ) {
            .text($0.preset.rawValue)
        } set: { settings, value in
            guard case .text(let text) = value else { return Setting.wrongType("a text", value) }
            guard let preset = MessagePreset(rawValue: text) else {
                let meant = NearestName.words(
                    for: text, among: MessagePreset.allCases.map(\.rawValue))
                return ValueProblem("unknown preset; known are \(names)\(meant)")
            }
            settings.preset = preset
            return nil
        }
        setting.appliesWhileRunning = true
        return setting
    }()

    private static func names(
        _ key: String, _ place: SettingPlace<[MessageName]>
    ) -> Setting {
        var setting = Setting(
            path: ["messages", key], range: "a list of names",
            meaning: key == "enable"
                ? "Additional messages and profile types"
                : "Excluded messages and profile types"
        ) {
            .list($0[keyPath: place].map { .text($0.name) })
        } set: { settings, value in
            guard case .list(let values) = value else { return Setting.wrongType("a list", value) }
            var names: [MessageName] = []
            for (index, value) in values.enumerated() {
                guard case .text(let name) = value else {
                    return ValueProblem(
                        "expected a text, found \(value.description)", element: index)
                }
                do throws(UnknownMessageName) {
                    names.append(try MessageName(name))
                } catch {
                    return ValueProblem(error.words, element: index)
                }
            }
            settings[keyPath: place] = names
            return nil
        }
        setting.appliesWhileRunning = true
        return setting
    }

    /// Settings of each level of paths.
    static let levels: [Setting] = (0...Settings.deepestLevel).flatMap(level)

    private static func level(_ level: Int) -> [Setting] {
        let shortest = level == 0 ? 10.0 : 0
        let name = "level.\(level)"
        let general: [Setting] = [
            .number(
                "\(name).reach_m", shortest...7800, unit: "m",
                "The reach of messages, along the tree", \.levels[level].reach),
            .number(
                "\(name).repetition_distance_m", 10...100_000, unit: "m",
                "Data ahead are sent again after this distance",
                \.levels[level].repetition),
        ]
        return general + StreamKind.allCases.flatMap { stream(of: level, $0, from: shortest) }
    }

    private static func stream(
        of level: Int, _ kind: StreamKind, from shortest: Double
    ) -> [Setting] {
        let table = "level.\(level)"
        let name = "\(table).\(kind.rawValue)"
        let messages = kind.message.name + "s"
        return [
            .boolean(
                "\(name).enabled", "Whether \(messages) are sent", \.levels[level][kind].isEnabled),
            .optionalNumber(
                "\(name).reach_m", shortest...7800, unit: "m",
                "The reach of \(messages)", orElse: "\(table).reach_m", \.levels[level][kind].reach),
            .optionalNumber(
                "\(name).repetition_distance_m", 10...100_000, unit: "m",
                "\(messages) ahead are sent again after this distance",
                orElse: "\(table).repetition_distance_m",
                \.levels[level][kind].repetition),
        ]
    }
}
