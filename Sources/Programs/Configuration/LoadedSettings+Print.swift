extension LoadedSettings {
    /// The complete configuration as TOML, each value with where it comes from. Read again, it gives
    /// the same settings.
    public var toml: String {
        var lines = ["# The effective configuration of ehorizon, with the origin of each value."]
        var table: [String] = []
        for setting in SettingTable.all where isInForce(setting) {
            let parent = Array(setting.path.dropLast())
            if parent != table {
                table = parent
                let name = Setting.name(of: table)
                lines.append("")
                if let title = SettingTable.titles[name] { lines.append("# \(title).") }
                lines.append("[\(name)]")
            }
            let key = Setting.name(of: [setting.path.last ?? ""])
            if let value = value(of: setting) {
                lines.append("\(key) = \(value.tomlText)  # \(Self.comment(origin(of: setting)))")
            } else {
                lines.append("# \(key) is not set")
            }
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// Levels beyond the last one that is followed do not exist.
    private func isInForce(_ setting: Setting) -> Bool {
        guard setting.path.first == "level", let level = Int(setting.path[1]) else { return true }
        return level <= settings.sideLevels
    }

    /// A file may have any name; a comment ends with its line and has no control characters.
    private static func comment(_ origin: SettingOrigin) -> String {
        String(
            String.UnicodeScalarView(
                origin.text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? "?" : $0 }))
    }

    /// The names of settings whose values differ from others, in the order of the table; apart by
    /// whether a running daemon applies them.
    public func changes(from other: LoadedSettings) -> (running: [String], restart: [String]) {
        var running: [String] = []
        var restart: [String] = []
        for setting in SettingTable.all where value(of: setting) != other.value(of: setting) {
            if setting.appliesWhileRunning {
                running.append(setting.name)
            } else {
                restart.append(setting.name)
            }
        }
        return (running, restart)
    }

    /// Applies the values of named settings.
    public mutating func apply(_ names: [String], from other: LoadedSettings) {
        for name in names {
            guard let setting = SettingTable.setting(named: name),
                let value = setting.value(other.settings)
            else { continue }
            if setting.set(&settings, value) == nil { origins[name] = other.origins[name] }
        }
    }
}

extension SettingTable {
    /// The page of all settings, as Markdown.
    static var page: String {
        let standard = LoadedSettings()
        var lines = [
            "# Settings", "",
            "All settings of a configuration file (`--config FILE`, TOML). `ehorizond`, `ehorizon replay`,"
                + " `ahead` and `tree` read all of it. `ehorizon match` reads `[matching]`, `[dead_reckoning]` and"
                + " `[vehicle]`. `ehorizon decode`, `reconstruct`, `check`, `dbc` and `reference` read its"
                + " layout; `check` also reads the trailing length. Options of a command replace settings."
                + " `--check-config` reports errors by line and column. `--print-config` prints the"
                + " effective configuration and the origin of each value. Start from the"
                + " [example](../Sources/Programs/Configuration/ehorizon.toml). This page is generated from"
                + " the program's own table.", "",
            "A table with the column *source* states the source of each default. There, *drives* are 60"
                + " recorded drives of Kubička et al. 2015 (doi:10.1109/IVS.2015.7225734).", "",
            "A running daemon applies settings marked * on SIGHUP. All others need a restart.",
        ]
        var table: [String] = []
        var hasBasis = false
        for setting in all where setting.path.first != "level" || setting.path[1] == "0" {
            let parent = Array(setting.path.dropLast())
            if parent != table {
                table = parent
                let name = Setting.name(of: table)
                lines += ["", "## `[\(name)]`"]
                if let title = titles[name] { lines += ["", title + "."] }
                if name == "level.0" {
                    lines += [
                        "",
                        "`[level.1]` is for its side paths, `[level.2]` for theirs, up to"
                            + " `[level.\(Settings.deepestLevel)]`, with the same keys. Their default"
                            + " reach is 500 m, the smallest 0 m. `horizon.side_levels` sets how many"
                            + " levels exist.",
                    ]
                }
                hasBasis = setting.basis != nil
                let more = hasBasis ? (" source |", "---|") : ("", "")
                lines += [
                    "", "| key | default | range | meaning |" + more.0,
                    "|---|---|---|---|" + more.1,
                ]
            }
            let value =
                setting.fallback.map { "as `\($0)`" }
                ?? standard.value(of: setting).map { "`\($0.tomlText)`" } ?? "not set"
            let mark = setting.appliesWhileRunning ? " *" : ""
            let key = Setting.name(of: [setting.path.last ?? ""])
            let basis = hasBasis ? " \(setting.basis ?? "") |" : ""
            lines.append(
                "| `\(key)`\(mark) | \(value) | \(range(of: setting)) | \(setting.meaning) |"
                    + basis)
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// The range without the words of a refusal.
    private static func range(of setting: Setting) -> String {
        let end = " can be set"
        return setting.range.hasSuffix(end)
            ? String(setting.range.dropLast(end.count)) : setting.range
    }
}
