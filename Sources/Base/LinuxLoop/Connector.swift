import CLibrary
public import Quantities
import Synchronization

/// Opens something on a thread of its own, since name look-ups, connecting and opening devices block,
/// and hands the descriptor over through a ``Wakeup``.
public final class Connector: Sendable {
    /// The result of an attempt.
    public enum Outcome: Sendable {
        /// It is open; the taker owns the descriptor, which does not block.
        case connected(Int32)
        /// It failed, for that reason.
        case failed(String)
    }

    private let open: @Sendable () -> Outcome
    private let wakeup: Wakeup
    private let outcome = Mutex<Outcome?>(nil)

    /// A connector that has not been started.
    /// - Parameter open: Opens it, and may block.
    public init(wakeup: Wakeup, open: @escaping @Sendable () -> Outcome) {
        self.wakeup = wakeup
        self.open = open
    }

    /// Begins an attempt after a pause. One at a time: the next only after ``takeOutcome()``.
    public func start(after pause: Nanoseconds) throws(SystemError) {
        try startThread { [self] in
            let end = monotonicNow() + pause
            while monotonicNow() < end {
                let rest = end - monotonicNow()
                usleep(UInt32(clamping: min(max(rest.value, 0) / 1000 + 1, 900_000)))
            }
            let result = open()
            outcome.withLock { $0 = result }
            wakeup.wake()
        }
    }

    /// The result of the attempt, once; `nil` before its end.
    public func takeOutcome() -> Outcome? {
        outcome.withLock { outcome in
            defer { outcome = nil }
            return outcome
        }
    }
}

extension Connector.Outcome {
    /// A descriptor that is made ready, or the reason why it cannot be.
    init(_ descriptor: Int32, _ prepare: () throws(SystemError) -> Void) {
        do {
            try prepare()
            self = .connected(descriptor)
        } catch {
            _ = close(descriptor)
            self = .failed(error.reason)
        }
    }
}

extension SystemError {
    /// The reason without the call's name, as people put it.
    var reason: String { String(cString: strerror(code)) }
}
