public import Quantities

/// Decides what the daemon reports to the service manager that has started it, in systemd's protocol (sd_notify(3)):
/// that it is ready, its state in words, a reload, its end, and the sign of life of the watchdog. It calls nothing
/// of the system.
///
/// The sign of life is given while POSITIONs leave, or while it is known that the bus takes none. A loop that runs
/// without sending has failed, and is not alive.
public struct ServiceNotices: Sendable {
    /// The state of the daemon at a tick.
    public struct State: Sendable, Hashable {
        /// The interface that frames are sent on.
        public var interface: String
        /// Whether it takes frames.
        public var bus: BusCondition
        /// Whether a map is in use.
        public var hasMap: Bool
        /// The number of POSITIONs that the kernel has taken; `nil` if the mask has no POSITION.
        public var positionsSent: Int?
        /// The position in words, such as `on a road`.
        public var position: String

        /// A state.
        public init(
            interface: String, bus: BusCondition, hasMap: Bool, positionsSent: Int?,
            position: String
        ) {
            self.interface = interface
            self.bus = bus
            self.hasMap = hasMap
            self.positionsSent = positionsSent
            self.position = position
        }
    }

    /// The words of the end.
    public static let stopping = "STOPPING=1"
    /// The state is reported once in this time at most.
    public static let statusPause = Nanoseconds.seconds(1)

    /// The time from one sign of life to the next; `nil` without a watchdog.
    private let signInterval: Nanoseconds?
    private var signTime: MonotonicTime
    private var isReady = false
    private var isReadyDue = false
    private var isReloading = false
    /// The words of a reload that the service manager does not have yet.
    private var reload: String?
    private var isSignDue = false
    private var statusTime: MonotonicTime
    private var status = ""
    private var sentStatus = ""
    /// The POSITIONs at the last sign of life.
    private var positionsSent = 0

    /// - Parameter watchdog: The time without a sign of life after which the service manager restarts the daemon;
    ///   `nil` without a watchdog.
    public init(watchdog: Nanoseconds?, start: MonotonicTime) {
        // Half of it is what sd_watchdog_enabled(3) asks for; a third leaves room for a late tick.
        signInterval = watchdog.map { Nanoseconds($0.value / 3) }
        signTime = start
        statusTime = start
    }

    /// Takes note that the configuration is read again, at a moment of `CLOCK_MONOTONIC`.
    public mutating func noteReload(at now: MonotonicTime) {
        isReloading = true
        isReadyDue = false
        reload = "RELOADING=1\nMONOTONIC_USEC=\(now.nanoseconds / 1000)"
    }

    /// Takes note that the configuration was read.
    public mutating func noteReloaded() {
        guard isReloading else { return }
        isReloading = false
        isReadyDue = isReady
    }

    /// Looks at the state at a tick.
    public mutating func look(_ state: State, at now: MonotonicTime) {
        if !isReady, state.bus == .open || state.bus == .asleep, state.hasMap {
            isReady = true
            isReadyDue = !isReloading
        }
        if now >= statusTime {
            statusTime = now + Self.statusPause
            status = state.words
        }
        guard let signInterval, now >= signTime else { return }
        isSignDue = isAlive(state)
        guard isSignDue else { return }
        signTime = now + signInterval
        positionsSent = state.positionsSent ?? positionsSent
    }

    /// The text of the datagram that is due; `nil` where none is. Until ``noteSent()`` it is due: a service manager that
    /// was busy learns everything later.
    public var words: String? {
        if let reload { return reload }
        var words: [String] = []
        if isReadyDue { words.append("READY=1") }
        if status != sentStatus { words.append("STATUS=\(status)") }
        if isSignDue { words.append("WATCHDOG=1") }
        return words.isEmpty ? nil : words.joined(separator: "\n")
    }

    /// Takes note that the service manager has the ``words``. More may be due.
    public mutating func noteSent() {
        guard reload == nil else {
            reload = nil
            return
        }
        (isReadyDue, isSignDue, sentStatus) = (false, false, status)
    }

    /// Whether no sign of life was given for two thirds of the watchdog's time: the service manager is about to
    /// restart the daemon.
    public func isFailing(at now: MonotonicTime) -> Bool {
        signInterval.map { now - signTime >= $0 } ?? false
    }

    private func isAlive(_ state: State) -> Bool {
        guard state.bus == .open, let sent = state.positionsSent else { return true }
        return sent > positionsSent
    }
}

extension ServiceNotices.State {
    /// The state in one line, for people.
    fileprivate var words: String {
        guard bus == .open else { return "Waiting: \(interface) \(bus.words)." }
        return hasMap
            ? "Transmitting on \(interface); \(position)."
            : "Transmitting on \(interface) without a map; \(position)."
    }
}
