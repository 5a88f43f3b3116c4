import Quantities
import SocketCAN

/// The state of the controller by the kernel's reports, and the time of the next question. Error frames are only
/// hints: a program on this machine can send such a frame, and a driver may omit one.
struct ControllerWatch: Sendable {
    /// The state of the controller while it is on the bus.
    enum Condition: Sendable, Hashable {
        case good
        case warning
        case passive
        /// Error-passive because no other node acknowledges.
        case alone
        /// It only listens: frames that are written vanish.
        case listening
    }

    /// The state of the controller.
    private(set) var condition = Condition.good
    /// Whether it explains that no frame is transmitted.
    var explainsStall: Bool {
        condition == .passive || condition == .alone || condition == .listening
    }
    /// The time of the next question to the kernel; `nil` if its messages are enough.
    private(set) var deadline: MonotonicTime?
    /// Whether an error frame reported bus-off or a restart since the last answer.
    private(set) var hasHint = false
    /// Whether the driver reports the state of a controller.
    private(set) var isReported = false
    private var asked: MonotonicTime?
    /// Whether the kernel is still to be asked. A message that comes before the question is no answer: it may be older than
    /// the cause of the question.
    private var isToAsk = false
    /// Whether the answer is still to come.
    private(set) var awaitsAnswer = false
    private var returned: MonotonicTime?
    private var busOff: MonotonicTime?

    /// A bad state is asked for again after this time.
    static let badPause = Nanoseconds.milliseconds(1000)
    /// All hints within this time lead to one question.
    static let hintPause = Nanoseconds.milliseconds(20)
    /// Within this time after a return of the bus, an error frame about a restart reports the same return.
    static let sameReturn = Nanoseconds.milliseconds(100)

    /// Takes note that an error frame reports a change.
    mutating func noteHint(_ kinds: ErrorFrame.Kinds, at now: MonotonicTime) {
        let isReturnKnown = returned.map { now - $0 < Self.sameReturn } ?? false
        // After a halt of the daemon, messages about the link report a whole bus-off at once, and an error frame the same.
        let isBusOffKnown = busOff == now && returned == now
        if kinds.contains(.busOff) && !isBusOffKnown || kinds.contains(.restarted) && !isReturnKnown
        {
            hasHint = true
        }
        askSoon(at: now)
    }

    /// Takes note that the bus is back.
    mutating func noteReturn(at now: MonotonicTime) { returned = now }

    /// Asks as soon as the last question is long enough ago.
    mutating func askSoon(at now: MonotonicTime) {
        let earliest = max(now, asked.map { $0 + Self.hintPause } ?? now)
        deadline = min(deadline ?? earliest, earliest)
        (isToAsk, awaitsAnswer) = (true, true)
    }

    /// Asks after the pause for a bad state.
    mutating func askLater(at now: MonotonicTime) { deadline = now + Self.badPause }

    /// Whether the kernel was asked since the interface was last found down or gone.
    var isAsked: Bool { asked != nil }

    /// Whether the kernel is to be asked now. Without an answer it is asked again.
    mutating func takeQuestion(at now: MonotonicTime) -> Bool {
        guard let deadline, now >= deadline else { return false }
        asked = now
        isToAsk = false
        self.deadline = now + Self.badPause
        return true
    }

    /// Takes note of the kernel's report. Returns the new condition, `nil` where it is the same.
    mutating func note(_ state: LinkState, at now: MonotonicTime) -> Condition? {
        hasHint = false
        if state.isBusOff { busOff = now }
        isReported = state.controller?.state != nil
        let former = condition
        switch state.controller?.state {
        case _ where state.controller?.isListenOnly == true: condition = .listening
        case .warning: condition = .warning
        case .passive: condition = state.suggestsLoneliness ? .alone : .passive
        default: condition = .good
        }
        let isBad = state.isBusOff || condition != .good
        if !isToAsk {
            deadline = isBad ? now + Self.badPause : nil
            awaitsAnswer = false
        }
        return condition == former || state.isBusOff ? nil : condition
    }

    /// Takes note that the interface is down or has disappeared.
    mutating func reset() { self = ControllerWatch() }
}
