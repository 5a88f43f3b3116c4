import LinuxLoop
import Synchronization

/// One task at a time on a thread of its own: a change of an interface or a question about it, for which an
/// adapter takes as long as it likes. A task that comes while one is under way is dropped.
final class LinkTask: Sendable {
    private let isTaken = Atomic(false)
    /// The failure that people have read last; `nil` after a success.
    private let failure = Mutex<String?>(nil)

    /// Begins a task, unless one is under way; its failure is a line, once while it stays the same.
    /// It is tried again where it matters, so a thread that cannot be had is a line too.
    func begin(_ work: @escaping @Sendable () throws -> Void) {
        guard !isTaken.exchange(true, ordering: .acquiring) else { return }
        do throws(SystemError) {
            try startThread { [self] in
                do {
                    try work()
                    note(nil)
                } catch {
                    note("\(error)")
                }
                isTaken.store(false, ordering: .releasing)
            }
        } catch {
            isTaken.store(false, ordering: .releasing)
            note("\(error)")
        }
    }

    /// Whether a task is under way.
    var isUnderWay: Bool { isTaken.load(ordering: .acquiring) }

    /// The interface is another one, or in another state: the same failure is worth a line again.
    func forgetFailure() { failure.withLock { $0 = nil } }

    private func note(_ words: String?) {
        let isNew = failure.withLock { failure in
            defer { failure = words }
            return words != failure
        }
        if isNew, let words { report(words) }
    }
}
