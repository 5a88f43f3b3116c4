public import CANFrames
public import Engine
public import Quantities
public import RoadMap

/// One record of a recording.
public enum RecordedEvent: Sendable, Equatable {
    /// The engine took an event in.
    case engine(EngineEvent, MonotonicTime)
    /// The host asked for a frame, and the bus took none: there was none, or there was no room.
    case asked(MonotonicTime)
    /// The host asked for a frame and the bus took it. The number shows whether a replay makes the
    /// same frame,
    /// ``CANFrame/recordingCheck``.
    case sent(MonotonicTime, check: UInt16)
    /// The same, with the frame: a recording that begins inside a run has them.
    case frame(MonotonicTime, CANFrame)
}

/// The header of a recording.
public struct RecordingHeader: Sendable, Hashable {
    /// The engine's time at the start.
    public var start: MonotonicTime
    /// The system's time at the same moment.
    public var startUTC: UTCTime
    /// The map of the engine.
    public var map: MapIdentity
    /// The configuration of the engine, as TOML.
    public var configuration: [UInt8]
    /// The learned turns of the engine (`LearnedTurns.bytes`); empty without any.
    public var learnedTurns: [UInt8]
    /// Whether the recording begins inside a run: the first records are the state at that moment, as far as events
    /// express it, and a replay does not make the same frames.
    public var beginsInside = false

    /// A header of its fields.
    public init(
        start: MonotonicTime, startUTC: UTCTime, map: MapIdentity, configuration: [UInt8],
        learnedTurns: [UInt8] = []
    ) {
        self.start = start
        self.startUTC = startUTC
        self.map = map
        self.configuration = configuration
        self.learnedTurns = learnedTurns
    }

    /// The system's time at a moment of the engine's, as long as nobody set the system's clock.
    public func utc(_ time: MonotonicTime) -> UTCTime {
        UTCTime(nanoseconds: startUTC.nanoseconds &+ (time - start).value)
    }
}

extension CANFrame {
    /// Sixteen bits by which a recording recognises a frame: FNV-1a over identifier, length and
    /// bytes, its halves folded (draft-eastlake-fnv).
    public var recordingCheck: UInt16 {
        var hash: UInt32 = 0x811C_9DC5
        func take(_ byte: UInt8) { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
        for shift in stride(from: UInt32(0), to: 32, by: 8) {
            take(UInt8(truncatingIfNeeded: identifier.value >> shift))
        }
        take((identifier.isExtended ? 0x80 : 0) | UInt8(truncatingIfNeeded: length))
        for index in 0..<length { take(bytes[index]) }
        return UInt16(truncatingIfNeeded: hash ^ hash >> 16)
    }
}
