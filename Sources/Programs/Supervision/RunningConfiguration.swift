public import Configuration
public import Engine
import HorizonProvider
public import TextFiles

/// A configuration that was read again while the daemon runs.
public struct ReadConfiguration: Sendable {
    /// The settings.
    public let loaded: LoadedSettings
    /// All that is wrong with them.
    public let problems: [SettingProblem]

    /// The result of reading.
    public init(loaded: LoadedSettings, problems: [SettingProblem]) {
        self.loaded = loaded
        self.problems = problems
    }
}

/// The effective configuration. On SIGHUP it applies all settings that a running daemon can apply, or none if one of
/// them is wrong.
public struct RunningConfiguration: Sendable {
    /// The consequences of a configuration that was read again.
    public struct Change: Sendable {
        /// For the engine; `nil` where nothing changes for it.
        public let event: EngineEvent?
        /// Whether the route is read again.
        public let readsRoute: Bool
        /// Lines for people, without the program's name.
        public let lines: [String]
    }

    /// The effective settings.
    public private(set) var loaded: LoadedSettings

    /// The settings of the start.
    public init(_ loaded: LoadedSettings) { self.loaded = loaded }

    /// Changes the messages that are sent; `nil` leaves a setting as it is. The failure is the reason, in one line.
    public mutating func setMessages(
        preset: String?, enable: [String]?, disable: [String]?
    ) -> Result<EngineEvent, Failure> {
        let reason = loaded.setMessages(preset: preset, enable: enable, disable: disable)
        if let reason { return .failure(Failure(reason)) }
        return .success(maskEvent(of: loaded.settings))
    }

    private func maskEvent(of settings: Settings) -> EngineEvent {
        .mask(settings.mask, extent: settings.engineParameters.provider.extent)
    }

    /// Applies a configuration that was read again.
    public mutating func apply(_ read: ReadConfiguration) -> Change {
        guard read.problems.isEmpty else {
            let lines = read.problems.map(\.description)
            return Change(
                event: nil, readsRoute: false,
                lines: lines + ["SIGHUP: the configuration is unchanged"])
        }
        let (running, restart) = read.loaded.changes(from: loaded)
        var event: EngineEvent?
        if !running.isEmpty {
            event = maskEvent(of: read.loaded.settings)
            loaded.apply(running, from: read.loaded)
        }
        let applied = running.isEmpty ? "nothing" : running.joined(separator: ", ")
        var line = "SIGHUP: applied: \(applied)"
        if !restart.isEmpty { line += "; needs a restart: \(restart.joined(separator: ", "))" }
        return Change(event: event, readsRoute: true, lines: read.loaded.notes + [line])
    }
}
