public import ADASISv2
import HorizonProvider

extension LoadedSettings {
    /// Changes the settings of `[messages]` that a running daemon applies; `nil` leaves one as it is. Returns why
    /// they are refused, in one line; then nothing has changed.
    public mutating func setMessages(
        preset: String?, enable: [String]?, disable: [String]?
    ) -> String? {
        let changes: [(String, SettingValue?)] = [
            ("messages.preset", preset.map { .text($0) }),
            ("messages.enable", enable.map { .list($0.map { .text($0) }) }),
            ("messages.disable", disable.map { .list($0.map { .text($0) }) }),
        ]
        var changed = settings
        for (name, value) in changes {
            guard let value, let setting = SettingTable.setting(named: name) else { continue }
            if let problem = setting.set(&changed, value) { return "\(name): \(problem.reason)" }
        }
        for name in changed.enabled where !changed.disabled.contains(name) {
            guard !changed.preset.extent.includes(name.kind) else { continue }
            return
                "messages.enable \(name.name): messages.preset \(changed.preset.rawValue) sends no"
                + " \(name.kind.name)"
        }
        settings = changed
        for (name, value) in changes where value != nil { origins[name] = .flag("control socket") }
        return nil
    }
}

extension MessageMask {
    /// The names of the messages and profile types that it lets through, as the mask's settings have them.
    public var messageNames: [String] {
        MessageName.all.filter { name in
            switch name {
            // Their types say more.
            case .kind(.profileShort), .kind(.profileLong): false
            default: allows(name)
            }
        }.map(\.name)
    }
}
