public import ADASISv2
import Engine
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
        if let shortage = changed.shortageOfBudget { return "pace.bus_load_percent \(shortage)" }
        settings = changed
        for (name, value) in changes where value != nil { origins[name] = .flag("control socket") }
        return nil
    }
}

extension Settings {
    /// The bus load limit with the reason why it is not enough for the messages; `nil` where it is.
    var shortageOfBudget: String? {
        let provider = engineParameters.provider
        let pace = provider.pace
        /// Rounded up, so that the value in the message is enough.
        func percent(_ bits: Int) -> Double {
            (Double(bits) / Double(pace.bitRate) * 100_000).rounded(.up) / 1000
        }
        let least = percent(provider.leastBudget)
        guard pace.busLoadPercent < least else { return nil }
        let first = provider.extent.includes(.position) ? "POSITION and META-DATA" : "META-DATA"
        return "\(numberText(pace.busLoadPercent)): at \(pace.bitRate) bit/s at least"
            + " \(numberText(least)) % are needed: \(numberText(percent(provider.bitsNeverWaiting))) %"
            + " for \(first), and ten other frames a second"
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
