import Quantities

/// When an interface of the daemon's own is set up again because its controller only listens: somebody else has set
/// that, and perhaps does so again and again.
struct ListenOnlyRepair: Sendable {
    /// When it is set up next; `nil` while it does not listen only.
    private(set) var deadline: MonotonicTime?
    /// When it was set up last.
    private var last: MonotonicTime?
    /// The wait until the next time.
    private var wait = LinkRecovery.shortestWait

    /// Takes note of whether the controller only listens. The first time it is set up at once; within the longest wait
    /// after that, each further wait is twice as long.
    mutating func note(isListening: Bool, at now: MonotonicTime) {
        guard isListening else {
            deadline = nil
            return
        }
        guard deadline == nil else { return }
        if let last, now < last + LinkRecovery.longestWait {
            deadline = max(last + wait, now)
        } else {
            wait = LinkRecovery.shortestWait
            deadline = now
        }
    }

    /// Whether it is to be set up now.
    mutating func take(at now: MonotonicTime) -> Bool {
        guard let deadline, now >= deadline else { return false }
        last = now
        self.deadline = now + wait
        wait = min(wait * 2, LinkRecovery.longestWait)
        return true
    }

    /// Takes note that the interface is down or has disappeared.
    mutating func noteAway() { deadline = nil }
}
