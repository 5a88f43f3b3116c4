public import Quantities
import SocketCAN

/// Decides when a CAN socket is read again, so that frames that never stop leave the processor to all else. A daemon
/// that wakes for each frame of a flood uses all of its share of the processor, and the kernel then lets it wait when
/// a POSITION is due.
///
/// More than ``mostFrames`` within ``interval``, and the socket is read once in each ``interval``. The kernel holds the
/// frames until then: about 270, in the default buffer of Linux.
public struct ReadPace: Sendable, Hashable {
    /// The shortest time from one reading to the next in a flood: at 500 kbit/s a bus carries at most 106 frames in it.
    public static let interval = Nanoseconds.milliseconds(10)
    /// So many frames in an ``interval`` are no flood: 16 signals at 100 Hz.
    public static let mostFrames = 16

    private var start: MonotonicTime?
    private var frames = 0
    /// When the socket is read again; `nil` while it is read at once.
    public private(set) var deadline: MonotonicTime?

    /// A pace without a flood.
    public init() {}

    /// Whether the socket is read as soon as it has something.
    public var isOpen: Bool { deadline == nil }

    /// Takes note of the time: the socket may be read again.
    public mutating func look(at now: MonotonicTime) {
        if let deadline, now >= deadline { self.deadline = nil }
    }

    /// Takes note of frames that were read, without the confirmations of own frames.
    public mutating func note(_ count: Int, at now: MonotonicTime) {
        guard let start, now - start < Self.interval else {
            self.start = now
            frames = 0
            return note(more: count, since: now)
        }
        note(more: count, since: start)
    }

    private mutating func note(more count: Int, since start: MonotonicTime) {
        frames += count
        if frames > Self.mostFrames { deadline = start + Self.interval }
    }
}

extension CANSocket.Received {
    /// Whether it confirms a frame of this socket.
    var isOwn: Bool {
        if case .data(_, let receipt) = self { receipt.isOwn } else { false }
    }
}
