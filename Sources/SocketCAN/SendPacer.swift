public import Quantities

/// What became of a frame that was to be sent. Only ``sent`` took it.
public enum SendResult: Sendable, Hashable {
    /// The kernel has it. Whether it reaches the bus is another matter: a controller that is off the
    /// bus swallows it, and only an ``ErrorFrame`` tells.
    case sent
    /// The socket's buffer is full (EAGAIN): the descriptor becomes writable when there is room.
    case wouldBlock
    /// The interface's queue is full (ENOBUFS): nothing will tell when there is room, so wait a time.
    case queueFull
    /// The interface is down (ENETDOWN): the socket works again when it is up.
    case linkDown
    /// The interface is gone (ENXIO, ENODEV): the socket has to be opened again when it is back.
    case gone
}

/// Decides when the next frame may be tried, from what became of the last one: never in a spin, and
/// without losing a frame. Pure: it is told the time.
///
/// ```swift
/// while pacer.isOpen(at: now), let frame = provider.nextFrame(now) {
///     pacer.note(try socket.send(frame), at: now)      // a frame not sent is kept and tried again
/// }
/// ```
/// A full queue of the interface (10 frames on most drivers) is waited for 2 ms, about a frame's time
/// at 500 kbit/s × the queue, doubling to 50 ms while it stays full.
public struct SendPacer: Sendable, Hashable {
    /// What the sender waits for.
    public enum Gate: Sendable, Hashable {
        /// Nothing: a frame can be tried.
        case open
        /// That the descriptor becomes writable.
        case room
        /// That moment.
        case pause(until: MonotonicTime)
        /// That the interface comes up.
        case link
        /// That the interface comes back.
        case interface
    }

    /// The first wait for a full queue.
    public static let shortestPause = Nanoseconds.milliseconds(2)
    /// The longest wait for a full queue.
    public static let longestPause = Nanoseconds.milliseconds(50)

    /// What the sender waits for.
    public private(set) var gate = Gate.open
    /// Since when no frame has been taken, `nil` while they are: the bus is blocked, or something
    /// else is wrong with it.
    public private(set) var stalledSince: MonotonicTime?
    private var pause = SendPacer.shortestPause

    /// A pacer that may send.
    public init() {}

    /// Whether a frame can be tried.
    public func isOpen(at now: MonotonicTime) -> Bool {
        switch gate {
        case .open: return true
        case .pause(let until): return now >= until
        case .room, .link, .interface: return false
        }
    }

    /// Whether to wait for the descriptor to become writable.
    public var wantsRoom: Bool { gate == .room }

    /// When to try again without being told, `nil` where an event will tell or nothing is waited for.
    public var deadline: MonotonicTime? {
        if case .pause(let until) = gate { return until }
        return nil
    }

    /// Takes note of what became of a frame.
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

    /// Takes note that the descriptor is writable.
    public mutating func noteRoom() {
        if gate == .room { gate = .open }
    }

    /// Takes note that the interface is up, or that its socket was opened again.
    public mutating func noteLinkUp() {
        if gate == .link || gate == .interface { gate = .open }
    }

    /// Takes note that the interface is down: nothing is tried until ``noteLinkUp()``.
    public mutating func noteLinkDown(at now: MonotonicTime) { note(.linkDown, at: now) }

    /// Takes note that the interface is gone: nothing is tried until ``noteLinkUp()``.
    public mutating func noteGone(at now: MonotonicTime) { note(.gone, at: now) }
}
