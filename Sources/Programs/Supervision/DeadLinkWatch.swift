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
        case suspension

        /// The change to report; `nil` for what people have read.
        var report: BusReport? {
            switch self {
            case .stall(let isFirst): isFirst ? .linkRestart : nil
            case .suspension: .restartAfterSuspension
            }
        }
    }

    /// What shows whether the interface works.
    enum Observation: Sendable, Hashable {
        /// No frame is transmitted for a while.
        case stall
        /// Frames are transmitted again.
        case transmission
        /// The machine was suspended until now.
        case suspension
        /// Whether the bus may sleep: then nothing passes, for a good reason.
        case sleep(Bool)
        /// What has passed, as the kernel answers.
        case traffic(LinkTraffic)
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
    /// Whether the machine was suspended, and nothing shows yet that the interface works.
    private var isSuspected = false
    /// When a restart after a suspension is due; `nil` while nothing is sent.
    private var suspicion: MonotonicTime?
    private var isAsleep = false
    /// What had passed at the first and at the last answer since the wait began; `nil` without a second one.
    private var traffic: (first: LinkTraffic, last: LinkTraffic?)?
    private var question: MonotonicTime?

    /// When something is due; `nil` if nothing is.
    var deadline: MonotonicTime? {
        var earliest = EarliestDeadline()
        earliest.add(stall?.time)
        earliest.add(suspicion)
        earliest.add(question)
        return earliest.time
    }

    /// Takes note of an observation.
    mutating func note(_ observation: Observation, at now: MonotonicTime) {
        switch observation {
        case .stall: noteStall(at: now)
        case .transmission: noteNoStall(at: now)
        case .suspension: noteSuspension(at: now)
        case .sleep(let isAsleep): noteSleep(isAsleep, at: now)
        case .traffic(let traffic): note(traffic)
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

    private mutating func noteSuspension(at now: MonotonicTime) {
        isSuspected = true
        // What passed before says nothing.
        traffic = nil
        if let stall { self.stall = (max(stall.time, now + Self.suspensionPause), stall.wait) }
        suspect(at: now)
    }

    private mutating func noteSleep(_ isAsleep: Bool, at now: MonotonicTime) {
        self.isAsleep = isAsleep
        if isAsleep { noteNoStall(at: now) }
        if isSuspected { suspect(at: now) }
    }

    private mutating func suspect(at now: MonotonicTime) {
        suspicion = isAsleep ? nil : now + Self.suspensionPause
        traffic = nil
        if isAsleep { settle() } else { watch(at: now) }
    }

    private mutating func watch(at now: MonotonicTime) {
        traffic = nil
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

    private mutating func note(_ traffic: LinkTraffic) {
        if let first = self.traffic?.first {
            self.traffic?.last = traffic
            if first != traffic { noteAlive() }
        } else {
            self.traffic = (traffic, nil)
        }
    }

    /// Takes note that the interface works: something has passed it since the suspension, or it was set up since.
    mutating func noteAlive() {
        isSuspected = false
        suspicion = nil
        settle()
    }

    /// Takes note that the interface has disappeared.
    mutating func noteGone() {
        let isAsleep = isAsleep
        self = DeadLinkWatch()
        self.isAsleep = isAsleep
    }

    /// Why the interface is to be restarted now; `nil` if it is not. The next look is later.
    /// - Parameters:
    ///   - isBlocked: Whether frames wait and none is transmitted.
    ///   - isExplained: Whether something is reported that explains it.
    mutating func take(isBlocked: Bool, isExplained: Bool, at now: MonotonicTime) -> Cause? {
        if stall != nil, !isBlocked { noteNoStall(at: now) }
        let isStalled = stall.map { now >= $0.time } ?? false
        let isSuspicionDue = suspicion.map { now >= $0 } ?? false
        guard isStalled || isSuspicionDue else { return nil }
        guard let first = traffic?.first, let last = traffic?.last else {
            // There is no second answer yet.
            if isStalled { stall?.time = now + Self.questionPause }
            if isSuspicionDue { suspicion = now + Self.questionPause }
            return nil
        }
        if isSuspicionDue {
            // Until it is up again; it may be refused.
            suspicion = now + Self.longestWait
            if let stall { self.stall = (now + stall.wait, stall.wait) }
            begin = now
            traffic = (last, nil)
            return .suspension
        }
        guard let wait = stall?.wait else { return nil }
        let transmits = last.transmitted != first.transmitted
        let isHindered =
            last.received != first.received && now - begin < Self.receivingPatience
        let isDead = !isExplained && !isHindered && !transmits
        stall = (now + wait, isDead ? min(wait * 2, Self.longestWait) : wait)
        traffic = (last, nil)
        if isDead || transmits { begin = now }
        guard isDead else { return nil }
        return .stall(isFirst: wait == Self.shortestWait)
    }
}
