import Quantities
import SocketCAN

/// When the daemon sets up an interface of its own again, and when it opens a socket again, after either has failed; and
/// when it restarts an interface of its own that transmits nothing: takes it down, sets it, and brings it up. An interface that somebody takes down later is left alone.
struct LinkRecovery: Sendable {
    /// The first wait after a set-up; each further one is twice as long.
    static let shortestWait = Nanoseconds.seconds(1)
    /// The longest wait after a set-up.
    static let longestWait = Nanoseconds.seconds(10)
    /// The wait after a socket could not be opened.
    static let openPause = Nanoseconds.seconds(1)

    /// The first wait after the report that no frame is transmitted; each further one is twice as long, up to
    /// ``longestWait``.
    static let shortestStall = Nanoseconds.seconds(2)
    /// So long a restart of the interface takes at most.
    static let longestLinkRestart = Nanoseconds.seconds(2)
    /// A stall so soon after another one is the same.
    static let sameStall = Nanoseconds.seconds(60)

    /// The settings of an interface that the daemon sets up; `nil` if others set it up.
    private let own: LinkSettings?
    private var setUpTime: MonotonicTime?
    /// Whether the interface is set up although it is up: somebody else may have set it up.
    private var overrides = false
    private var isUp = false
    /// Whether the state of the interface at the start is not known yet.
    private var isStart = true
    private var wait = shortestWait
    private var openTime: MonotonicTime?
    /// When an interface that transmits nothing is restarted, the wait after that, and what it has transmitted by now.
    private var stall: (time: MonotonicTime, wait: Nanoseconds, transmitted: Int?)?
    /// The wait of the last stall, and when that was over.
    private var former: (wait: Nanoseconds, end: MonotonicTime)?
    /// A restart that is under way: when it is to be over, and whether the interface went down for it.
    private var linkRestart: (end: MonotonicTime, isDown: Bool)?
    /// Why there is no socket, as people have read it.
    private var reason: String?

    init(_ own: LinkSettings?) { self.own = own }

    /// When something is due; `nil` if nothing is.
    var deadline: MonotonicTime? {
        var earliest = EarliestDeadline()
        earliest.add(setUpTime)
        earliest.add(openTime)
        earliest.add(stall?.time)
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

    /// Whether the daemon sets up the interface.
    var isOwner: Bool { own != nil }

    /// Takes note that no frame is transmitted.
    /// - Parameter transmitted: The frames that the interface has transmitted, of all programs; `nil` if unknown.
    mutating func noteStall(transmitted: Int?, at now: MonotonicTime) {
        guard isOwner else { return }
        var wait = Self.shortestStall
        if let former, now - former.end < Self.sameStall { wait = former.wait }
        stall = (now + wait, wait, transmitted)
    }

    /// Takes note that frames are transmitted again, or that nothing is to be transmitted.
    mutating func noteNoStall(at now: MonotonicTime) {
        if let stall { former = (stall.wait, now) }
        stall = nil
    }

    /// Whether something is due for an interface that transmits nothing.
    func isLinkRestartDue(at now: MonotonicTime) -> Bool { stall.map { now >= $0.time } ?? false }

    /// The settings of an interface that is to be restarted because it transmits nothing, also not for other programs, and
    /// whether it is the first restart in a stall. The next one is later.
    /// - Parameter isPossible: Whether its controller reports nothing that explains it.
    mutating func takeLinkRestart(
        _ isPossible: Bool, transmitted: Int?, at now: MonotonicTime
    ) -> (settings: LinkSettings, isFirst: Bool)? {
        guard let own, let (_, wait, before) = stall else { return nil }
        let isDead = isPossible && transmitted == before
        if isDead { linkRestart = (now + Self.longestLinkRestart, false) }
        stall = (now + wait, isDead ? min(wait * 2, Self.longestWait) : wait, transmitted)
        return isDead ? (own, wait == Self.shortestStall) : nil
    }

    /// Whether a change is a part of the restart: the interface goes down once, and comes up. Another change ends it.
    mutating func isOfLinkRestart(_ change: BusReport) -> Bool {
        switch (change, linkRestart?.isDown) {
        case (.down, false):
            linkRestart?.isDown = true
            return true
        case (.up, true):
            linkRestart = nil
            return true
        case (.down, true), (.disconnected, _): linkRestart = nil
        default: break
        }
        return false
    }

    /// Whether the interface is being restarted.
    var isRestartingLink: Bool { linkRestart != nil }

    /// Whether it should be up again by now.
    mutating func takeLinkRestartEnd(at now: MonotonicTime) -> Bool {
        guard let linkRestart, now >= linkRestart.end else { return false }
        self.linkRestart = nil
        return true
    }

    /// Takes note that the interface is up.
    mutating func noteUp() {
        isUp = true
        if !overrides { setUpTime = nil }
    }

    /// Takes note that the interface is down.
    mutating func noteDown() { isUp = false }

    /// Takes note that the interface has disappeared.
    mutating func noteGone() {
        (setUpTime, openTime, stall, former, linkRestart) = (nil, nil, nil, nil, nil)
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
