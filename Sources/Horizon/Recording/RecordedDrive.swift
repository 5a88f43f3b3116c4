public import CANFrames
public import Engine
public import Quantities
public import RoadMap

/// Replays a recording through an engine: the same events at the same times, and a frame exactly
/// where the bus took one. In a recording that begins inside a run, the bus takes a frame wherever it could have.
public struct RecordedDrive {
    /// The number of events so far.
    public private(set) var events = 0
    /// The number of frames that the bus has taken so far.
    public private(set) var frames = 0
    /// The first frame that differs from the recorded one, counted from 1: another version of the
    /// program, another map or other settings.
    public private(set) var firstDifference: Int?
    /// The last moment.
    public private(set) var end: MonotonicTime

    private var reader: RecordingReader

    /// A drive at its start.
    public init(_ reader: RecordingReader) {
        self.reader = reader
        end = reader.header.start
    }

    /// Replays the recording through the engine, up to its end or to the error that it returns.
    /// `maps` finds a map to which the engine changed; `send` gets each frame with the moment at
    /// which the bus took it;
    /// `report` gets the errors of the map, and `observe` the engine after each event.
    public mutating func run<Failure>(
        through engine: inout Engine,
        maps: (MapIdentity) -> RoadMap? = { _ in nil },
        report: (MapError, MonotonicTime) -> Void,
        observe: (Engine, EngineEvent, MonotonicTime) -> Void = { _, _, _ in },
        send: (CANFrame, MonotonicTime) throws(Failure) -> Void
    ) throws(Failure) -> RecordingError? {
        while true {
            let event: RecordedEvent
            do throws(RecordingError) {
                guard let next = try reader.next() else { return nil }
                event = next
            } catch {
                return error
            }
            switch event {
            case .engine(let event, let time):
                end = time
                events += 1
                if case .map(let identity) = event, let map = maps(identity) { engine.offer(map) }
                do { try engine.ingest(event, at: time) } catch { report(error, time) }
                observe(engine, event, time)
            case .asked(let time):
                end = time
                // The engine has more to transmit than the one that ran before.
                guard reader.header.beginsInside else {
                    _ = engine.nextFrame(at: time)
                    continue
                }
                try drain(&engine, at: time, send)
            case .sent(let time, let check):
                try take(check, at: time, of: &engine, send)
            case .frame(let time, let frame):
                try take(frame.recordingCheck, at: time, of: &engine, send)
            }
        }
    }

    /// The bus took a frame.
    private mutating func take<Failure>(
        _ check: UInt16, at time: MonotonicTime, of engine: inout Engine,
        _ send: (CANFrame, MonotonicTime) throws(Failure) -> Void
    ) throws(Failure) {
        end = time
        if reader.header.beginsInside { return try drain(&engine, at: time, send) }
        frames += 1
        guard let frame = engine.nextFrame(at: time) else {
            firstDifference = firstDifference ?? frames
            return
        }
        if frame.recordingCheck != check { firstDifference = firstDifference ?? frames }
        try send(frame, time)
        engine.frameWasSent(at: time)
    }

    /// The bus takes all frames that the engine has now.
    private mutating func drain<Failure>(
        _ engine: inout Engine, at time: MonotonicTime,
        _ send: (CANFrame, MonotonicTime) throws(Failure) -> Void
    ) throws(Failure) {
        while let frame = engine.nextFrame(at: time) {
            frames += 1
            try send(frame, time)
            engine.frameWasSent(at: time)
        }
    }

    /// The frames that the bus took, as the recording has them, without an engine. Returns an error of the recording.
    public mutating func runTransmitted<Failure>(
        send: (CANFrame, MonotonicTime) throws(Failure) -> Void
    ) throws(Failure) -> RecordingError? {
        while true {
            let event: RecordedEvent
            do throws(RecordingError) {
                guard let next = try reader.next() else { return nil }
                event = next
            } catch {
                return error
            }
            guard case .frame(let time, let frame) = event else { continue }
            end = time
            frames += 1
            try send(frame, time)
        }
    }
}
