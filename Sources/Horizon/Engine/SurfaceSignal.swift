import Quantities
import RoadMap

/// The surface that the vehicle reports, for as long as the report holds.
struct SurfaceSignal {
    /// The assumed surface without a report.
    private let assumed: SurfaceCondition
    private let lifetime: Nanoseconds
    /// The time of the last report; `nil` where none holds.
    private var reportTime: MonotonicTime?

    init(_ parameters: EngineParameters) {
        assumed = parameters.surface
        lifetime = parameters.surfaceLifetime
    }

    /// Notes that the vehicle reports a surface.
    mutating func noteReport(at time: MonotonicTime) { reportTime = time }

    /// Ends a report that is too old. Returns the surface that holds now; `nil` if that has not
    /// changed.
    mutating func expire(at time: MonotonicTime) -> SurfaceCondition? {
        guard let reportTime, time - reportTime > lifetime else { return nil }
        self.reportTime = nil
        return assumed
    }
}
