import Configuration
import LinuxLoop
import Synchronization

/// Reads the configuration again, on a thread of its own since disks block, and hands the result
/// over through a ``Wakeup``.
final class Reloader: Sendable {
    /// What became of it.
    struct Outcome: Sendable {
        let loaded: LoadedSettings
        let problems: [SettingProblem]
    }

    private struct State {
        var outcome: Outcome?
        var isReading = false
        var isAskedAgain = false
    }

    private let read: @Sendable () -> Outcome
    private let wakeup: Wakeup
    private let state = Mutex(State())

    /// A reloader of what `read` reads.
    init(wakeup: Wakeup, read: @escaping @Sendable () -> Outcome) {
        self.wakeup = wakeup
        self.read = read
    }

    /// Begins to read. Where it is just reading, it reads once more.
    func start() throws(SystemError) {
        let isReading = state.withLock { state in
            state.isAskedAgain = state.isReading
            defer { state.isReading = true }
            return state.isReading
        }
        guard !isReading else { return }
        try startThread { [self] in
            repeat {
                let result = read()
                state.withLock { $0.outcome = result }
                wakeup.wake()
            } while isToReadAgain()
        }
    }

    /// What was read, once; `nil` where nothing is there.
    func takeOutcome() -> Outcome? {
        state.withLock { state in
            defer { state.outcome = nil }
            return state.outcome
        }
    }

    private func isToReadAgain() -> Bool {
        state.withLock { state in
            defer { state.isAskedAgain = false }
            state.isReading = state.isAskedAgain
            return state.isAskedAgain
        }
    }
}
