public import Quantities

/// Decides when a ring buffer is written.
///
/// The first fault of a kind is written at once. Another one of the same kind waits as long as the ring still has
/// everything since the file of the former one: a fault that comes again and again does not fill the disk, and nothing
/// is lost. A file that the disk did not take is tried again after pauses, as long as the ring has its end.
public struct RingSchedule: Sendable {
    private var faults = RingFaults()
    private var pending: [RingReason] = []
    /// The last files, by their reasons.
    private var files: [File] = []

    private struct File {
        let reason: RingReason
        /// The moment up to which it has everything.
        let end: MonotonicTime
        /// Why it is tried again.
        var failure: FailedFile?
    }

    /// A file that the disk did not take.
    private struct FailedFile {
        /// The end of the first one that failed.
        let end: MonotonicTime
        /// The pause before the next one, and the end of it.
        let pause: Nanoseconds
        let next: MonotonicTime
    }

    /// The first pause; each later one is twice as long.
    private static let pause = Nanoseconds.seconds(10)

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
        // Who asks again does not wait for a pause.
        if reason == .command { files.removeAll { $0.reason == reason } }
        if !pending.contains(reason) { pending.append(reason) }
    }

    /// The reason for which the ring is written now; `nil` if it is not. ``noteWritten(_:upTo:)`` follows.
    /// - Parameters:
    ///   - oldest: The time from which on the ring has everything.
    ///   - isLast: Whether nothing follows.
    public mutating func next(
        oldest: MonotonicTime?, at now: MonotonicTime, isLast: Bool = false
    ) -> RingReason? {
        guard let oldest else { return nil }
        // What the ring has no longer is lost.
        for file in files where file.failure.map({ $0.end < oldest }) ?? false {
            pending.removeAll { $0 == file.reason }
            files.removeAll { $0.reason == file.reason }
        }
        return pending.first { reason in
            let file = files.first { $0.reason == reason }
            if isLast { return true }
            if let failure = file?.failure { return now >= failure.next }
            return reason == .command || file.map { oldest >= $0.end } ?? true
        }
    }

    /// Takes note that the ring is written up to a moment, at which a segment ends.
    public mutating func noteWritten(_ reason: RingReason, upTo end: MonotonicTime) {
        pending.removeAll(keepingCapacity: true)
        // Whether the disk takes it is known later.
        let failure = files.first { $0.reason == reason }?.failure
        files.removeAll { $0.reason == reason }
        files.append(File(reason: reason, end: end, failure: failure))
    }

    /// Takes note of what became of a file.
    public mutating func note(_ outcome: RingOutcome, at now: MonotonicTime) {
        for index in files.indices where files[index].reason == outcome.reason {
            guard !outcome.isWritten else {
                files[index].failure = nil
                return
            }
            let former = files[index].failure
            let pause = former.map { $0.pause + $0.pause } ?? Self.pause
            files[index].failure = FailedFile(
                end: former?.end ?? files[index].end, pause: pause, next: now + pause)
            if !pending.contains(outcome.reason) { pending.append(outcome.reason) }
        }
    }
}
