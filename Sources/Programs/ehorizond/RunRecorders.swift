import CANFrames
import Engine
import Horizon
import HorizonProvider
import LinuxLoop
import Quantities
import Recording
import RoadMap
import Supervision

/// What keeps the events of the engine: a recording, and the ring buffer. Neither makes the loop wait.
struct RunRecorders: ~Copyable {
    private var file: EventRecorder<RecordingFile>?
    private var ring: RingRecorder<RingFile>?
    private var limits: LimitLog?

    init(
        file: consuming EventRecorder<RecordingFile>?, ring: consuming RingRecorder<RingFile>?,
        limits: consuming LimitLog?
    ) {
        self.limits = limits
        self.file = file
        self.ring = ring
    }

    /// Whether there is a ring buffer.
    var hasRing: Bool { ring != nil }

    /// Notes an event before the engine takes it.
    mutating func note(
        _ event: EngineEvent, at time: MonotonicTime, of engine: borrowing Engine,
        on map: MapIdentity
    ) {
        file?.note(event, at: time)
        guard ring != nil else { return }
        if ring?.wantsState(at: time) ?? false {
            ring?.begin(place: engine.lastPlace, hasRoute: engine.hasRoute, map: map)
        }
        ring?.note(event, at: time)
    }

    /// Notes that the engine was asked for a frame, and the frame that the kernel took.
    mutating func noteAsked(at time: MonotonicTime, sent frame: CANFrame?) {
        file?.noteAsked(at: time, sent: frame)
        ring?.noteAsked(at: time, sent: frame)
    }

    /// Notes the speed limit that the kernel took with a frame.
    mutating func note(_ limit: TransmittedLimit?, of engine: borrowing Engine) {
        if let limit { limits?.note(limit, of: engine) }
    }

    /// Notes the faults at a tick, has the ring buffer written where that is due, and logs the speed limits.
    mutating func note(
        _ faults: RingFaults, _ objects: ObjectSupervision, of engine: borrowing Engine,
        at now: MonotonicTime
    ) {
        limits?.look(engine, objects, at: now)
        ring?.note(faults)
        ring?.writeIfDue { engine.learnedTurns?.bytes ?? [] }
    }

    /// Has the ring buffer written.
    mutating func writeRing(_ reason: RingReason, of engine: borrowing Engine) {
        ring?.request(reason)
        ring?.writeIfDue { engine.learnedTurns?.bytes ?? [] }
    }

    /// Ends all, the ring buffer first. Disks have one time together (``/Supervision/ClosingTime``).
    mutating func close(of engine: borrowing Engine) {
        let end = monotonicNow() + ClosingTime.recorders
        ring?.close { engine.learnedTurns?.bytes ?? [] }
        limits?.close()
        file?.close()
        ring?.waitUntilWritten(until: end)
        limits?.waitUntilWritten(until: end)
    }
}
