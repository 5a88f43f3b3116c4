import CLibrary
import LinuxLoop
import Quantities

/// The events that wake the daemon: signals, timers, other threads, and the descriptors of its sources.
struct EventLoop: ~Copyable {
    /// The sources.
    enum Source: UInt64 {
        case signals, tick, deadline, wakeup, link, bus, requests, vehicle, position, control
    }

    /// The sources that are ready.
    struct Ready {
        fileprivate var bits: UInt64 = 0

        /// Whether a source is ready.
        func has(_ source: Source) -> Bool { bits & 1 << source.rawValue != 0 }
    }

    private let poller: Poller
    private let signals: SignalSource
    private let tickTimer: DeadlineTimer
    private let deadlineTimer: DeadlineTimer
    /// What the timer of the deadline is set to; `nil` if it is not.
    private var armed: MonotonicTime?
    private let wakeup: Wakeup
    private var bus = WatchSlot()
    private var requests = WatchSlot()
    private var vehicle = WatchSlot()
    private var position = WatchSlot()
    private var control = WatchSlot()

    private init(
        _ poller: consuming Poller, _ signals: consuming SignalSource,
        _ tickTimer: consuming DeadlineTimer, _ deadlineTimer: consuming DeadlineTimer,
        _ wakeup: Wakeup
    ) {
        self.poller = poller
        self.signals = signals
        self.tickTimer = tickTimer
        self.deadlineTimer = deadlineTimer
        self.wakeup = wakeup
    }

    /// Before the loop is there: a map may take a while to be read. SIGHUP before the first configuration is in use
    /// asks for nothing new.
    static func ignoreSignals() {
        // SIGUSR1 and SIGUSR2 end a program that does not know them; scripts send them for other daemons' log
        // rotation.
        for unused in [SIGPIPE, SIGUSR1, SIGUSR2, SIGHUP] { _ = signal(unused, SIG_IGN) }
    }

    /// Opens a loop that takes SIGTERM, SIGINT and SIGHUP. It is made before the first thread, so that no signal
    /// ends another thread.
    static func open(_ wakeup: Wakeup) throws(SystemError) -> EventLoop {
        let loop = EventLoop(
            try Poller(), try SignalSource([SIGTERM, SIGINT, SIGHUP]), try DeadlineTimer(),
            try DeadlineTimer(), wakeup)
        try loop.watch(loop.signals.descriptor, as: .signals)
        try loop.watch(loop.tickTimer.descriptor, as: .tick)
        try loop.watch(loop.deadlineTimer.descriptor, as: .deadline)
        try loop.watch(wakeup.descriptor, as: .wakeup)
        return loop
    }

    /// Waits for a descriptor that stays open from now on.
    func watch(_ descriptor: Int32, as source: Source) throws(SystemError) {
        try poller.add(descriptor, .readable, token: source.rawValue)
    }

    /// Follows the sources that close their descriptors and open others.
    mutating func watch(
        bus busWatch: Watch?, requests requestWatch: Watch?, vehicle vehicleWatch: Watch?,
        position positionWatch: Watch?, control controlWatch: Watch?
    ) throws(SystemError) {
        try poller.follow(busWatch, in: &bus, token: Source.bus.rawValue)
        try poller.follow(requestWatch, in: &requests, token: Source.requests.rawValue)
        try poller.follow(vehicleWatch, in: &vehicle, token: Source.vehicle.rawValue)
        try poller.follow(positionWatch, in: &position, token: Source.position.rawValue)
        try poller.follow(controlWatch, in: &control, token: Source.control.rawValue)
    }

    /// Sets the time of the next tick.
    func armTick(at time: MonotonicTime) throws(SystemError) { try tickTimer.arm(at: time) }

    /// Waits until a source is ready, until the deadline at the latest.
    mutating func wait(until deadline: MonotonicTime?) throws(SystemError) -> Ready {
        if deadline != armed {
            if let deadline {
                try deadlineTimer.arm(at: deadline)
            } else {
                try deadlineTimer.disarm()
            }
            armed = deadline
        }
        var ready = Ready()
        try poller.wait { event in ready.bits |= 1 << event.token }
        if ready.has(.deadline), try deadlineTimer.acknowledge() { armed = nil }
        return ready
    }

    /// Whether the tick's time has come since the last call.
    func takeTick() throws(SystemError) -> Bool { try tickTimer.acknowledge() }

    /// Whether another thread has woken the loop since the last call.
    func takeWakeup() throws(SystemError) -> Bool { try wakeup.acknowledge() }

    /// The next signal; `nil` where there is none.
    func nextSignal() throws(SystemError) -> Int32? { try signals.next() }
}
