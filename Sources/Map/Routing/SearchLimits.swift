public import RoadMap

/// The limits of a search.
@frozen
public struct SearchLimits: Sendable, Hashable {
    /// The highest cost of a place that is reached.
    public var cost: Double
    /// The largest number of links that are settled: the bound on the time of a search.
    public var settledLinks: Int
    /// Where the search may make U-turns.
    public var uTurns: UTurnRule
    /// Whether the search may make forbidden turns.
    public var forbiddenTurns: ForbiddenTurns
    /// The time, in seconds since 1970, for restrictions with times; without it they do not count.
    public var moment: Int64?
    /// The vehicle for turn restrictions. A search for trucks leaves out roads that are closed to trucks; every
    /// search leaves out roads that are closed to cars.
    public var vehicle: TurnRestriction.Vehicles

    /// Limits of their parts; `cost` is in metres or seconds, by the ``TravelCost``.
    @inlinable
    public init(
        cost: Double,
        settledLinks: Int,
        uTurns: UTurnRule = .atDeadEnds,
        forbiddenTurns: ForbiddenTurns = .never,
        moment: Int64? = nil,
        vehicle: TurnRestriction.Vehicles = .cars
    ) {
        self.cost = cost
        self.settledLinks = settledLinks
        self.uTurns = uTurns
        self.forbiddenTurns = forbiddenTurns
        self.moment = moment
        self.vehicle = vehicle
    }
}
