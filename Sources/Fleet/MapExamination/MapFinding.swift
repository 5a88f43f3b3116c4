public import Geodesy
public import Observations

/// A place where many drives contradict the map, with what they show and what may be wrong. It is a suggestion: somebody has
/// to look at the place.
public struct MapFinding: Sendable, Hashable {
    /// What may be wrong.
    public enum Kind: String, Sendable, CaseIterable {
        /// Cars drive where the map has no road.
        case missingRoad = "missing-road"
        /// Cars drive against a one-way road.
        case wrongOneWay = "wrong-one-way"
        /// Nobody drives a road in one of its directions.
        case missingOneWay = "missing-one-way"
        /// Cars make a turn that the map forbids.
        case needlessRestriction = "needless-restriction"
        /// Nobody makes a turn that is likely by the map.
        case missingRestriction = "missing-restriction"
        /// Cars drive to one side of the line of a road.
        case wrongGeometry = "wrong-geometry"
        /// Most cars drive faster than the limit.
        case wrongSpeedLimit = "wrong-speed-limit"
    }

    /// What may be wrong.
    public let kind: Kind
    /// Where: the line of a road in the direction of the finding, or a single place.
    public let line: [Coordinate]
    /// The road, or that before a turn; `nil` where there is none.
    public let road: RoadID?
    /// The exit of a turn; `nil` for another finding.
    public let exit: RoadID?
    /// The passes that contradict the map.
    public let passes: Int
    /// The passes that could have: with and without a contradiction.
    public let of: Int
    /// The passes by which one would expect a turn or a direction, by the turn model; `nil` for another finding.
    public let expected: Double?
    /// What to change, such as `oneway=no` or `maxspeed=50`.
    public let suggestion: String
}

/// The thresholds of findings. The numbers are conventions; `tools/measure map-findings` counts what they find and
/// what not, with errors that were planted.
public struct FindingParameters: Sendable, Hashable {
    /// The least number of passes against a one-way road, over a forbidden turn, or off the map.
    public var leastPasses = 3
    /// The least share of the passes of a road that are against its direction.
    public var leastShareAgainst = 0.3
    /// The same beside a road in the other direction: GNSS may confuse both.
    public var leastShareAgainstBesideAnother = 0.6
    /// The distance at which a road is beside another one, metres.
    public var besideMetres = 40.0
    /// A reversed road has at most this share of passes in its direction: with more it is a two-way road.
    public var largestShareOfReversed = 0.15
    /// The least share of the turns of a road that are forbidden.
    public var leastShareForbidden = 0.05
    /// The least number of passes that are expected where nobody was seen.
    public var leastExpected = 8.0
    /// The least number of passes in the other direction of a road that nobody drives in one.
    public var leastPassesOfOtherDirection = 10
    /// The least share of the passes of a road that are to the same side of its line. It is small: where only the middle of
    /// a long road is drawn beside its place, few fixes are there.
    public var leastShareBeside = 0.2
    /// The least ratio of the passes to that side to those to the other side.
    public var leastRatioOfSides = 4.0
    /// The least number of passes for a speed.
    public var leastPassesOfSpeed = 10
    /// The factor and the sum, km/h, by which the median exceeds a limit that is wrong.
    public var speedFactor = 1.2
    /// See ``speedFactor``.
    public var speedExcess = 5.0
    /// The least number of neighbouring squares off the map.
    public var leastSquares = 2

    /// The default.
    public init() {}
}
