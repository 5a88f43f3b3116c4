import Horizon
import Quantities
import RoadMap

/// The times at which conditional limits begin or end on the links that were read. They serve to
/// correct messages that were sent.
struct LimitChanges {
    /// The moment for which limits are evaluated, in seconds since 1970; `nil` if the time is
    /// unknown.
    private(set) var moment: Int64?
    /// The surface for which limits are evaluated.
    private(set) var surface = SurfaceCondition.unknown
    /// The first begin or end of a limit that was read, and the last moment before it; `nil` if the
    /// limits were read without a time.
    private(set) var next: (time: Int64, before: Int64?)?
    /// The surface at the last ``take(of:on:)``.
    private var takenSurface = SurfaceCondition.unknown
    /// The last moment of a ``take(of:on:)``; `nil` if there was none.
    private var takenMoment: Int64?
    private var limits = LinkLimits()

    /// Sets the moment and the surface.
    mutating func judge(at moment: Int64?, on surface: SurfaceCondition) {
        self.moment = moment
        self.surface = surface
    }

    /// Stores the next change of limits, for the moment and surface of the reading.
    mutating func note(_ limits: LinkLimits) {
        guard limits.hasConditions else { return }
        guard moment != nil else {
            next = (.min, nil)
            return
        }
        if let change = limits.nextChange, change < next?.time ?? .max {
            next = (change, change - 1)
        }
    }

    /// Whether a limit of these paths changed: it applies now and did not when it was read, or the
    /// reverse. It also stores the next change. Times may go back.
    mutating func take(of paths: [HorizonPath], on map: RoadMap) throws(MapError) -> Bool {
        let due = next.flatMap { next in
            moment.flatMap { $0 >= next.time ? next : nil }
        }
        // The clock of a receiver may have been set back: to the time before a change that was taken.
        let back = takenMoment.flatMap { taken in
            moment.flatMap { $0 < taken && next != nil ? taken : nil }
        }
        let former = (moment: takenMoment, surface: takenSurface)
        takenMoment = moment ?? takenMoment
        guard due != nil || surface != takenSurface || back != nil else { return false }
        if due != nil { next = nil }
        takenSurface = surface
        // Without a time, no limit that depends on it applied.
        if let due, due.before == nil { return true }
        do throws(MapError) {
            return try areOther(
                paths, since: due?.before ?? back ?? moment, former.surface, on: map)
        } catch {
            next = due ?? next
            (takenMoment, takenSurface) = former
            throw error
        }
    }

    /// A link that cannot be read hides no other limit.
    private mutating func areOther(
        _ paths: [HorizonPath], since before: Int64?, _ former: SurfaceCondition,
        on map: RoadMap
    ) throws(MapError) -> Bool {
        var isAnyOther = false
        var errors = FirstError<MapError>()
        for path in paths {
            for link in path.links {
                errors.attempt { () throws(MapError) in
                    if try isOther(link, since: before, former, on: map) { isAnyOther = true }
                }
            }
        }
        // The update of the roads meets the error again.
        if !isAnyOther { try errors.rethrow() }
        return isAnyOther
    }

    private mutating func isOther(
        _ link: PathLink, since before: Int64?, _ former: SurfaceCondition, on map: RoadMap
    ) throws(MapError) -> Bool {
        try limits.read(link.record, link.link.direction, from: map, at: moment, on: surface)
        note(limits)
        guard limits.hasConditions else { return false }
        var then: LocalTime?
        if let before { then = try map.localTime(at: before, of: link.record) }
        return limits.stretches.contains {
            guard let condition = $0.condition, $0.rule.kind == .general else { return false }
            return (condition.holds(at: then, on: former) == true) != $0.isInForce
        }
    }
}
