import Quantities

/// Notices a bus on which no frame is transmitted: it is dominant, has no node that acknowledges, or its adapter
/// accepts no frame.
struct StallWatch: Sendable {
    /// Whether the stall was reported.
    private(set) var isReported = false
    /// The number of reported stalls so far.
    private(set) var count = 0
    private var frames = 0
    /// Whether the interface is being restarted. It is down for a moment, which does not end the stall.
    private var isHeld = false
    /// When sending began last: before, the bus slept, or the machine was suspended.
    private var wake: MonotonicTime?

    /// A stall is reported after this time.
    static let delay = Nanoseconds.milliseconds(1000)

    /// Checks the time since which no frame is transmitted, `nil` without a stall, and the number of frames that the kernel
    /// has taken. Returns the change to report.
    /// - Parameter holdsFrames: Whether the kernel may still hold some of them, or may have lost them.
    mutating func look(
        since start: MonotonicTime?, framesSent: Int, holdsFrames: Bool, at now: MonotonicTime
    ) -> BusReport? {
        if let start, now - max(start, wake ?? start) >= Self.delay {
            guard !isReported else { return nil }
            isReported = true
            count += 1
            frames = framesSent
            return .blocked
        }
        // Some frames are queued in the kernel even while the bus is blocked.
        guard isReported, start == nil, framesSent > frames, !holdsFrames else { return nil }
        isReported = false
        return .unblocked
    }

    /// Takes note that sending begins. For frames that the kernel holds already, the time counts from now on.
    mutating func noteWake(at now: MonotonicTime) { wake = now }

    /// Takes note that the interface went away: that is reported instead.
    mutating func reset() { if !isHeld { isReported = false } }

    /// Takes note that the interface is being restarted, or that the restart is over.
    mutating func hold(_ isHeld: Bool) { self.isHeld = isHeld }

    /// Takes note that the bus is back: only a frame from now on shows that the stall is over.
    mutating func noteReturn(framesSent: Int) { frames = framesSent }
}
