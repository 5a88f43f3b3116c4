import CANFrames
import Engine
import Horizon
import HorizonProvider
import Positioning
import Quantities
import RoadMap
import Supervision

/// The daemon's engine with its map and its recorder: each event is recorded and ingested, as in the daemon.
struct SimulatedHorizon: StateSource, ~Copyable {
    private(set) var engine: Engine
    private(set) var maps: MapHistory<SimulatedMap>
    private var recorder: EventRecorder<SimulatedRecording>?

    init(
        _ map: SimulatedMap, _ parameters: EngineParameters, turns: LearnedTurns?,
        recorder: consuming EventRecorder<SimulatedRecording>?
    ) {
        engine = Engine(map: map.roads, parameters: parameters)
        if let turns { engine.learnedTurns = turns }
        maps = MapHistory(map)
        self.recorder = recorder
    }

    var learnedTurns: LearnedTurns? { engine.learnedTurns }
    var lastPlace: LastPlace? { engine.lastPlace }
    var speed: MetresPerSecond? { engine.reckoning.speed }
    var mapIdentity: MapIdentity { maps.current.identity }

    mutating func ingest(_ event: EngineEvent, at now: MonotonicTime) {
        recorder?.note(event, at: now)
        do throws(MapError) {
            try engine.ingest(event, at: now)
        } catch {
            if case .goBack(let former) = maps.noteFailure(error, at: now) { use(former, at: now) }
        }
    }

    mutating func change(to map: SimulatedMap, at now: MonotonicTime) {
        guard maps.isNew(map) else { return }
        maps.change(to: map, at: now)
        use(map, at: now)
    }

    /// The map in use is refused. The former one is used again, or else a map without roads.
    mutating func refuseMap(at now: MonotonicTime) throws {
        maps.refuse()
        let none = try RoadMap.withoutRoads(of: maps.current.roads.header.country)
        guard let map = maps.giveUp(otherwise: SimulatedMap(roads: none, isNone: true)) else {
            return
        }
        use(map, at: now)
    }

    private mutating func use(_ map: SimulatedMap, at now: MonotonicTime) {
        engine.offer(map.roads)
        ingest(.map(map.identity), at: now)
    }

    /// When the next frame can be sent, and whether a POSITION waits. Read here, the engine is not copied.
    func nextFrameTime(after now: MonotonicTime) -> MonotonicTime? {
        engine.nextFrameTime(after: now)
    }
    var isPositionDue: Bool { engine.isPositionDue }

    /// The next frame for the bus.
    mutating func nextFrame(at now: MonotonicTime) -> CANFrame? {
        let frame = engine.nextFrame(at: now)
        if frame == nil { recorder?.noteAsked(at: now, sent: nil) }
        return frame
    }

    /// Takes note whether the kernel took the frame.
    mutating func note(_ frame: CANFrame, isSent: Bool, at now: MonotonicTime) {
        recorder?.noteAsked(at: now, sent: isSent ? frame : nil)
        if isSent { engine.frameWasSent(at: now) }
    }

    mutating func end() { recorder?.close() }
}
