public import Quantities
public import RoadMap

/// A speed limit of a link, with its stretch in driving direction.
@frozen
public struct LimitStretch: Sendable, Hashable {
    /// The limit, whom it is for and what it rests on.
    public let rule: SpeedLimitRule
    /// When it holds; `nil` always.
    public let condition: Condition?
    /// How the map came to know it.
    public let provenance: Provenance
    /// Where it begins, from where one enters the link.
    public let from: Centimetres
    /// Where it ends, from there too.
    public let to: Centimetres
    /// Whether its condition is known to be true at the moment and on the surface that were asked for.
    public internal(set) var isInForce: Bool

    /// A limit of its parts.
    public init(
        _ rule: SpeedLimitRule, when condition: Condition? = nil, provenance: Provenance,
        from: Centimetres, to: Centimetres, isInForce: Bool = false
    ) {
        self.rule = rule
        self.condition = condition
        self.provenance = provenance
        self.from = from
        self.to = to
        self.isInForce = isInForce
    }
}

/// The speed limits of a link as one drives along it. A buffer that is filled again and again.
public struct LinkLimits: Sendable {
    /// The limits, in the order of the file.
    public private(set) var stretches: [LimitStretch] = []
    /// Whether a limit for every car holds under a condition alone.
    public private(set) var hasConditions = false
    /// The moment, in seconds since 1970, at which the first of them begins or ceases to hold after the
    /// one that was asked for; `nil` where no time changes any, or where none was asked for.
    public private(set) var nextChange: Int64?

    /// An empty buffer.
    public init() {}

    /// Reads the limits that hold in the direction in which a link is driven, and which of those for
    /// every car that hold under a condition do so at a moment, in seconds since 1970, and on a surface.
    /// Without a moment, or where the map does not know the time zone, none that depends on the time is
    /// in force, and without a surface that is known none that depends on that. One that the map
    /// rejects is left out: there the limit is unknown.
    public mutating func read(
        _ link: PathLink, from map: RoadMap, at moment: Int64?, on surface: SurfaceCondition
    ) throws(MapError) {
        var found: [LimitStretch] = []
        swap(&found, &stretches)
        found.removeAll(keepingCapacity: true)
        defer { swap(&found, &stretches) }
        let length = link.record.length
        let isForward = link.link.direction == .forward
        hasConditions = false
        nextChange = nil
        var hasConditions = false
        try map.forEachSpeedLimit(of: link.record, link.link.direction) {
            (rule, condition, stretch) throws(MapError) in
            guard !rule.isRejected else { return }
            hasConditions = hasConditions || condition != nil && rule.kind == .general
            found.append(
                LimitStretch(
                    rule, when: condition, provenance: stretch.provenance,
                    from: isForward ? stretch.from : length - stretch.to,
                    to: isForward ? stretch.to : length - stretch.from))
        }
        self.hasConditions = hasConditions
        guard hasConditions else { return }
        var local: LocalTime?
        if let moment { local = try map.localTime(at: moment, of: link.record) }
        for number in found.indices where found[number].rule.kind == .general {
            guard let condition = found[number].condition else { continue }
            found[number].isInForce = condition.holds(at: local, on: surface) == true
            guard let moment, let local, let next = condition.nextChange(after: moment, local)
            else { continue }
            nextChange = min(next, nextChange ?? .max)
        }
    }

    /// The limit for every car at a place of the link: of those that always hold, and of those that
    /// hold now, the last one, as in the tags; one that holds now goes before. `nil` where none is
    /// known.
    public func general(at place: Centimetres) -> LimitStretch? {
        var always: LimitStretch?
        var timed: LimitStretch?
        for stretch in stretches
        where stretch.rule.kind == .general && stretch.from <= place && place < stretch.to {
            if stretch.condition == nil { always = stretch }
            if stretch.isInForce { timed = stretch }
        }
        return timed ?? always
    }

    /// The recommended speed at a place of the link, the first that always holds; `nil` where none is
    /// known.
    public func advisory(at place: Centimetres) -> LimitStretch? {
        stretches.first {
            $0.rule.kind == .advisory && $0.condition == nil && $0.from <= place && place < $0.to
        }
    }
}
