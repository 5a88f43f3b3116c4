import Quantities

/// What a simulated kernel does a while after it was asked to.
struct KernelAnswers {
    enum Answer: Equatable {
        case state, recovered, automaticRestart
        /// The interface is set up with a bit rate, bit/s.
        case setUp(bitRate: Int, restarts: Bool)

        /// Whether it changes the interface for the daemon.
        var isChange: Bool {
            switch self {
            case .setUp, .recovered: true
            case .state, .automaticRestart: false
            }
        }
    }

    private var answers: [(time: MonotonicTime, answer: Answer)] = []
    private var isAsked = false
    /// Whether a change is under way.
    private(set) var isChanging = false

    /// When the next one is due.
    var next: MonotonicTime? { answers.map(\.time).min() }

    /// The state is asked for; a second question waits for no second answer.
    mutating func ask(at time: MonotonicTime) {
        guard !isAsked else { return }
        isAsked = true
        answers.append((time, .state))
    }

    /// The interface is changed, one change after the other.
    mutating func change(_ answer: Answer, at time: MonotonicTime) {
        guard !isChanging else { return }
        isChanging = true
        answers.append((time, answer))
    }

    /// The controller is restarted by its driver.
    mutating func restart(at time: MonotonicTime) { answers.append((time, .automaticRestart)) }

    /// Takes what is due.
    mutating func take(at now: MonotonicTime) -> [Answer] {
        let due = answers.filter { $0.time <= now }.map(\.answer)
        guard !due.isEmpty else { return [] }
        answers.removeAll { $0.time <= now }
        if due.contains(.state) { isAsked = false }
        if due.contains(where: \.isChange) { isChanging = false }
        return due
    }

    /// Nobody waits for answers any more.
    mutating func forgetDaemon() {
        answers.removeAll { $0.answer != .automaticRestart }
        isAsked = false
        isChanging = false
    }
}
