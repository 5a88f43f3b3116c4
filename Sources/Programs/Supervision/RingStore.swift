public import Quantities
public import Recording
public import RoadMap

/// The ring buffer between the loop, which fills it, and the thread that writes it. The caller locks.
public struct RingStore: Sendable {
    /// What the thread does next.
    public enum Step: Sendable {
        /// Wait for the loop.
        case wait
        /// Write a file of these bytes.
        case write(RingReason, [UInt8])
        /// End.
        case finish
    }

    private var ring: RecordRing
    private var header: RecordingHeader
    private let patience: Nanoseconds?
    /// When the loop last handed records over, by the clock that stands while the machine is suspended.
    private var lastRecords: MonotonicTime?
    private var request: RingReason?
    private var outcome: RingOutcome?
    private var isClosing = false

    /// An empty store.
    /// - Parameters:
    ///   - header: The header of a recording of this run.
    ///   - watchdog: The time after which the service manager ends a daemon without a sign of life; `nil` without a
    ///     watchdog.
    public init(_ ring: RecordRing, header: RecordingHeader, watchdog: Nanoseconds?) {
        self.ring = ring
        self.header = header
        // A third is left for the disk.
        patience = watchdog.map { Nanoseconds($0.value / 3 * 2) }
    }

    /// How often the thread looks whether the loop still runs; `nil` if it need not.
    public var interval: Nanoseconds? { patience.map { Nanoseconds($0.value / 8) } }

    /// Whether the next records begin a segment.
    public func wantsState(at now: MonotonicTime) -> Bool { ring.wantsState(at: now) }

    /// Begins a segment; where it is new, all records before are dropped.
    public mutating func begin(with state: RecordingEncoder, map: MapIdentity, isNew: Bool) {
        if isNew { ring.removeAll() }
        ring.begin(with: state, map: map)
    }

    /// Takes the records of an encoder. Returns the time from which on there is everything.
    /// - Parameter awake: Now, by the clock that stands while the machine is suspended.
    public mutating func take(
        from encoder: inout RecordingEncoder, awake: MonotonicTime
    ) -> MonotonicTime? {
        lastRecords = awake
        ring.take(from: &encoder)
        return ring.oldest
    }

    /// Asks for a file.
    public mutating func write(_ reason: RingReason, learnedTurns: [UInt8]) {
        request = reason
        header.learnedTurns = learnedTurns
    }

    /// Takes note of what became of a file, by the thread.
    public mutating func note(_ outcome: RingOutcome) { self.outcome = outcome }

    /// What became of the last file, once; `nil` while there is none.
    public mutating func takeOutcome() -> RingOutcome? { outcome.take() }

    /// Takes note that nothing follows.
    public mutating func close() { isClosing = true }

    /// Whether a file is to be written. A loop that has handed nothing over for two thirds of the watchdog's time does not
    /// run any more: the thread writes the ring before the service manager ends the daemon.
    /// - Parameter awake: Now, by the clock that stands while the machine is suspended.
    public mutating func wantsFile(awake: MonotonicTime) -> Bool {
        if request == nil, !isClosing, let patience, let lastRecords,
            awake - lastRecords >= patience
        {
            self.lastRecords = nil
            request = .watchdog
        }
        return request != nil
    }

    /// Takes note that there is no memory for the file.
    public mutating func refuseFile() {
        if let reason = request.take() { outcome = RingOutcome(reason: reason, isWritten: false) }
    }

    /// What the thread does next.
    public mutating func next(at now: MonotonicTime, utc: UTCTime) -> Step {
        if let reason = request {
            request = nil
            if let bytes = ring.recording(header, at: now, utc: utc) {
                ring.cut()
                return .write(reason, bytes)
            }
        }
        return isClosing ? .finish : .wait
    }
}
