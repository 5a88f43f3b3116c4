public import Quantities

/// The speed limits of a link in driving direction. A buffer that is filled again and again.
public struct LinkLimits: Sendable {
    /// The limits, in the order of the file.
    public private(set) var stretches: [LimitStretch] = []
    /// Whether a limit for every car holds under a condition alone.
    public private(set) var hasConditions = false
    /// The moment, in seconds since 1970, at which the first of them begins or ceases to hold after the
    /// moment of the reading; `nil` if no time changes any, or where there was no moment.
    public private(set) var nextChange: Int64?

    /// An empty buffer.
    public init() {}

    /// Reads the limits that hold in a driving direction, and which of those for every car that hold
    /// under a condition do so at a moment, in seconds since 1970, and on a surface.
    ///
    /// Without a moment, or where the map does not know the time zone, no limit that depends on the time
    /// is in force; without a known surface, no limit that depends on the surface. A limit that the map
    /// rejects is left out: there the limit is unknown.
    public mutating func read(
        _ link: Link, _ direction: Direction, from map: RoadMap, at moment: Int64?,
        on surface: SurfaceCondition
    ) throws(MapError) {
        removeAll()
        try map.forEachSpeedLimit(of: link, direction) { append(($0, $1, $2), of: link, direction) }
        try evaluate(link, on: map, at: moment, surface)
    }

    /// The limits that count at a place, from the node where the vehicle enters the link.
    public func effective(at place: Centimetres) -> EffectiveLimits {
        EffectiveLimits(stretches, at: place)
    }

    /// Empties the buffer.
    mutating func removeAll() {
        stretches.removeAll(keepingCapacity: true)
        hasConditions = false
        nextChange = nil
    }

    /// Takes a limit that holds in the driving direction.
    mutating func append(_ limit: SpeedLimitJoiner.Limit, of link: Link, _ direction: Direction) {
        guard !limit.rule.isRejected else { return }
        if limit.condition != nil, limit.rule.kind == .general { hasConditions = true }
        let (from, to) = link.range(of: limit.attribute, in: direction)
        stretches.append(
            LimitStretch(
                limit.rule, when: limit.condition, provenance: limit.attribute.provenance,
                from: from, to: to))
    }

    /// Takes the limits of the host on a link.
    mutating func append(_ restrictions: RoadRestrictions, on link: DirectedLink) {
        restrictions.forEachLimit(on: link) { stretches.append($0) }
    }

    /// Decides which of the limits for every car are in force, once all are taken.
    mutating func evaluate(
        _ link: Link, on map: RoadMap, at moment: Int64?, _ surface: SurfaceCondition
    ) throws(MapError) {
        guard hasConditions else { return }
        var local: LocalTime?
        if let moment { local = try map.localTime(at: moment, of: link) }
        for index in stretches.indices where stretches[index].rule.kind == .general {
            guard let condition = stretches[index].condition else { continue }
            try map.charge(Condition.steps)
            stretches[index].isInForce = condition.holds(at: local, on: surface) == true
            guard let moment, let local, let next = condition.nextChange(after: moment, local)
            else { continue }
            nextChange = min(next, nextChange ?? .max)
        }
    }
}
