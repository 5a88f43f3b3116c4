import ArgumentParser
import CANDatabase
import TextFiles

/// Completes the names of signals on the command line by the DBC that it names.
enum SignalCompletion {
    /// The names that `--vehicle-dbc`, or else the configuration of `--config`, has signals of; none where there is no
    /// such file or it cannot be read: the command itself says why.
    @Sendable static func names(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
        guard let path = value(of: "--vehicle-dbc", in: words) ?? configured(by: words),
            let database = try? DatabaseFile.read(path)
        else { return [] }
        var messages: [String: [String]] = [:]
        for message in database.messages {
            for signal in message.signals {
                messages[signal.name, default: []].append(message.name)
            }
        }
        // A name that several messages have is one only together with the message.
        return messages.flatMap { signal, messages in
            messages.count == 1 ? [signal] : messages.map { "\($0).\(signal)" }
        }.filter { $0.hasPrefix(prefix) }.sorted()
    }

    private static func configured(by words: [String]) -> String? {
        guard let path = value(of: "--config", in: words) else { return nil }
        var reader = SettingsReader()
        reader.read(path: path, takesPipe: false)
        return reader.loaded.settings.vehicle.database
    }

    /// The value of an option, as `--option value` or `--option=value`.
    private static func value(of option: String, in words: [String]) -> String? {
        for (word, next) in zip(words, words.dropFirst() + [""]) {
            if word == option, !next.isEmpty { return next }
            if word.hasPrefix(option + "=") { return String(word.dropFirst(option.count + 1)) }
        }
        return nil
    }
}

extension CompletionKind {
    /// The names of the signals of the car's DBC.
    static var signal: CompletionKind { .custom(SignalCompletion.names) }

    /// The names of messages and profile types.
    static var messageName: CompletionKind { .list(MessageName.all.map(\.name)) }
}
