import Console
import LinuxLoop
import Quantities
import Synchronization
import TextFiles

/// What the daemon has answered or reported.
enum DaemonLine {
    /// An event.
    case event(ControlText)
    /// The state, and the tree where it was asked for right after it.
    case state(ControlText, DaemonTree?)
    /// The daemon gives no tree.
    case noTree
    /// The daemon has ended, or does not answer.
    case disconnected(String)
}

/// Two connections to the daemon, each on a thread that may wait for it: one for the state, one for events.
final class DaemonThreads: Sendable {
    /// Between two questions for the state.
    private static let pause: Nanoseconds = .milliseconds(200)
    /// Between two questions for the tree while the main path stays the same.
    private static let treePause = pause * 3
    /// After a refused or unreadable tree.
    private static let refusalPause = Nanoseconds.seconds(5)
    /// A daemon that answers later counts as disconnected.
    private static let patience = Nanoseconds.seconds(2)
    private let path: String
    private let hasTree: Bool
    private let lines = Mutex<[(DaemonLine, MonotonicTime)]>([])
    private let wakeup: Wakeup
    /// What is written for people.
    let words = LinesSaidOnce()

    var descriptor: Int32 { wakeup.descriptor }

    /// Connects to the socket at a path.
    init(_ path: String, withTree hasTree: Bool) throws {
        self.path = path
        self.hasTree = hasTree
        wakeup = try Wakeup()
        // A socket that is not there is an error now, and nothing to wait for.
        _ = try ControlClient.connected(to: path)
        try startThread { [self] in
            repeatedly { () throws(Failure) in
                do throws(Failure) { try askForState() } catch {
                    add(.disconnected("\(error)"))
                    throw error
                }
            }
        }
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
        var mainPath: String?
        var treeIsDue = monotonicNow()
        var isRefused = false
        while true {
            try client.send("status")
            let state = try client.answer(within: Self.patience)
            // A new main path has links that no earlier tree has.
            let isNew = state["tree.main_path"] != mainPath
            mainPath = state["tree.main_path"]
            var tree: DaemonTree?
            if hasTree, monotonicNow() >= treeIsDue || isNew && !isRefused {
                tree = try askForTree(&client)
                isRefused = tree == nil
                let pause = isRefused ? Self.refusalPause : Self.treePause
                treeIsDue = monotonicNow() + pause
            }
            add(.state(state, tree))
            _ = waitUntil(monotonicNow() + Self.pause) { false }
        }
    }

    /// The tree; `nil` if the daemon refuses it or the answer cannot be read: the state is asked for all the same.
    private func askForTree(_ client: inout ControlClient) throws(Failure) -> DaemonTree? {
        try client.send("tree")
        guard let line = try client.line(within: Self.patience) else { throw closed }
        do throws(Failure) {
            return try DaemonTree(line, from: path)
        } catch {
            words.say("the tree of the daemon is not shown: \(error)")
            add(.noTree)
            return nil
        }
    }

    private func readEvents() throws(Failure) {
        var client = try ControlClient.connected(to: path)
        try client.send("subscribe", [("events", "[\"tree\",\"bus\",\"warning\"]")])
        _ = try client.answer()
        while let line = try client.line() { add(.event(try ControlText(line, from: path))) }
        throw closed
    }

    private var closed: Failure { Failure("\(path): the daemon has closed the connection") }

    /// A daemon that is started again is connected to again.
    private func repeatedly(_ work: () throws(Failure) -> Void) {
        while true {
            do throws(Failure) { try work() } catch { words.say("\(error)") }
            _ = waitUntil(monotonicNow() + .seconds(1)) { false }
        }
    }

    private func add(_ line: DaemonLine) {
        let now = monotonicNow()
        lines.withLock { $0.append((line, now)) }
        wakeup.wake()
    }
}
