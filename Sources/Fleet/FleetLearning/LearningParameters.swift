public import Quantities

/// What a drive has to be like to be counted.
public struct LearningParameters: Sendable, Hashable {
    /// The time after which the place of a fix is decided: the whole of it is used.
    public var lag: Nanoseconds = .seconds(120)
    /// The least probability of the places before and behind what is counted.
    public var leastProbability = 0.8
    /// The longest time without a fix on a way that is counted.
    public var longestGap: Nanoseconds = .seconds(60)
    /// A route between two fixes may be longer than the straight line between them by this factor, and ``longestDetour``.
    public var detourFactor = 1.5
    /// The longest detour beside ``detourFactor``.
    public var longestDetour = Metres(50)
    /// Another way to the next fix that is so much longer, or less, makes a turn unsure.
    public var otherWayMargin = Metres(40)
    /// The largest mean distance of the fixes from the road of a way against one-way roads. With a larger one the car was on
    /// another road, which the map may not have: the other carriageway.
    public var largestDistanceAgainst = Metres(8)
    /// The least mean distance of the fixes on a road from its line at which the car drove beside it.
    public var leastDistanceBeside = Metres(12)
    /// A trip ends where the car stays in a place for so long.
    public var stay: Nanoseconds = .seconds(300)
    /// A place in which a car stays: its radius.
    public var stayRadius = Metres(50)

    /// The default.
    public init() {}
}
