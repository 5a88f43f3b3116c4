import Configuration
import Engine
import LinuxLoop
import Supervision
import TextFiles

/// The configuration in effect, and its reading after SIGHUP on a thread of its own. ``RunningConfiguration``
/// decides; this reads.
struct ConfigurationReload: ~Copyable {
    private var running: RunningConfiguration
    private let reader: BackgroundReader<Void, ReadConfiguration>

    /// The configuration of the start; `read` reads it again, and may block.
    init(
        _ loaded: LoadedSettings, wakeup: Wakeup, read: @escaping @Sendable () -> ReadConfiguration
    ) {
        running = RunningConfiguration(loaded)
        reader = BackgroundReader(wakeup: wakeup) { _ in read() }
    }

    /// The settings in effect.
    var settings: Settings { running.loaded.settings }

    /// Changes the messages that are sent (``/Supervision/RunningConfiguration``).
    mutating func setMessages(
        preset: String?, enable: [String]?, disable: [String]?
    ) -> Result<EngineEvent, Failure> {
        running.setMessages(preset: preset, enable: enable, disable: disable)
    }

    /// Begins to read. Returns whether it could.
    func start() -> Bool {
        do throws(SystemError) {
            try reader.start(())
            return true
        } catch {
            report("SIGHUP: \(error); the configuration is unchanged")
            return false
        }
    }

    /// What follows from a configuration that was read; `nil` if none was.
    mutating func takeChange() -> RunningConfiguration.Change? {
        reader.takeOutcome().map { running.apply($0) }
    }
}
