import Quantities
import SocketCAN

/// What the kernel reports of the controller, and when it is to be asked again. Error frames only hint: a
/// program on this machine can send such a frame, and a driver may leave one out.
struct ControllerWatch: Sendable {
    /// How the controller fares while it is on the bus.
    enum Condition: Sendable, Hashable {
        case good
        case warning
        case passive
        /// Error-passive because no other node acknowledges.
        case alone
    }

    /// How the controller fares.
    private(set) var condition = Condition.good
    /// When the kernel is asked next; `nil` where its messages are enough.
    private(set) var deadline: MonotonicTime?
    /// Whether an error frame reported bus-off or a restart since the last answer.
    private(set) var hasHint = false
    private var asked: MonotonicTime?
    private var returned: MonotonicTime?

    /// A bad state is asked for again after this time.
    static let badPause = Nanoseconds.milliseconds(1000)
    /// Hints lead to one question in this time.
    static let hintPause = Nanoseconds.milliseconds(20)
    /// A restart that an error frame reports so soon after a return is that return.
    static let sameReturn = Nanoseconds.milliseconds(100)

    /// Takes note that an error frame reports a change.
    mutating func noteHint(_ kinds: ErrorFrame.Kinds, at now: MonotonicTime) {
        let isKnown = returned.map { now - $0 < Self.sameReturn } ?? false
        if kinds.contains(.busOff) || kinds.contains(.restarted) && !isKnown { hasHint = true }
        askSoon(at: now)
    }

    /// Takes note that the bus is back.
    mutating func noteReturn(at now: MonotonicTime) { returned = now }

    /// Asks as soon as the last question is long enough ago.
    mutating func askSoon(at now: MonotonicTime) {
        let earliest = max(now, asked.map { $0 + Self.hintPause } ?? now)
        deadline = min(deadline ?? earliest, earliest)
    }

    /// Whether the kernel is to be asked now. Without an answer it is asked again.
    mutating func takeQuestion(at now: MonotonicTime) -> Bool {
        guard let deadline, now >= deadline else { return false }
        asked = now
        self.deadline = now + Self.badPause
        return true
    }

    /// Takes note of the kernel's report. Returns the new condition, `nil` where it is the same.
    mutating func note(_ state: LinkState, at now: MonotonicTime) -> Condition? {
        hasHint = false
        let former = condition
        switch state.controller?.state {
        case .warning: condition = .warning
        case .passive: condition = state.suggestsLoneliness ? .alone : .passive
        default: condition = .good
        }
        deadline = state.isBusOff || condition != .good ? now + Self.badPause : nil
        return condition == former || state.isBusOff ? nil : condition
    }

    /// Takes note that the interface is down or has disappeared.
    mutating func reset() { self = ControllerWatch() }
}
