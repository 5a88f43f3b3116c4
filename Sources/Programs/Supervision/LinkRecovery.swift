import Quantities
import SocketCAN

/// When the daemon sets up an interface of its own again, and when it opens a socket again, after either has failed.
/// An interface that somebody takes down later is left alone.
struct LinkRecovery: Sendable {
    /// The first wait after a set-up; each further one is twice as long.
    static let shortestWait = Nanoseconds.seconds(1)
    /// The longest wait after a set-up.
    static let longestWait = Nanoseconds.seconds(10)
    /// The wait after a socket could not be opened.
    static let openPause = Nanoseconds.seconds(1)

    /// The first wait after the report that no frame is transmitted; each further one is twice as long.
    static let shortestStall = Nanoseconds.seconds(2)
    /// The longest wait between two attempts to end that.
    static let longestStall = Nanoseconds.seconds(60)
    /// So long an interface is down at most while it is set up again.
    static let longestRevival = Nanoseconds.seconds(2)

    /// The settings of an interface that the daemon sets up; `nil` if others set it up.
    private let own: LinkSettings?
    private var setUpTime: MonotonicTime?
    /// Whether the interface is set up although it is up: somebody else may have set it up.
    private var overrides = false
    /// Until when the interface may be down because it is set up again.
    private var revivalEnd: MonotonicTime?
    private var isUp = false
    /// Whether the state of the interface at the start is not known yet.
    private var isStart = true
    private var wait = shortestWait
    private var openTime: MonotonicTime?
    /// When an interface that transmits nothing is set up again, the wait after that, and what it has transmitted by now.
    private var stall: (time: MonotonicTime, wait: Nanoseconds, transmitted: Int?)?
    /// Why there is no socket, as people have read it.
    private var reason: String?

    init(_ own: LinkSettings?) { self.own = own }

    /// When something is due; `nil` if nothing is.
    var deadline: MonotonicTime? {
        var earliest = EarliestDeadline()
        earliest.add(setUpTime)
        earliest.add(openTime)
        earliest.add(stall?.time)
        earliest.add(revivalEnd)
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

    /// Takes note that no frame is transmitted, or that frames are again.
    /// - Parameter transmitted: The frames that the interface has transmitted, of all programs; `nil` if unknown.
    mutating func noteStall(_ isStalled: Bool, transmitted: Int?, at now: MonotonicTime) {
        guard own != nil else { return }
        stall = isStalled ? (now + Self.shortestStall, Self.shortestStall, transmitted) : nil
    }

    /// Whether something is due for an interface that transmits nothing.
    func isRevivalDue(at now: MonotonicTime) -> Bool { stall.map { now >= $0.time } ?? false }

    /// The settings, if the interface is to be set up again because it transmits nothing, also not for other programs. The
    /// next time is later.
    /// - Parameter isPossible: Whether its controller reports nothing that explains it.
    mutating func takeRevival(
        _ isPossible: Bool, transmitted: Int?, at now: MonotonicTime
    ) -> LinkSettings? {
        guard let (_, wait, before) = stall else { return nil }
        let isDead = isPossible && transmitted == before
        if isDead { revivalEnd = now + Self.longestRevival }
        stall = (now + wait, isDead ? min(wait * 2, Self.longestStall) : wait, transmitted)
        return isDead ? own : nil
    }

    /// Whether the interface may be down because it is set up again.
    func isReviving(at now: MonotonicTime) -> Bool { revivalEnd.map { now < $0 } ?? false }

    /// Whether it is to be up again by now.
    mutating func takeRevivalEnd(at now: MonotonicTime) -> Bool {
        guard let revivalEnd, now >= revivalEnd else { return false }
        self.revivalEnd = nil
        return true
    }

    /// Whether the last revival was the first one of its stall.
    var isFirstRevival: Bool { stall?.wait == Self.shortestStall * 2 }

    /// Takes note that the interface is up.
    mutating func noteUp() {
        isUp = true
        if !overrides { setUpTime = nil }
    }

    /// Takes note that the interface is down.
    mutating func noteDown() { isUp = false }

    /// Takes note that the interface has disappeared.
    mutating func noteGone() {
        (setUpTime, openTime, stall, revivalEnd) = (nil, nil, nil, nil)
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
