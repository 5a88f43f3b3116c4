import Console
import LinuxLoop
import Quantities
import Synchronization
import TextFiles

/// A line of the daemon.
enum DaemonLine {
    case text(ControlText)
    case tree(DaemonTree)
}

/// Two connections to the daemon, each on a thread that may wait for it: one for the state, one for events.
final class DaemonThreads: Sendable {
    /// Between two questions for the state.
    private static let pause: Nanoseconds = .milliseconds(200)
    /// Each third question for the state is also one for the tree.
    private static let treeEvery = 3
    private let path: String
    private let hasTree: Bool
    private let lines = Mutex<[(DaemonLine, MonotonicTime)]>([])
    private let wakeup: Wakeup

    var descriptor: Int32 { wakeup.descriptor }

    /// Connects to the socket at a path.
    init(_ path: String, withTree hasTree: Bool) throws {
        self.path = path
        self.hasTree = hasTree
        wakeup = try Wakeup()
        // A socket that is not there is an error now, and nothing to wait for.
        _ = try ControlClient.connected(to: path)
        try startThread { [self] in repeatedly { () throws(Failure) in try askForState() } }
        try startThread { [self] in repeatedly { () throws(Failure) in try readEvents() } }
    }

    /// The lines since the last call, with their times.
    func take() throws -> [(DaemonLine, MonotonicTime)] {
        _ = try wakeup.acknowledge()
        return lines.withLock { waiting in
            defer { waiting.removeAll(keepingCapacity: true) }
            return waiting
        }
    }

    private func askForState() throws(Failure) {
        var client = try ControlClient.connected(to: path)
        var count = 0
        while true {
            try client.send("status")
            add(.text(try client.answer()))
            if hasTree, count % Self.treeEvery == 0 {
                try client.send("tree")
                guard let line = try client.line() else { throw closed }
                add(.tree(try DaemonTree(line, from: path)))
            }
            count += 1
            _ = waitUntil(monotonicNow() + Self.pause) { false }
        }
    }

    private func readEvents() throws(Failure) {
        var client = try ControlClient.connected(to: path)
        try client.send("subscribe", [("events", "[\"tree\",\"bus\",\"warning\"]")])
        _ = try client.answer()
        while let line = try client.line() { add(.text(try ControlText(line, from: path))) }
        throw closed
    }

    private var closed: Failure { Failure("\(path): the daemon has closed the connection") }

    /// A daemon that is started again is connected to again.
    private func repeatedly(_ work: () throws(Failure) -> Void) {
        var reported: String?
        while true {
            do throws(Failure) { try work() } catch {
                let text = "\(error)"
                if text != reported { Program.say("ehorizon: \(text)") }
                reported = text
            }
            _ = waitUntil(monotonicNow() + .seconds(1)) { false }
        }
    }

    private func add(_ line: DaemonLine) {
        let now = monotonicNow()
        lines.withLock { $0.append((line, now)) }
        wakeup.wake()
    }
}
