public import RoadMap

/// Whether a search may turn back onto the link it came by.
@frozen
public enum TurningBack: Sendable, Hashable {
    /// Only where the road ends: no other link may be driven on from there.
    case atDeadEnds
    /// At any node, and right where the search starts; other than at dead ends it costs so much, in
    /// the unit of the search's cost.
    case penalised(Double)
}

/// Whether a search may take a turn that a restriction or a closed barrier forbids.
@frozen
public enum ForbiddenTurns: Sendable, Hashable {
    /// Never.
    case never
    /// Anywhere, as if nothing forbade it.
    case free
    /// Anywhere; each costs so much, in the unit of the search's cost. Who asks what may have been driven
    /// asks so: drivers err, and so do mappers.
    case penalised(Double)
}

/// How far a search goes.
@frozen
public struct SearchLimits: Sendable, Hashable {
    /// No place further than this is reached, counted in the cost of the search.
    public var cost: Double
    /// No more links than this are passed: the bound on time, whatever the network looks like.
    public var settledLinks: Int
    /// Whether it may turn back.
    public var turningBack: TurningBack
    /// Whether it may take forbidden turns.
    public var forbiddenTurns: ForbiddenTurns
    /// The moment, in seconds since 1970, at which restrictions at times are looked at; without one they
    /// do not count.
    public var moment: Int64?
    /// Whom turn restrictions are looked at for. Roads that trucks may not drive are left out for them;
    /// roads that cars may not drive are for all.
    public var vehicle: TurnRestriction.Vehicles

    /// Limits of their parts; `cost` in metres or seconds, as the ``TravelCost`` counts.
    @inlinable
    public init(
        cost: Double,
        settledLinks: Int,
        turningBack: TurningBack = .atDeadEnds,
        forbiddenTurns: ForbiddenTurns = .never,
        moment: Int64? = nil,
        vehicle: TurnRestriction.Vehicles = .cars
    ) {
        self.cost = cost
        self.settledLinks = settledLinks
        self.turningBack = turningBack
        self.forbiddenTurns = forbiddenTurns
        self.moment = moment
        self.vehicle = vehicle
    }
}
