public import Quantities

/// Decides when a ring buffer is written.
///
/// The first fault of a kind is written at once. Another one of the same kind waits as long as the ring still has
/// everything since the file of the former one: a fault that comes again and again does not fill the disk, and nothing
/// is lost.
public struct RingSchedule: Sendable {
    private var faults = RingFaults()
    private var pending: [RingReason] = []
    /// The ends of the last files, by their reasons.
    private var written: [(reason: RingReason, end: MonotonicTime)] = []

    /// The schedule of a ring that was not written yet.
    public init() {}

    /// Takes note of the faults at a tick.
    public mutating func note(_ faults: RingFaults) {
        guard faults != self.faults else { return }
        if faults.isOffRoad, !self.faults.isOffRoad { request(.offRoad) }
        if faults.isBusOff, !self.faults.isBusOff { request(.busOff) }
        if faults.isFailing, !self.faults.isFailing { request(.watchdog) }
        self.faults = faults
    }

    /// Asks for a file.
    public mutating func request(_ reason: RingReason) {
        if !pending.contains(reason) { pending.append(reason) }
    }

    /// The reason for which the ring is written now; `nil` if it is not. ``noteWritten(_:upTo:)`` follows.
    /// - Parameters:
    ///   - oldest: The time from which on the ring has everything.
    ///   - isLast: Whether nothing follows.
    public func next(oldest: MonotonicTime?, isLast: Bool = false) -> RingReason? {
        guard let oldest else { return nil }
        return pending.first { reason in
            isLast || reason == .command || end(of: reason).map { oldest >= $0 } ?? true
        }
    }

    /// Takes note that the ring is written up to a moment, at which a segment ends.
    public mutating func noteWritten(_ reason: RingReason, upTo end: MonotonicTime) {
        pending.removeAll(keepingCapacity: true)
        written.removeAll { $0.reason == reason }
        written.append((reason, end))
    }

    private func end(of reason: RingReason) -> MonotonicTime? {
        for file in written where file.reason == reason { return file.end }
        return nil
    }
}
