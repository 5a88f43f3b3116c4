public import CANFrames
public import Quantities

/// Keeps the kernel's queue short, so that a POSITION does not wait behind other frames. The sender
/// passes a frame to the kernel only after the last frame was transmitted. A POSITION is the
/// exception: it may be the second one, as long as the first one is not overdue. Behind a frame that a blocked bus
/// does not take, it would leave with an age that is long past. Pure: the caller supplies the time.
///
/// A frame was transmitted when the kernel confirms it (``CANSocket/Options/confirmsOwn``). An
/// interface whose driver has no echo of its own confirms before the transmission (vcan, slcan). So
/// a confirmation before the shortest possible time of the frame does not count. Then the frame's
/// time at the bit rate must pass, as on an interface without confirmations.
public struct SendWindow: Sendable, Hashable {
    private struct Frame: Sendable, Hashable {
        /// When the kernel took it.
        let sent: MonotonicTime
        /// The earliest end of its transmission, without stuff bits.
        let earliest: MonotonicTime
        /// The end of its transmission at its worst length, on a bus without other traffic.
        let end: MonotonicTime
        var isConfirmed = false
    }

    /// A confirmation is missed so long after the worst end of its transmission. On a bus with other traffic it
    /// may still come.
    public static let patience = Nanoseconds.milliseconds(20)

    private var bitRate: Int
    private var first: Frame?
    private var second: Frame?
    /// Whether the socket confirms its transmissions.
    private var hasConfirmations = false
    /// When the kernel was last asked for a frame whose confirmation is missing.
    private var asked: MonotonicTime?

    /// A window on a bus of so many bits a second, without a pending frame.
    public init(bitRate: Int) { self.bitRate = max(bitRate, 1) }

    /// Changes the bit rate, bit/s. The times of pending frames stay.
    public mutating func setBitRate(_ bitRate: Int) { self.bitRate = max(bitRate, 1) }

    /// Whether the sender can pass a frame to the kernel. A POSITION may pass with at most one
    /// pending frame that is not overdue, any other frame only with none.
    public func isOpen(isPosition: Bool, at now: MonotonicTime) -> Bool {
        var window = self
        window.settle(at: now)
        guard let first = window.first else { return true }
        let isOverdue = hasConfirmations && !first.isConfirmed && now >= first.end + Self.patience
        return isPosition && window.second == nil && !isOverdue
    }

    /// Whether no frame is pending, as far as confirmations and times show.
    public func isIdle(at now: MonotonicTime) -> Bool {
        var window = self
        window.settle(at: now)
        return window.first == nil
    }

    /// Since when a frame waits for its confirmation; `nil` if none does, or without confirmations.
    public var unconfirmedSince: MonotonicTime? {
        guard hasConfirmations, let first, !first.isConfirmed else { return nil }
        return first.sent
    }

    /// Whether a confirmation is missing although its frame should be through. Then the kernel is to be asked
    /// whether it still holds frames; if not, ``noteThrough()``. Asked again after ``patience``.
    public mutating func takeMissing(at now: MonotonicTime) -> Bool {
        guard let missingTime, now >= missingTime else { return false }
        asked = now
        return true
    }

    /// When a confirmation is missing, or is to be asked for again; `nil` if none is waited for.
    public var missingTime: MonotonicTime? {
        guard hasConfirmations, let first, !first.isConfirmed else { return nil }
        return max(first.end, asked ?? first.end) + Self.patience
    }

    /// When the sender can pass any frame, or is to ask for a missing confirmation; `nil` if it can
    /// pass any frame now.
    public func deadline(at now: MonotonicTime) -> MonotonicTime? {
        var window = self
        window.settle(at: now)
        guard let last = window.second ?? window.first else { return nil }
        return window.release(of: last) ?? window.missingTime
    }

    /// Processes the event that the kernel has queued a frame.
    public mutating func noteSent(_ frame: CANFrame, at now: MonotonicTime) {
        settle(at: now)
        let start = max(now, first?.end ?? now)
        let new = Frame(
            sent: now,
            earliest: max(now, first?.earliest ?? now) + duration(of: frame.leastBits),
            end: start + duration(of: frame.worstCaseBits))
        if first == nil { first = new } else { second = new }
    }

    /// Processes the kernel's confirmation of a frame.
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

    /// The kernel holds no frame, and a confirmation did not come: until the next one the times count.
    public mutating func noteThrough() { reset() }

    /// No frame is pending any more: the interface was down, removed or restarted.
    public mutating func reset() {
        first = nil
        second = nil
        hasConfirmations = false
    }

    private mutating func settle(at now: MonotonicTime) {
        while let frame = first, let release = release(of: frame), now >= release {
            first = second
            second = nil
        }
    }

    /// When a frame counts as through without a further confirmation; `nil` if one is waited for.
    private func release(of frame: Frame) -> MonotonicTime? {
        frame.isConfirmed || !hasConfirmations ? frame.end : nil
    }

    private func duration(of bits: Int) -> Nanoseconds {
        Nanoseconds(Int64(bits) * 1_000_000_000 / Int64(bitRate))
    }
}
