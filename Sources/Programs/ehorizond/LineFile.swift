import LinuxLoop
import Quantities
import Supervision
import Synchronization
import TextFiles

/// A file that a thread of its own appends lines to (``/TextFiles/AppendedFile``). The loop never waits for it.
final class LineFile: Sendable {
    private let path: String
    private let wakeup: Wakeup
    /// The file, of the thread alone.
    private let file: Mutex<AppendedFile>
    private let queue = Mutex(LineQueue())
    private let hasEnded = Mutex(false)

    /// Opens the file, and starts the thread.
    init(path: String, limit: Int) throws {
        self.path = path
        wakeup = try Wakeup()
        file = Mutex(try AppendedFile(path, limit: limit))
        try startThread { [self] in work() }
    }

    /// Adds lines, as far as the thread lets; returns whether it did.
    /// - Parameter lost: The number of lines that were lost before them.
    func add(_ lines: [[UInt8]], lost: Int) -> Bool {
        let isAdded =
            queue.withLockIfAvailable { queue in
                queue.add(lines, lost: lost)
                return true
            } ?? false
        if isAdded { wakeup.wake() }
        return isAdded
    }

    /// Adds the last lines, and lets the thread write all and end. The thread never holds the lock for long.
    func close(adding lines: [[UInt8]], lost: Int) {
        queue.withLock { $0.close(adding: lines, lost: lost) }
        wakeup.wake()
    }

    /// Waits until all is written, until a moment at most.
    func waitUntilWritten(until end: MonotonicTime) {
        if waitUntil(end, { hasEnded.withLock { $0 } }) { return }
        report("\(path): the disk did not take the last speed limits in time")
    }

    // MARK: The thread

    private func work() {
        var isFailing = false
        do {
            let poller = try Poller()
            try poller.add(wakeup.descriptor, .readable, token: 0)
            while try step(&isFailing, poller) {}
        } catch {
            report("\(error); speed limits are not logged any more")
        }
        hasEnded.withLock { $0 = true }
    }

    /// Does what is next. Returns whether there may be more.
    private func step(_ isFailing: inout Bool, _ poller: borrowing Poller) throws -> Bool {
        switch queue.withLock({ $0.next() }) {
        case .write(var lines):
            do throws(Failure) {
                try file.withLock { file throws(Failure) in try file.append(&lines) }
                isFailing = false
            } catch {
                // A full disk may have room again.
                if !isFailing { report("\(error); lines are lost until it can be written again") }
                isFailing = true
                queue.withLock { $0.noteLost(lines.count { $0 == 0x0A }) }
            }
            return true
        case .wait:
            try poller.wait { _ in }
            _ = try wakeup.acknowledge()
            return true
        case .finish: return false
        }
    }
}
