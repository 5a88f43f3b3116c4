import Console
import LinuxLoop
import Supervision
import Synchronization

/// As standard error is one for all threads, so is its limit.
private let limit = Mutex(LineLimit())
/// The lines for subscribers of the control socket.
private let tap = Mutex(LineTap())

/// Writes a line of the daemon for people. It never waits for who reads the lines: where nobody does, they are lost
/// and counted.
func report(_ line: String) {
    limit.withLock { limit in
        guard let admitted = limit.admit(line, at: monotonicNow()) else { return }
        tap.withLock { $0.note(admitted) }
        // What was lost is said before the first line that is read again.
        if let lost = limit.unreadLine {
            guard write(lost) else { return limit.noteWritten(false) }
            limit.noteWritten(true)
        }
        limit.noteWritten(write(admitted))
    }
}

/// The lines since the last call, for subscribers; none while there are no subscribers.
func takeReportedLines(_ isWanted: Bool) -> [String] {
    tap.withLock { tap in
        defer { tap.setOpen(isWanted) }
        return tap.take()
    }
}

/// Writes a line, with its severity where the journal reads it.
private func write(_ line: String) -> Bool {
    let prefix = Program.writesToJournal ? LineSeverity(of: line).prefix : ""
    return Program.sayAtOnce("\(prefix)ehorizond: \(line)")
}
