import Engine
import HorizonProvider
import Positioning
import Quantities
import RoadMap

/// How the car has moved between fixes by its own signals, as the daemon counts it: an engine drives along,
/// which learns the scale of its speed and the offset of its yaw rate where fixes are good.
struct CarMotion {
    private var engine: Engine
    private var tick = MonotonicTime.zero

    /// Of a drive on that map, matched by these numbers.
    init(map: RoadMap, parameters: EngineParameters) {
        var parameters = parameters
        // Nobody sees its POSITIONs: it is enough that its place comes along.
        parameters.provider.timing.positionInterval = .seconds(1)
        engine = Engine(map: map, parameters: parameters)
    }

    /// Takes an event of the drive. Of a fix it gives what is matched of it, and the motion since the one
    /// before.
    mutating func take(
        _ event: EngineEvent, at time: MonotonicTime
    ) throws(MapError) -> (fix: Fix, motion: EgoMotion)? {
        while tick < time {
            try engine.ingest(.tick, at: tick)
            tick = tick + engine.parameters.provider.timing.positionInterval
        }
        try engine.ingest(event, at: time)
        guard case .position(.fix) = event else { return nil }
        return engine.matched
    }
}
