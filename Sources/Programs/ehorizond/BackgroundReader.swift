import CLibrary
import LinuxLoop
import Supervision
import Synchronization

/// Reads on a thread of its own, since disks block, and hands the result over through a ``Wakeup``. Of several
/// requests that wait, the latest counts. What cannot be read now is read again for a minute, unless a request waits.
final class BackgroundReader<Request: Sendable, Outcome: Sendable>: Sendable {
    private let read: @Sendable (Request) -> Outcome?
    private let isPassing: @Sendable (Outcome) -> Bool
    private let wakeup: Wakeup
    private let state = Mutex(LatestRequest<Request, Outcome>())

    /// A reader that has read nothing; `read` may block, and returns `nil` where there is nothing to hand over.
    /// - Parameter isPassing: Whether it could not be read now.
    init(
        wakeup: Wakeup, isPassing: @escaping @Sendable (Outcome) -> Bool = { _ in false },
        read: @escaping @Sendable (Request) -> Outcome?
    ) {
        self.wakeup = wakeup
        self.isPassing = isPassing
        self.read = read
    }

    /// Begins to read, or reads this after what is being read.
    func start(_ request: Request) throws(SystemError) {
        guard state.withLock({ $0.submit(request) }) else { return }
        do throws(SystemError) {
            try startThread { [self] in
                while let request = state.withLock({ $0.next() }) {
                    let outcome = readAgain(request)
                    state.withLock { $0.finish(outcome) }
                    wakeup.wake()
                }
            }
        } catch {
            state.withLock { $0.noteNoWorker() }
            throw error
        }
    }

    private func readAgain(_ request: Request) -> Outcome? {
        var outcome = read(request)
        for _ in 0..<60 {
            guard outcome.map(isPassing) ?? false, !state.withLock({ $0.hasNext }) else { break }
            sleep(1)
            outcome = read(request)
        }
        return outcome
    }

    /// What was read, once; `nil` where there is nothing.
    func takeOutcome() -> Outcome? { state.withLock { $0.takeOutcome() } }
}
