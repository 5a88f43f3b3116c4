public import Quantities

/// The result of sending a frame. Only with ``sent`` did the kernel queue it.
public enum SendResult: Sendable, Hashable {
    /// The kernel queued the frame. This does not confirm its transmission: a controller that is
    /// bus-off drops it, and only an ``ErrorFrame`` reports that.
    case sent
    /// The socket's buffer is full (EAGAIN). The descriptor becomes writable when there is room.
    case wouldBlock
    /// The interface's queue is full (ENOBUFS). No event reports when there is room, so wait a
    /// time.
    case queueFull
    /// The interface is down (ENETDOWN). The socket works again when the interface is up.
    case linkDown
    /// The interface was removed (ENXIO, ENODEV). Open a new socket when it returns.
    case gone
}

/// Decides when to try the next frame, from the result of the last one. It never spins and never
/// loses a frame. Pure: the caller supplies the time.
///
/// ```swift
/// while pacer.isOpen(at: now), let frame = provider.nextFrame(now) {
///     pacer.note(try socket.send(frame), at: now)      // a frame not sent is kept and tried again
/// }
/// ```
/// After a full queue of the interface (10 frames on most drivers) it waits 2 ms. That is about a
/// frame's time at 500 kbit/s × the queue. The wait doubles up to 50 ms while the queue stays full.
public struct SendPacer: Sendable, Hashable {
    /// The event that the sender waits for.
    public enum Gate: Sendable, Hashable {
        /// None: it can try a frame.
        case open
        /// The descriptor becomes writable.
        case room
        /// That moment is reached.
        case pause(until: MonotonicTime)
        /// The interface goes up.
        case link
        /// The interface returns.
        case interface
    }

    /// The first wait for a full queue.
    public static let shortestPause = Nanoseconds.milliseconds(2)
    /// The longest wait for a full queue.
    public static let longestPause = Nanoseconds.milliseconds(50)

    /// The event that the sender waits for.
    public private(set) var gate = Gate.open
    /// The time since which the kernel has queued no frame; `nil` if it queued the last one. The
    /// bus may be blocked, or it may have another fault.
    public private(set) var stalledSince: MonotonicTime?
    private var pause = SendPacer.shortestPause

    /// A pacer that may send.
    public init() {}

    /// Whether the sender can try a frame.
    public func isOpen(at now: MonotonicTime) -> Bool {
        switch gate {
        case .open: return true
        case .pause(let until): return now >= until
        case .room, .link, .interface: return false
        }
    }

    /// Whether to wait until the descriptor becomes writable.
    public var wantsRoom: Bool { gate == .room }

    /// When to try again without an event; `nil` if an event will come or the sender waits for
    /// nothing.
    public var deadline: MonotonicTime? {
        if case .pause(let until) = gate { return until }
        return nil
    }

    /// Processes the result of sending a frame.
    public mutating func note(_ result: SendResult, at now: MonotonicTime) {
        switch result {
        case .sent:
            gate = .open
            stalledSince = nil
            pause = Self.shortestPause
            return
        case .wouldBlock: gate = .room
        case .queueFull:
            gate = .pause(until: now + pause)
            pause = min(pause * 2, Self.longestPause)
        case .linkDown: gate = .link
        case .gone: gate = .interface
        }
        stalledSince = stalledSince ?? now
    }

    /// The time since which the kernel has queued no frame, as far as frames were tried: a program that was halted has
    /// tried none.
    public func stalled(at now: MonotonicTime) -> MonotonicTime? {
        if case .pause(let until) = gate, now - until > Self.longestPause * 4 { return nil }
        return stalledSince
    }

    /// Ends a pause that is over: without a frame to try, nothing else would.
    public mutating func look(at now: MonotonicTime) {
        if case .pause(let until) = gate, now >= until { gate = .open }
    }

    /// Processes the event that the descriptor is writable.
    public mutating func noteRoom() {
        if gate == .room { gate = .open }
    }

    /// Processes the event that the interface is up, or that its socket was opened again.
    public mutating func noteLinkUp() {
        guard gate == .link || gate == .interface else { return }
        gate = .open
        // It was the link that took no frame, not the bus.
        stalledSince = nil
    }

    /// Processes the event that the interface is down. The sender waits for ``noteLinkUp()``.
    public mutating func noteLinkDown(at now: MonotonicTime) { note(.linkDown, at: now) }

    /// Processes the removal of the interface. The sender waits for ``noteLinkUp()``.
    public mutating func noteGone(at now: MonotonicTime) { note(.gone, at: now) }
}
