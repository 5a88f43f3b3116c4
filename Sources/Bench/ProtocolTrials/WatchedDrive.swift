import ADASISv2
import CANFrames
public import Engine
import Horizon
import HorizonProvider
public import HorizonReconstructor
public import ProtocolChecker
public import Quantities
public import RoadMap

/// A drive in virtual time through the engine and over a bus, with everyone who has an opinion on it
/// listening: the protocol's checker, a client, and a meter of the load.
///
/// ```swift
/// var drive = WatchedDrive(map: map, parameters: parameters)
/// drive.take(.position(.fix(fix)), at: time)
/// drive.finish(at: end)
/// print(drive.checker.violations)
/// ```
/// Ticks come by themselves; the bus takes one frame after the other, each at its worst length.
public struct WatchedDrive {
    /// The sender.
    public private(set) var engine: Engine
    /// Who knows the rules.
    public private(set) var checker: ProtocolChecker
    /// A client that gets every frame.
    public private(set) var client = HorizonReconstructor()
    /// What is on the bus.
    public private(set) var load = LoadMeter()
    /// How many frames of each kind went out, by the kind's number on the wire.
    public private(set) var frames = [Int](repeating: 0, count: 8)
    /// How long it took until the whole horizon was first on the other side, from the moment there was
    /// one, and the bits that were sent meanwhile.
    public private(set) var firstComplete: (duration: Nanoseconds, bits: Int)?
    /// What the map could not answer.
    public private(set) var mapErrors = 0

    private let layout: Layout
    private let bitRate: Int
    private var firstTree: (time: MonotonicTime, bits: Int)?
    private var tick = MonotonicTime.zero
    private var free = MonotonicTime.zero

    /// A drive that begins at the moment zero.
    public init(map: RoadMap, parameters: EngineParameters) {
        engine = Engine(map: map, parameters: parameters)
        layout = parameters.provider.layout
        bitRate = parameters.provider.pace.bitRate
        var rules = CheckerParameters()
        rules.bitsPerSecond = Int(
            Double(bitRate) * parameters.provider.pace.busLoadPercent / 100)
        checker = ProtocolChecker(parameters: rules)
    }

    /// All frames.
    public var frameCount: Int { frames.reduce(0, +) }

    /// How many violations there were; only the first ones are kept.
    public var violationCount: Int { Rule.allCases.reduce(0) { $0 + checker.count(of: $1) } }

    /// Hands an event to the engine, at a moment not before the last one's. At one moment it comes
    /// before the tick, as a fix does in the daemon.
    public mutating func take(_ event: EngineEvent, at time: MonotonicTime) {
        advance(to: time)
        ingest(event, at: time)
    }

    /// Lets time pass up to a moment.
    public mutating func advance(to time: MonotonicTime) {
        while tick < time {
            carry(until: tick)
            ingest(.tick, at: tick)
            tick = tick + engine.parameters.provider.timing.positionInterval
        }
        carry(until: time)
    }

    /// Ends the drive.
    public mutating func finish(at time: MonotonicTime) {
        advance(to: time)
        checker.finish(at: time)
    }

    private mutating func ingest(_ event: EngineEvent, at time: MonotonicTime) {
        do { try engine.ingest(event, at: time) } catch { mapErrors += 1 }
        free = max(free, time)
        if firstTree == nil, engine.tree.mainPath != nil { firstTree = (time, load.totalBits) }
    }

    private mutating func carry(until end: MonotonicTime) {
        while free < end {
            if let frame = engine.nextFrame(at: free) {
                send(frame)
            } else if let later = engine.nextFrameTime(after: free), later > free, later < end {
                free = later
            } else {
                return
            }
        }
    }

    private mutating func send(_ frame: CANFrame) {
        let time = free
        let bits = frame.worstCaseBits
        engine.frameWasSent(at: time)
        free = time + Nanoseconds(Int64(bits) * 1_000_000_000 / Int64(bitRate))
        load.note(bits, at: time)
        checker.check(frame, at: time, layout: layout)
        guard let message = try? layout.decode(frame) else { return }
        frames[Int(message.kind.rawValue)] += 1
        client.ingest(message, at: time)
        if firstComplete == nil, let firstTree, engine.isComplete {
            firstComplete = (free - firstTree.time, load.totalBits - firstTree.bits)
        }
    }
}
