import LinuxLoop
import Supervision
import Synchronization

/// Reads on a thread of its own, since disks block, and hands the result over through a ``Wakeup``. Of several
/// requests that wait, the latest counts.
final class BackgroundReader<Request: Sendable, Outcome: Sendable>: Sendable {
    private let read: @Sendable (Request) -> Outcome
    private let wakeup: Wakeup
    private let state = Mutex(LatestRequest<Request, Outcome>())

    /// A reader that has read nothing; `read` may block.
    init(wakeup: Wakeup, read: @escaping @Sendable (Request) -> Outcome) {
        self.wakeup = wakeup
        self.read = read
    }

    /// Begins to read, or reads this after what is being read.
    func start(_ request: Request) throws(SystemError) {
        guard state.withLock({ $0.submit(request) }) else { return }
        do throws(SystemError) {
            try startThread { [self] in
                while let request = state.withLock({ $0.next() }) {
                    let outcome = read(request)
                    state.withLock { $0.finish(outcome) }
                    wakeup.wake()
                }
            }
        } catch {
            state.withLock { $0.noteNoWorker() }
            throw error
        }
    }

    /// What was read, once; `nil` where there is nothing.
    func takeOutcome() -> Outcome? { state.withLock { $0.takeOutcome() } }
}
