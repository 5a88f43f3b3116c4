import Quantities
import SocketCAN

/// When the daemon sets up an interface of its own again, and when it opens a socket again, after either has failed; and
/// when it restarts an interface of its own that does not work: takes it down, sets it, and brings it up. An interface
/// that somebody takes down later is left alone.
struct LinkRecovery: Sendable {
    /// The first wait after a set-up; each further one is twice as long.
    static let shortestWait = Nanoseconds.seconds(1)
    /// The longest wait after a set-up.
    static let longestWait = Nanoseconds.seconds(10)
    /// The wait after a socket could not be opened.
    static let openPause = Nanoseconds.seconds(1)

    /// After this time a restart should be over; one that is still under way is looked at again after the same time.
    static let longestLinkRestart = Nanoseconds.seconds(2)

    /// The settings of an interface that the daemon sets up; `nil` if others set it up.
    private let own: LinkSettings?
    private var setUpTime: MonotonicTime?
    /// Whether the interface is set up although it is up: somebody else may have set it up.
    private var overrides = false
    private var isUp = false
    private var repair = ListenOnlyRepair()
    /// Whether the state of the interface at the start is not known yet.
    private var isStart = true
    private var wait = shortestWait
    private var openTime: MonotonicTime?
    /// Whether the interface is to be restarted although it is up.
    private var dead = DeadLinkWatch()
    /// A restart that is under way: when it is to be over, whether the interface went down for it, and whether people have
    /// read of a bad state that it ends.
    private var linkRestart: (end: MonotonicTime, isDown: Bool, endsBadState: Bool)?
    /// Why there is no socket, as people have read it.
    private var reason: String?

    init(_ own: LinkSettings?) { self.own = own }

    /// When something is due; `nil` if nothing is.
    var deadline: MonotonicTime? {
        var earliest = EarliestDeadline()
        earliest.add(setUpTime)
        earliest.add(openTime)
        earliest.add(repair.deadline)
        if isOwner, isUp, linkRestart == nil { earliest.add(dead.deadline) }
        earliest.add(linkRestart?.end)
        return earliest.time
    }

    /// Takes note that the interface exists and is to be up from a moment on.
    /// - Parameter overrides: Whether it is set up even if it is up by then: it is another one than before.
    mutating func noteToSetUp(at time: MonotonicTime, overrides: Bool = false) {
        guard own != nil else { return }
        setUpTime = time
        wait = Self.shortestWait
        self.overrides = overrides
    }

    /// Takes note of the first state of the interface: one that appeared while the daemon started may have
    /// another bit rate than its own.
    mutating func noteStart(_ state: LinkState, at now: MonotonicTime) {
        guard isStart else { return }
        isStart = false
        guard let own, let rate = state.controller?.bitRate,
            !LinkState.isSameRate(rate, own.bitRate)
        else { return }
        noteToSetUp(at: now, overrides: true)
    }

    /// The settings, if the interface is to be set up now. It is set up again after a wait, unless it is up by then.
    mutating func takeSetUp(at now: MonotonicTime) -> LinkSettings? {
        if repair.take(at: now) { noteToSetUp(at: now, overrides: true) }
        guard let setUpTime, now >= setUpTime else { return nil }
        guard !isUp || overrides else {
            self.setUpTime = nil
            return nil
        }
        self.setUpTime = now + wait
        overrides = false
        wait = min(wait * 2, Self.longestWait)
        return own
    }

    /// Takes note of what shows whether the interface works.
    mutating func note(_ observation: DeadLinkWatch.Observation, at now: MonotonicTime) {
        dead.note(observation, at: now)
    }

    /// Takes note of a change of the bus.
    mutating func note(_ change: BusReport, at now: MonotonicTime) {
        switch change {
        case .blocked: dead.note(.stall, at: now)
        case .unblocked: dead.note(.transmission, at: now)
        default: break
        }
    }

    /// Takes note of the state of the link, with what has passed it.
    mutating func note(_ state: LinkState, at now: MonotonicTime) {
        if isOwner { repair.note(isListening: state.controller?.isListenOnly ?? false, at: now) }
        guard let traffic = state.traffic else { return }
        let controller = state.controller?.state ?? .active
        let hasErrors = state.isBusOff || controller != .active
        dead.note(.traffic(traffic, hasErrors: hasErrors), at: now)
    }

    /// Whether the kernel is to be asked now for what has passed the interface.
    mutating func takeQuestion(at now: MonotonicTime) -> Bool {
        isOwner && dead.takeQuestion(at: now)
    }

    /// Whether the daemon sets up the interface.
    var isOwner: Bool { own != nil }

    /// The settings of an interface that is to be restarted now, and why; `nil` if it is not.
    /// - Parameters:
    ///   - isBlocked: Whether frames wait and none is transmitted.
    ///   - isExplained: Whether something is reported that explains it.
    ///   - isBad: Whether people have read of a bad state of the controller.
    ///   - isChanging: Whether another change of the interface is under way.
    mutating func takeLinkRestart(
        isBlocked: Bool, isExplained: Bool, isBad: Bool, isChanging: Bool, at now: MonotonicTime
    ) -> (settings: LinkSettings, cause: DeadLinkWatch.Cause)? {
        // An interface that is down is set up before it comes up.
        guard let own, isUp, linkRestart == nil,
            let cause = dead.take(
                isBlocked: isBlocked, isExplained: isExplained, isChanging: isChanging, at: now)
        else { return nil }
        linkRestart = (now + Self.longestLinkRestart, false, isBad)
        return (own, cause)
    }

    /// Whether a change is a part of the restart that needs no line: the interface goes down once, and comes up. Another
    /// change ends it.
    mutating func isOfLinkRestart(_ change: BusReport) -> Bool {
        switch (change, linkRestart?.isDown) {
        case (.down, false):
            linkRestart?.isDown = true
            return true
        case (.up, true):
            defer { linkRestart = nil }
            return linkRestart?.endsBadState == false
        case (.down, true), (.disconnected, _): linkRestart = nil
        default: break
        }
        return false
    }

    /// Whether the interface is being restarted.
    var isRestartingLink: Bool { linkRestart != nil }

    /// Whether it should be up again by now.
    /// - Parameter isChanging: Whether the change is under way. An adapter takes as long as it likes for it.
    mutating func takeLinkRestartEnd(isChanging: Bool, at now: MonotonicTime) -> Bool {
        guard let linkRestart, now >= linkRestart.end else { return false }
        if isChanging {
            self.linkRestart?.end = now + Self.longestLinkRestart
            return false
        }
        self.linkRestart = nil
        return true
    }

    /// Takes note that the interface is up.
    mutating func noteUp() {
        isUp = true
        if !overrides { setUpTime = nil }
        dead.noteAlive()
    }

    /// Takes note that the interface is down.
    mutating func noteDown() {
        isUp = false
        repair.noteAway()
    }

    /// Takes note that the interface has disappeared.
    mutating func noteGone() {
        (setUpTime, openTime, linkRestart) = (nil, nil, nil)
        dead.noteGone()
        repair.noteAway()
        (isUp, overrides) = (false, false)
    }

    /// Takes note that there is no socket although the interface is there. Returns whether people have not read the
    /// reason yet.
    mutating func noteClosed(_ reason: String, at now: MonotonicTime) -> Bool {
        openTime = now + Self.openPause
        defer { self.reason = reason }
        return reason != self.reason
    }

    /// Takes note that there is a socket.
    mutating func noteOpen() { reason = nil }

    /// Whether a socket is to be opened now.
    mutating func takeOpening(at now: MonotonicTime) -> Bool {
        guard let openTime, now >= openTime else { return false }
        self.openTime = nil
        return true
    }
}
