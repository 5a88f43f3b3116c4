/// Whether a search may turn back onto the link it came by.
@frozen
public enum TurningBack: Sendable, Hashable {
    /// Only where the road ends: no other link may be driven on from there.
    case atDeadEnds
    /// At any node, and right where the search starts; other than at dead ends it costs so much, in
    /// the unit of the search's cost.
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
    /// Whether it obeys turn restrictions and closed barriers. Who asks what may have been driven does
    /// not: drivers err, and so do mappers.
    public var obeysTurnRestrictions: Bool
    /// The moment, in seconds since 1970, at which restrictions at times are looked at; without one they
    /// do not count.
    public var moment: Int64?

    /// Limits of their parts; `cost` in metres or seconds, as the ``TravelCost`` counts.
    @inlinable
    public init(
        cost: Double,
        settledLinks: Int,
        turningBack: TurningBack = .atDeadEnds,
        obeysTurnRestrictions: Bool = true,
        moment: Int64? = nil
    ) {
        self.cost = cost
        self.settledLinks = settledLinks
        self.turningBack = turningBack
        self.obeysTurnRestrictions = obeysTurnRestrictions
        self.moment = moment
    }
}
