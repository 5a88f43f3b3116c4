public import ArgumentParser

import Glibc

/// What went wrong, as the one line that a person reads on standard error. It names the input and
/// the place in it. The program ends with status 1.
public struct Failure: Error, CustomStringConvertible {
    /// The line, without the program's name and without a full stop.
    public let description: String

    /// Makes a failure of its line.
    public init(_ description: String) { self.description = description }
}

/// Wrong usage that only shows after parsing, such as an unknown message name. The program ends with
/// status 2.
public struct UsageFailure: Error, CustomStringConvertible {
    /// The line, without the program's name.
    public let description: String

    /// Makes a usage failure of its line.
    public init(_ description: String) { self.description = description }
}

/// The command-line contract that the three programs share: data on standard output, words on
/// standard error, exit status 0 fine, 1 failed, 2 wrong usage.
public enum Program {
    /// Parses the arguments, runs the command and ends the process with the contract's status.
    public static func run<Command: ParsableCommand>(_ type: Command.Type) -> Never {
        do {
            var command = try Command.parseAsRoot()
            try command.run()
            flushAndExit(0)
        } catch let failure as Failure {
            say("\(Command._commandName): \(failure)")
            flushAndExit(1)
        } catch let failure as UsageFailure {
            say("\(Command._commandName): \(failure)")
            flushAndExit(2)
        } catch {
            let code = Command.exitCode(for: error)
            let text = Command.fullMessage(for: error)
            if code == .success {
                print(text)
                flushAndExit(0)
            }
            if code == .validationFailure {
                say(usageLine(Command.message(for: error), in: text, of: Command._commandName))
                flushAndExit(2)
            }
            if !text.isEmpty { say(text) }
            flushAndExit(max(1, code.rawValue))
        }
    }

    /// What is wrong with the arguments, and where their help is, as one line. The parser's own text
    /// is several, with the usage of the whole command in between.
    private static func usageLine(_ message: String, in text: String, of name: String) -> String {
        let words = message.split(separator: "\n").joined(separator: " ")
        let help = text.split(separator: "'").last { $0.hasSuffix("--help") } ?? "\(name) --help"
        return "\(name): \(words); see '\(help)'"
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
            say("cannot write standard output: \(systemError())")
            exit(1)
        }
        exit(status)
    }

    static func write(_ text: String, to descriptor: Int32) {
        var text = text
        text.withUTF8 { bytes in
            var rest = UnsafeRawBufferPointer(bytes)
            while let start = rest.baseAddress, !rest.isEmpty {
                let count = Glibc.write(descriptor, start, rest.count)
                if count < 0 {
                    if errno == EINTR { continue }
                    return
                }
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            }
        }
    }

    /// The text of the last failed system call. It has to be asked for before anything else is called.
    public static func systemError() -> String {
        String(cString: strerror(errno))
    }
}
