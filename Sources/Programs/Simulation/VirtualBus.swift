public import CANFrames
public import Engine
import HorizonProvider
public import Quantities
public import RoadMap

/// A drive through the engine in virtual time, with a bus that takes one frame after the other.
///
/// The bus asks for the next frame as soon as the last one is through, at its bit rate and the
/// worst length of a frame: 135 bits with an 11-bit identifier, 160 with a 29-bit one, stuffing and
/// space between frames included (ISO 11898-1).
public struct VirtualBus {
    /// The bit rate of the bus, bit/s.
    public var bitRate = 500_000
    /// How long the bus runs after the last event of the drive.
    public var tail = Nanoseconds.milliseconds(1000)

    /// The calculated route of the car.
    public var guide: RouteGuide?

    /// A bus of 500 kbit/s.
    public init() {}

    /// Takes a drive through the engine. `send` gets each frame with the moment of its transmission;
    /// `report` gets the errors of the map, and `observe` the engine after each event.
    public func run<Failure>(
        _ log: [DriveEvent], through engine: inout Engine,
        report: (MapError, MonotonicTime) -> Void,
        observe: (Engine, EngineEvent, MonotonicTime) -> Void = { _, _, _ in },
        send: (CANFrame, MonotonicTime) throws(Failure) -> Void
    ) throws(Failure) {
        let end = (log.last?.arrival ?? .zero) + tail
        var tick = MonotonicTime.zero
        var free = MonotonicTime.zero
        var next = 0
        var guide = guide
        while true {
            // At one moment a fix comes before the tick, so that POSITION has it.
            let input = next < log.count ? log[next].arrival : nil
            let time = min(input ?? tick, tick)
            try carry(until: min(time, end), from: &free, engine: &engine, send)
            guard time <= end else { return }
            do {
                if let input, input <= tick {
                    let event = log[next].event
                    next += 1
                    try ingest(event, at: input, &engine, observe)
                    if case .position = event, let event = guide?.event(for: engine) {
                        try ingest(event, at: input, &engine, observe)
                    }
                } else {
                    let now = tick
                    tick = tick + engine.parameters.provider.timing.positionInterval
                    try ingest(.tick, at: now, &engine, observe)
                }
            } catch {
                report(error, time)
            }
            free = max(free, time)
        }
    }

    private func ingest(
        _ event: EngineEvent, at time: MonotonicTime, _ engine: inout Engine,
        _ observe: (Engine, EngineEvent, MonotonicTime) -> Void
    ) throws(MapError) {
        defer { observe(engine, event, time) }
        try engine.ingest(event, at: time)
    }

    /// Lets the bus take frames up to a moment.
    private func carry<Failure>(
        until end: MonotonicTime, from free: inout MonotonicTime, engine: inout Engine,
        _ send: (CANFrame, MonotonicTime) throws(Failure) -> Void
    ) throws(Failure) {
        while free < end {
            if let frame = engine.nextFrame(at: free) {
                try send(frame, free)
                engine.frameWasSent(at: free)
                free = free + duration(of: frame)
            } else if let later = engine.nextFrameTime(after: free), later > free, later < end {
                free = later
            } else {
                return
            }
        }
    }

    /// The time a frame takes at worst.
    func duration(of frame: CANFrame) -> Nanoseconds {
        Nanoseconds(Int64(frame.worstCaseBits) * 1_000_000_000 / Int64(max(1, bitRate)))
    }
}
