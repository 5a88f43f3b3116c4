public import CANFrames
public import Quantities

/// Keeps the kernel from holding frames that a POSITION would have to wait behind: no frame is handed
/// over before the last one is on the bus, but for a POSITION, which may be second. Pure: it is told
/// the time.
///
/// A frame is on the bus when the kernel confirms it (``CANSocket/Options/confirmsOwn``). Interfaces
/// whose driver has no echo of its own confirm before the bus has had the frame (vcan, slcan): what
/// comes sooner than the frame could have been sent confirms nothing, and the frame's time at the bit
/// rate has to be over, as where nothing is ever confirmed.
public struct SendWindow: Sendable, Hashable {
    private struct Frame: Sendable, Hashable {
        /// The soonest that it can be through, with no stuff bit in it.
        let earliest: MonotonicTime
        /// When it is through at its worst length, on a bus that nobody else uses.
        let end: MonotonicTime
        /// When it is taken for lost that was to be confirmed.
        let limit: MonotonicTime
        var isConfirmed = false
    }

    /// A confirmation that has not come by then is lost: the interface was restarted, or the socket
    /// had no room for it.
    public static let longestWait = Nanoseconds.milliseconds(1000)

    private let bitRate: Int
    private var first: Frame?
    private var second: Frame?
    /// Whether the socket confirms what it sends.
    private var hasConfirmations = false

    /// A window on a bus of so many bits a second, with nothing under way.
    public init(bitRate: Int) { self.bitRate = max(bitRate, 1) }

    /// Whether a frame can be handed over: a POSITION as long as one frame at most is under way, any
    /// other one when none is.
    public func isOpen(isPosition: Bool, at now: MonotonicTime) -> Bool {
        var window = self
        window.settle(at: now)
        return window.first == nil || isPosition && window.second == nil
    }

    /// When any frame can be handed over without a further confirmation, `nil` where that is now.
    public func deadline(at now: MonotonicTime) -> MonotonicTime? {
        var window = self
        window.settle(at: now)
        guard let last = window.second ?? window.first else { return nil }
        return window.release(of: last)
    }

    /// Takes note that the kernel has taken a frame.
    public mutating func noteSent(_ frame: CANFrame, at now: MonotonicTime) {
        settle(at: now)
        let start = max(now, first?.end ?? now)
        let new = Frame(
            earliest: max(now, first?.earliest ?? now) + duration(of: frame.leastBits),
            end: start + duration(of: frame.worstCaseBits), limit: now + Self.longestWait)
        if first == nil { first = new } else { second = new }
    }

    /// Takes note that the kernel says a frame was sent.
    public mutating func noteConfirmed(at now: MonotonicTime) {
        hasConfirmations = true
        if let frame = first, !frame.isConfirmed {
            if now >= frame.earliest {
                first = second
                second = nil
            } else {
                first?.isConfirmed = true
            }
        } else if let frame = second, !frame.isConfirmed {
            if now >= frame.earliest { second = nil } else { second?.isConfirmed = true }
        }
    }

    /// Nothing is under way any more: the interface was down, gone, or restarted.
    public mutating func reset() {
        first = nil
        second = nil
        hasConfirmations = false
    }

    private mutating func settle(at now: MonotonicTime) {
        while let frame = first, now >= release(of: frame) {
            first = second
            second = nil
        }
    }

    private func release(of frame: Frame) -> MonotonicTime {
        frame.isConfirmed || !hasConfirmations ? frame.end : frame.limit
    }

    private func duration(of bits: Int) -> Nanoseconds {
        Nanoseconds(Int64(bits) * 1_000_000_000 / Int64(bitRate))
    }
}
