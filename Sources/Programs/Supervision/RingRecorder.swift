public import CANFrames
public import Engine
public import Quantities
public import Recording
public import RoadMap

/// The memory of a ring buffer and its files, which never make the loop wait.
public protocol RingOutput {
    /// Whether the next records begin a segment; `nil` while the memory is being written.
    func wantsState(at now: MonotonicTime) -> Bool?
    /// Begins a segment. Returns whether it did; not while the memory is being written.
    /// - Parameter isNew: Whether all records before are dropped.
    func begin(with state: RecordingEncoder, map: MapIdentity, isNew: Bool) -> Bool
    /// Takes the records of an encoder. Returns the time from which on there is everything; `nil` while the memory is
    /// being written.
    func take(from encoder: inout RecordingEncoder) -> MonotonicTime?
    /// Begins to write a file. Returns whether it did.
    func write(_ reason: RingReason, learnedTurns: [UInt8]) -> Bool
    /// What became of the last file, once; `nil` while there is none.
    func takeOutcome() -> RingOutcome?
    /// Lets the thread write what is to be written, and end.
    func close()
    /// Waits until that is written, until a moment at most.
    func waitUntilWritten(until end: MonotonicTime)
}

/// Keeps the last minutes of a run in memory, and has them written. It neither waits nor allocates.
/// ``RingSchedule`` decides when a file is written.
public struct RingRecorder<Output: RingOutput>: ~Copyable {
    private let output: Output
    private var encoder: RecordingEncoder
    private var stateEncoder: RecordingEncoder
    private let state = RingState()
    private var schedule = RingSchedule()
    private var oldest: MonotonicTime?
    /// Whether records were lost, so that the ring begins anew.
    private var hasGap = false

    /// A ring buffer of a run that begins now.
    public init(_ output: Output, start: MonotonicTime) {
        self.output = output
        encoder = RecordingEncoder(start: start)
        stateEncoder = RecordingEncoder(start: start)
    }

    /// Whether ``begin(place:hasRoute:map:)`` is to be called before the next event: a segment begins.
    public mutating func wantsState(at now: MonotonicTime) -> Bool {
        guard hasGap || output.wantsState(at: now) ?? false else { return false }
        if encoder.hasRecords { handOver() }
        return !encoder.hasRecords
    }

    /// Begins a segment with the state of the engine.
    public mutating func begin(place: LastPlace?, hasRoute: Bool, map: MapIdentity) {
        stateEncoder.restart(at: encoder.lastTime)
        state.write(into: &stateEncoder, place: place, hasRoute: hasRoute)
        if output.begin(with: stateEncoder, map: map, isNew: hasGap) { hasGap = false }
    }

    /// Records an event, before the engine takes it. A tick or a position is in the ring when this returns: if the
    /// engine never comes back from it, the ring has it.
    public mutating func note(_ event: EngineEvent, at time: MonotonicTime) {
        state.note(event)
        guard makeRoom() else { return }
        encoder.note(event, at: time)
        switch event {
        case .tick, .position, .map: handOver()
        default: break
        }
    }

    /// Records that the engine was asked for a frame, and the frame that the kernel took.
    public mutating func noteAsked(at time: MonotonicTime, sent frame: CANFrame?) {
        guard makeRoom() else { return }
        if let frame {
            encoder.noteWhole(frame, at: time)
        } else {
            encoder.noteAsked(at: time)
        }
    }

    /// Takes note of the faults at a tick.
    public mutating func note(_ faults: RingFaults) { schedule.note(faults) }

    /// Asks for a file.
    public mutating func request(_ reason: RingReason) { schedule.request(reason) }

    /// Has the ring written, if a file is due.
    /// - Parameter learnedTurns: The learned turns now, for the file.
    public mutating func writeIfDue(
        isLast: Bool = false, learnedTurns: () -> [UInt8]
    ) {
        if let outcome = output.takeOutcome() { schedule.note(outcome, at: encoder.lastTime) }
        guard let reason = schedule.next(oldest: oldest, at: encoder.lastTime, isLast: isLast)
        else { return }
        handOver()
        guard !encoder.hasRecords, output.write(reason, learnedTurns: learnedTurns()) else {
            return
        }
        schedule.noteWritten(reason, upTo: encoder.lastTime)
    }

    /// Lets the thread write a file that is due, and end.
    public mutating func close(learnedTurns: () -> [UInt8]) {
        writeIfDue(isLast: true, learnedTurns: learnedTurns)
        output.close()
    }

    /// Waits until that is written, until a moment at most.
    public func waitUntilWritten(until end: MonotonicTime) { output.waitUntilWritten(until: end) }

    private mutating func handOver() {
        if let found = output.take(from: &encoder) { oldest = found }
    }

    /// Whether there is room for a record.
    private mutating func makeRoom() -> Bool {
        if hasGap { return false }
        if encoder.hasRoom { return true }
        handOver()
        if encoder.hasRoom { return true }
        // The thread has had the memory for so long that records are lost: what follows would not fit to them.
        hasGap = true
        encoder.removeRecords()
        return false
    }
}
