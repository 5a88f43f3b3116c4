import Engine
import HorizonProvider
import Positioning
import Quantities
import RoadMap

/// The motion of the car between fixes by its own signals, as in the daemon. An engine runs in parallel and
/// learns the scale of the speed and the offset of the yaw rate from good fixes.
struct CarMotion {
    private var engine: Engine
    private var tick = MonotonicTime.zero

    /// For a drive on this map, matched with these parameters.
    init(map: RoadMap, parameters: EngineParameters) {
        var parameters = parameters
        // No bus takes its POSITIONs; a small horizon is enough.
        parameters.provider.timing.positionInterval = .seconds(1)
        engine = Engine(map: map, parameters: parameters)
    }

    /// Takes an event of the drive. For a fix it returns the fix to match and the motion since the last
    /// one.
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
