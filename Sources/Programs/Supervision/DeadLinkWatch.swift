import Quantities
import SocketCAN

/// Decides when an interface that the daemon sets up is to be restarted: its controller may have lost its settings while
/// the machine was suspended, and not every driver notices that. What passes the interface, of all programs, shows that it
/// works.
///
/// Two findings lead to a restart. Frames wait and none is transmitted, although the controller reports nothing that
/// explains it: a stall. Or nothing has passed the interface since the machine was suspended, whatever the controller
/// reports: its driver may report a state of before.
struct DeadLinkWatch: Sendable {
    /// Why an interface is restarted.
    enum Cause: Sendable, Hashable {
        /// No frame is transmitted.
        /// - Parameter isFirst: Whether it is the first restart in this stall.
        case stall(isFirst: Bool)
        /// Nothing has passed since the machine was suspended.
        /// - Parameter isFirst: Whether it is the first restart after that.
        case suspension(isFirst: Bool)

        /// The change to report; `nil` for what people have read.
        var report: BusReport? {
            switch self {
            case .stall(let isFirst): isFirst ? .linkRestart : nil
            case .suspension(let isFirst): isFirst ? .restartAfterSuspension : nil
            }
        }
    }

    /// What shows whether the interface works.
    enum Observation: Sendable, Hashable {
        /// No frame is transmitted for a while.
        case stall
        /// Frames are transmitted again, or nothing is to be transmitted.
        case transmission
        /// The machine was suspended until now, for so long.
        case suspension(Nanoseconds)
        /// What has passed, as the kernel answers.
        /// - Parameter hasErrors: Whether the controller reports errors.
        case traffic(LinkTraffic, hasErrors: Bool)
    }

    /// The first wait after the report that no frame is transmitted; each further one is twice as long, up to
    /// ``longestWait``.
    static let shortestWait = Nanoseconds.seconds(2)
    /// The longest wait.
    static let longestWait = Nanoseconds.seconds(10)
    /// A stall so soon after another one is the same.
    static let sameStall = Nanoseconds.seconds(60)
    /// An interface that receives has its settings: frames of higher priority may keep its own from the bus. Only after this
    /// time it may be its transmission that is broken.
    static let receivingPatience = Nanoseconds.seconds(60)
    /// After a suspension something passes within this time.
    static let suspensionPause = Nanoseconds.seconds(3)
    /// The pause between questions for what has passed.
    static let questionPause = Nanoseconds.seconds(1)

    /// When a restart in this stall is due, and the wait after it; `nil` without a stall.
    private var stall: (time: MonotonicTime, wait: Nanoseconds)?
    /// When this stall began, was restarted, or transmitted something for others, whichever was last.
    private var begin = MonotonicTime.zero
    /// The wait of the last stall, and when that was over.
    private var former: (wait: Nanoseconds, end: MonotonicTime)?
    /// When a restart after a suspension is due, and whether it is the first one; `nil` where the interface works.
    private var suspicion: (time: MonotonicTime, isFirst: Bool)?
    /// What has passed since the wait began; `nil` before the first answer.
    private var passage: Passage?
    private var question: MonotonicTime?

    /// What has passed between two answers of the kernel.
    private struct Passage {
        var first: LinkTraffic
        /// `nil` before the second answer.
        var last: LinkTraffic?
        /// Whether the controller reported errors in the last answer.
        var hasErrors: Bool

        var transmits: Bool { last.map { $0.transmitted != first.transmitted } ?? false }
        var receives: Bool { last.map { $0.received != first.received } ?? false }
    }

    /// When something is due; `nil` if nothing is.
    var deadline: MonotonicTime? {
        var earliest = EarliestDeadline()
        earliest.add(stall?.time)
        earliest.add(suspicion?.time)
        earliest.add(question)
        return earliest.time
    }

    /// Takes note of an observation.
    mutating func note(_ observation: Observation, at now: MonotonicTime) {
        switch observation {
        case .stall: noteStall(at: now)
        case .transmission: noteNoStall(at: now)
        case .suspension(let time): noteSuspension(of: time, at: now)
        case .traffic(let traffic, let hasErrors): note(traffic, hasErrors: hasErrors)
        }
    }

    private mutating func noteStall(at now: MonotonicTime) {
        var wait = Self.shortestWait
        if let former, now - former.end < Self.sameStall { wait = former.wait }
        stall = (now + wait, wait)
        begin = now
        watch(at: now)
    }

    private mutating func noteNoStall(at now: MonotonicTime) {
        if let stall { former = (stall.wait, now) }
        stall = nil
        settle()
    }

    /// The time of a suspension counts for no wait: a machine may be awake for a moment only.
    private mutating func noteSuspension(of time: Nanoseconds, at now: MonotonicTime) {
        if let stall { self.stall = (stall.time + time, stall.wait) }
        begin = begin + time
        if let suspicion {
            self.suspicion = (suspicion.time + time, suspicion.isFirst)
        } else {
            suspicion = (now + Self.suspensionPause, true)
        }
        watch(at: now)
    }

    /// What passed before says nothing.
    private mutating func watch(at now: MonotonicTime) {
        passage = nil
        question = now
    }

    /// Without a finding nothing is asked.
    private mutating func settle() { if stall == nil, suspicion == nil { question = nil } }

    /// Whether the kernel is to be asked now for what has passed.
    mutating func takeQuestion(at now: MonotonicTime) -> Bool {
        guard let question, now >= question else { return false }
        self.question = now + Self.questionPause
        return true
    }

    /// Kernels before 5.17 count error frames as received: around a bad state only what is transmitted counts.
    private mutating func note(_ traffic: LinkTraffic, hasErrors: Bool) {
        guard var passage else {
            passage = Passage(first: traffic, last: nil, hasErrors: hasErrors)
            return
        }
        if hasErrors || passage.hasErrors {
            passage.first = LinkTraffic(
                received: traffic.received, transmitted: passage.first.transmitted)
        }
        passage.hasErrors = hasErrors
        passage.last = traffic
        self.passage = passage
        if passage.transmits || passage.receives { noteAlive() }
    }

    /// Takes note that the interface works: something has passed it since the suspension, or it was set up since.
    mutating func noteAlive() {
        suspicion = nil
        settle()
    }

    /// Takes note that the interface has disappeared.
    mutating func noteGone() { self = DeadLinkWatch() }

    /// Why the interface is to be restarted now; `nil` if it is not. The next look is later.
    /// - Parameters:
    ///   - isBlocked: Whether frames wait and none is transmitted.
    ///   - isExplained: Whether something is reported that explains it.
    ///   - isChanging: Whether another change of the interface is under way.
    mutating func take(
        isBlocked: Bool, isExplained: Bool, isChanging: Bool, at now: MonotonicTime
    ) -> Cause? {
        if stall != nil, !isBlocked { noteNoStall(at: now) }
        let isStalled = stall.map { now >= $0.time } ?? false
        let isSuspicionDue = suspicion.map { now >= $0.time } ?? false
        guard isStalled || isSuspicionDue else { return nil }
        guard let passage, let last = passage.last, !isChanging else {
            // There is no second answer yet.
            if isStalled { stall?.time = now + Self.questionPause }
            if isSuspicionDue { suspicion?.time = now + Self.questionPause }
            return nil
        }
        self.passage = Passage(first: last, last: nil, hasErrors: passage.hasErrors)
        if isSuspicionDue, let isFirst = suspicion?.isFirst {
            // Until it is up again; it may be refused.
            suspicion = (now + Self.longestWait, false)
            if let wait = stall?.wait { stall = (now + wait, wait) }
            begin = now
            return .suspension(isFirst: isFirst)
        }
        guard let wait = stall?.wait else { return nil }
        let isHindered = passage.receives && now - begin < Self.receivingPatience
        let isDead = !isExplained && !isHindered && !passage.transmits
        stall = (now + wait, isDead ? min(wait * 2, Self.longestWait) : wait)
        if isDead || passage.transmits { begin = now }
        return isDead ? .stall(isFirst: wait == Self.shortestWait) : nil
    }
}
