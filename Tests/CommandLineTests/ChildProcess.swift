import Foundation
import Glibc
import Testing

/// The programs as they were built, beside the test bundle.
enum Programs {
    static let folder: URL = {
        let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
        return URL(filePath: own ?? CommandLine.arguments[0]).deletingLastPathComponent()
    }()

    static let tool = folder.appending(path: "ehorizon").path()
    static let daemon = folder.appending(path: "ehorizond").path()

    /// The package's folder.
    static let package = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}

/// How a program ended and what it wrote.
struct Outcome: CustomStringConvertible {
    /// The exit status, `nil` where a signal ended it.
    let status: Int32?
    let signal: Int32?
    let output: Data
    let words: String

    var text: String { String(decoding: output, as: UTF8.self) }
    var lines: [Substring] { text.split(whereSeparator: \.isNewline) }
    var said: [Substring] { words.split(separator: "\n") }
    /// The lines without those that fixes are thinned: at many times the pace of a drive a busy
    /// machine does so.
    var saidBesidesThinning: [Substring] {
        said.filter {
            !$0.contains("fixes come faster than") && !$0.contains("fixes no longer come too fast")
        }
    }

    /// The fixes that were not used because others came before they could be.
    var thinnedFixes: Int {
        let counts = words.matches(of: /(?<count>\d+) fixes that came too fast/)
        return counts.last.flatMap { Int($0.output.count) } ?? 0
    }

    var description: String {
        "status \(status.map(String.init) ?? "none, signal \(signal ?? 0)"), words: \(words)"
    }

    /// The contract of a refusal: the status, nothing on standard output, one line that says so.
    func expectRefusal(
        _ status: Int32,
        _ line: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(self.status == status, "\(self)", sourceLocation: sourceLocation)
        #expect(output.isEmpty, sourceLocation: sourceLocation)
        #expect(said.count == 1, "\(words)", sourceLocation: sourceLocation)
        #expect(words.contains(line), sourceLocation: sourceLocation)
    }
}

/// A program that runs. What it writes goes to files, so that it never waits for a reader.
final class ChildProcess {
    /// A program that did not end in time, with what it said.
    struct TooSlow: Error { let words: String }

    let id: pid_t
    private let folder: Scratch
    private var outcome: Outcome?

    /// Starts a program, by its path or its name; standard input is `/dev/null` unless a file is
    /// named.
    init(_ program: String, _ arguments: [String], input: String = "/dev/null") throws {
        folder = try Scratch()
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let create = O_WRONLY | O_CREAT | O_APPEND
        posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, folder["output"], create, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, folder["words"], create, 0o600)
        // Threads of the tests block signals, which the program would inherit.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var words = ([program] + arguments).map { strdup($0) }
        words.append(nil)
        defer { for word in words { free(word) } }
        var id: pid_t = 0
        let failed = posix_spawnp(&id, program, &actions, &attributes, words, environ)
        self.id = id
        try #require(failed == 0, "cannot run \(program): \(String(cString: strerror(failed)))")
    }

    deinit {
        // Without a process the number is 0, and a signal to 0 goes to the tests themselves.
        guard outcome == nil, id > 0 else { return }
        kill(id, SIGKILL)
        waitpid(id, nil, 0)
    }

    /// What it has said on standard error by now.
    var words: String { read("words") }
    /// What it has written to standard output by now.
    var text: String { read("output") }

    private func read(_ name: String) -> String {
        String(decoding: (try? Data(contentsOf: folder.url(name))) ?? Data(), as: UTF8.self)
    }

    func send(_ signal: Int32) { kill(id, signal) }

    /// From now on it gets no descriptor with this number or a larger one.
    func limitDescriptors(to number: Int) throws {
        let limited = try ChildProcess(
            "prlimit", ["--pid", "\(id)", "--nofile=\(number):\(number)"]
        ).wait()
        #expect(limited.status == 0, "\(limited)")
    }

    /// Whether it still runs.
    func isRunning() -> Bool { poll() == nil }

    /// Waits for its end. The limit is for a program that hangs, and too long to be met by chance.
    @discardableResult
    func wait(seconds limit: Double = 60) throws -> Outcome {
        let end = Date(timeIntervalSinceNow: limit)
        while true {
            if let outcome = poll() { return outcome }
            if Date() > end { throw TooSlow(words: words) }
            usleep(2000)
        }
    }

    private func poll() -> Outcome? {
        if let outcome { return outcome }
        var status: Int32 = 0
        guard waitpid(id, &status, WNOHANG) == id else { return nil }
        // The macros WIFSIGNALED and WEXITSTATUS do not cross over into Swift.
        let signal = status & 0x7F
        outcome = Outcome(
            status: signal == 0 ? status >> 8 & 0xFF : nil,
            signal: signal == 0 ? nil : signal,
            output: (try? Data(contentsOf: folder.url("output"))) ?? Data(),
            words: words
        )
        return outcome
    }
}

/// Runs `ehorizon` to its end. Whatever it is given, a signal never ends it.
func ehorizon(
    _ arguments: String...,
    input: String = "/dev/null",
    sourceLocation: SourceLocation = #_sourceLocation
) throws -> Outcome {
    try ehorizon(arguments, input: input, sourceLocation: sourceLocation)
}

/// The same, with arguments that were put together.
func ehorizon(
    _ arguments: [String],
    input: String = "/dev/null",
    sourceLocation: SourceLocation = #_sourceLocation
) throws -> Outcome {
    let outcome = try ChildProcess(Programs.tool, arguments, input: input).wait()
    #expect(outcome.signal == nil, "\(outcome)", sourceLocation: sourceLocation)
    return outcome
}

/// Runs `ehorizond` to its end, which has to come by itself.
func ehorizond(
    _ arguments: String...,
    input: String = "/dev/null",
    sourceLocation: SourceLocation = #_sourceLocation
) throws -> Outcome {
    let outcome = try ChildProcess(Programs.daemon, arguments, input: input).wait()
    #expect(outcome.signal == nil, "\(outcome)", sourceLocation: sourceLocation)
    return outcome
}
