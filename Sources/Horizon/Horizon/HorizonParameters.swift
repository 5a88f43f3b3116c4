public import Quantities
import RoadMap
public import Routing

/// The reach of the horizon, and the length that is kept.
public struct HorizonParameters: Sendable, Hashable {
    /// The distance that paths are followed ahead of the vehicle, through the tree: the main path,
    /// its side paths, their side paths, and so on. A path that leaves the last level has only its
    /// first link. Samples of other providers: 2 km, 300 to 500 m, 200 to 300 m.
    public var lookAhead = [Centimetres(200_000), Centimetres(50_000)]
    /// The least travel time that paths are followed, at the expected speed of each road
    /// (``LinkTraits/expectedSpeed``), level by level as ``lookAhead``. The farther of both counts.
    /// By default it is empty, and only the distance counts.
    public var lookAheadTime: [Nanoseconds] = []
    /// The reference of the look-ahead of side paths, by distance and by time. With the branch
    /// point as reference, each junction ahead has its side paths. Their number grows with the
    /// reach of the main path, and ``maximumPaths`` limits it.
    public var lookAheadOrigin = LookAheadOrigin.vehicle
    /// The distance beyond its reach that a path grows at once. A longer new stretch takes fewer
    /// profile points.
    public var step = Centimetres(25_000)
    /// The length of the main path that is kept behind the vehicle. Samples: 50 to 300 m.
    public var trailing = Centimetres(10_000)
    /// The distance that the vehicle may move back along a path without a new tree. Clients keep 50
    /// m behind it (confidence C).
    public var longestMoveBack = Metres(50)
    /// The effect of a changed course ahead.
    public var pathChange = PathChange.stub
    /// Whether the vehicle learns which exits it takes (``LearnedTurns``).
    public var learnsTurns = false
    /// Whether the vehicle's route so far counts for its destinations (Krumm and Horvitz 2006,
    /// doi:10.1007/11853565_15), and thus for the exits ahead.
    public var expectsDestinations = true
    /// The effect of evidence of the driver's intent (``PathTree/follow(_:)``).
    public var intent = IntentParameters()
    /// Whether illegal exits are side paths too: roads that are one-way against the vehicle, closed
    /// to it, or forbidden by a turn restriction. They have probability 0 and only their first link
    /// (``Branch/legality``).
    public var showsIllegalExits = false
    /// Whether a legal U-turn is a side path: at a dead end with probability 1, at a junction with
    /// 0.01 (``Branch/isUTurn``). No path continues by a U-turn. With illegal exits, a forbidden
    /// U-turn is a side path too.
    public var showsUTurns = false
    /// The vehicle that access and turn restrictions apply to.
    public var vehicle = TransportMode.car
    /// The largest number of paths. If it does not suffice, the far end of the main path is cut.
    public var maximumPaths = 1024
    /// The most links of all paths together. Where they do not suffice, side paths that leave farther ahead
    /// are followed less far than those that leave near by, then no farther than their first link, and at
    /// last the far end of the main path is cut.
    public var maximumLinks = 16_384
    /// The most steps of one update (``/RoadMap/RoadMap/maximumSteps``).
    public var maximumSteps = RoadMap.maximumSteps

    /// The defaults.
    public init() {}

    /// The reference of the look-ahead of side paths.
    public enum LookAheadOrigin: String, Sendable, Hashable, CaseIterable {
        /// The vehicle, by way of the tree.
        case vehicle
        /// The branch point of the path.
        case branch
    }

    /// The effect of a changed course on the tree.
    public enum PathChange: String, Sendable, Hashable, CaseIterable {
        /// Paths keep their lines. The side path that the course turns into becomes the most
        /// probable one, and the probabilities at the junction change.
        case stub
        /// A new main path begins at the vehicle and follows the course.
        case newPath = "new-path"
    }
}
