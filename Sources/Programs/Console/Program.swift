public import ArgumentParser

import CLibrary
import TextFiles

/// The command-line contract that all programs share: data on standard output, words on
/// standard error, exit status 0 fine, 1 failed, 2 wrong usage.
public enum Program {
    /// The version of all programs, which belong together (semver.org).
    public static let version = "0.1.0"

    /// The line of `--version`.
    public static func versionLine(of name: String) -> String { "\(name) \(version)" }

    /// Parses the arguments, runs the command and ends the process with the contract's status.
    public static func run<Command: ParsableCommand>(_ type: Command.Type) -> Never {
        // A file at its limit (prlimit --fsize) is a failed write with a line, not the end.
        _ = signal(SIGXFSZ, SIG_IGN)
        do {
            try checkHelp(of: Command.self)
            var command = try Command.parseAsRoot()
            try command.run()
            flushAndExit(0)
        } catch let failure as Failure {
            say("\(failurePrefix)\(Command._commandName): \(failure)")
            flushAndExit(1)
        } catch let failure as UsageFailure {
            say("\(failurePrefix)\(Command._commandName): \(failure)")
            flushAndExit(2)
        } catch {
            let code = Command.exitCode(for: error)
            let text = Command.fullMessage(for: error)
            if code == .success {
                print(text)
                flushAndExit(0)
            }
            if code == .validationFailure {
                let line = usageLine(
                    Command.message(for: error), in: text, of: Command._commandName, Command.self)
                say(failurePrefix + line)
                flushAndExit(2)
            }
            if !text.isEmpty { say(text) }
            flushAndExit(max(1, code.rawValue))
        }
    }

    /// Whether standard error is the journal, which reads the severity of a line from a prefix
    /// (sd-daemon(3)).
    public static var writesToJournal: Bool { JournalStream.isStandardError }

    /// The prefix of a line about a failure: level 3, error.
    private static var failurePrefix: String { writesToJournal ? "<3>" : "" }

    /// What is wrong with the arguments, and where their help is, as one line. The parser's own text
    /// is several, with the usage of the whole command in between.
    private static func usageLine(
        _ message: String, in text: String, of name: String, _ root: any ParsableCommand.Type
    ) -> String {
        let words = message.split(separator: "\n").joined(separator: " ")
        let help = text.split(separator: "'").last { $0.hasSuffix("--help") } ?? "\(name) --help"
        let unknown = unknownSubcommand(words, of: help.split(separator: " ").dropLast(), root)
        return "\(name): \(unknown ?? withoutFarName(words)); see '\(help)'"
    }

    /// The words without an option that is proposed but not near. The parser proposes options up to three characters
    /// away, however short they are.
    private static func withoutFarName(_ words: String) -> String {
        let quoted = words.split(separator: "'")
        guard words.hasPrefix("Unknown option '"), quoted.count >= 4,
            quoted[2].hasSuffix("Did you mean ")
        else { return words }
        let names = [quoted[1], quoted[3]].map { String($0.drop { $0 == "-" }) }
        if NearestName.find(names[0], among: [names[1]]) != nil { return words }
        return "Unknown option '\(quoted[1])'"
    }

    /// The parser gives the help of the root for a subcommand that does not exist.
    private static func checkHelp(of root: any ParsableCommand.Type) throws(UsageFailure) {
        var command = root
        var path = root._commandName
        guard CommandLine.arguments.dropFirst().first == "help" else { return }
        for name in CommandLine.arguments.dropFirst(2) where !name.hasPrefix("-") {
            let inner = command.configuration.subcommands
            guard let found = inner.first(where: { $0._commandName == name }) else {
                if inner.isEmpty || name == "help" { return }
                throw UsageFailure(
                    "unknown subcommand '\(name)'"
                        + NearestName.words(for: name, among: inner.map { $0._commandName })
                        + "; see '\(path) --help'")
            }
            command = found
            path += " \(name)"
        }
    }

    /// The words for an argument in the place of a subcommand; `nil` where the command has none, or another problem.
    private static func unknownSubcommand(
        _ message: String, of path: some Collection<Substring>, _ root: any ParsableCommand.Type
    ) -> String? {
        let quoted = message.split(separator: "'")
        guard quoted.count > 1, message.lowercased().contains("unexpected argument") else {
            return nil
        }
        var command = root
        for name in path.dropFirst() {
            let inner = command.configuration.subcommands.first { $0._commandName == name }
            guard let inner else { return nil }
            command = inner
        }
        let names = command.configuration.subcommands.map { $0._commandName }
        guard !names.isEmpty, !quoted[1].hasPrefix("-") else { return nil }
        let argument = String(quoted[1])
        // A single argument may have a quote of its own.
        guard message.contains("arguments") || quoted.count == 2 else { return nil }
        return "unknown subcommand '\(argument)'"
            + NearestName.words(for: argument, among: names + ["help"])
    }

    /// The name that lines begin with: that of the command that runs.
    private static let name = CommandLine.arguments.first.map { path in
        path.split(separator: "/").last.map(String.init) ?? path
    }

    /// Writes one line for people to standard error, with the program's name in front.
    public static func note(_ line: String) { say("\(name ?? "ehorizon"): \(line)") }

    /// Writes one line for people to standard error.
    public static func say(_ line: String) {
        var text = line
        text += "\n"
        write(text, to: STDERR_FILENO)
    }

    /// Standard output that cannot be written is a failure too, not a silent loss.
    private static func flushAndExit(_ status: Int32) -> Never {
        if fflush(nil) != 0 && status == 0 {
            say("cannot write standard output: \(systemErrorText())")
            exit(1)
        }
        exit(status)
    }

    /// The longest line that is written at once.
    private static let mostBytes = 4000

    /// Writes one line for people to standard error if it takes the line at once; never waits. A line of more
    /// than 4,000 bytes is cut: a pipe with any room takes that much as a whole (pipe(7), PIPE_BUF).
    /// - Returns: Whether the line was written.
    public static func sayAtOnce(_ line: String) -> Bool {
        var room = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
        guard poll(&room, 1, 0) > 0, room.revents & Int16(POLLOUT) != 0 else { return false }
        var text = line
        if line.utf8.count > mostBytes {
            // A cut character becomes a replacement character.
            text = String(decoding: line.utf8.prefix(mostBytes - 6), as: UTF8.self) + "…"
        }
        text += "\n"
        write(text, to: STDERR_FILENO)
        return true
    }

    static func write(_ text: String, to descriptor: Int32) {
        var text = text
        text.withUTF8 { bytes in
            var rest = UnsafeRawBufferPointer(bytes)
            while let start = rest.baseAddress, !rest.isEmpty {
                let count = CLibrary.write(descriptor, start, rest.count)
                if count < 0 {
                    if errno == EINTR { continue }
                    return
                }
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            }
        }
    }
}
