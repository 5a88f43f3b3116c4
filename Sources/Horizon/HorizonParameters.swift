public import Quantities
public import Routing

/// How far the horizon reaches and how much of it is kept.
public struct HorizonParameters: Sendable, Hashable {
    /// How far paths are followed ahead of the vehicle, by way of the tree: the main path, the side
    /// paths that leave it, those that leave them, and so on. What leaves the last level is known by
    /// its first link alone. Samples of other providers: 2 km, 300 to 500 m, 200 to 300 m.
    public var lookAhead = [Centimetres(200_000), Centimetres(50_000)]
    /// How far in time, at the speed that is expected of each road (``LinkTraits/expectedSpeed``), paths are
    /// followed at least, level by level as ``lookAhead``: the farther of both counts. Empty, as by
    /// default, it is the distance alone.
    public var lookAheadTime: [Nanoseconds] = []
    /// Where the look-ahead of side paths is measured from, by distance and by time. Each junction ahead
    /// has its side paths: from the branch, they grow with what the main path reaches, and
    /// ``maximumPaths`` bounds them.
    public var lookAheadOrigin = LookAheadOrigin.vehicle
    /// How far beyond its reach a path is followed once it has to grow: the more is known at a time,
    /// the fewer spots a profile of it takes.
    public var step = Centimetres(25_000)
    /// How much of the main path is kept behind the vehicle. Samples: 50 to 300 m.
    public var trailing = Centimetres(10_000)
    /// How far the vehicle may move back along a path before a new tree is begun. Clients keep 50 m
    /// behind it (confidence C).
    public var longestMoveBack = Metres(50)
    /// What a changed course ahead does.
    public var pathChange = PathChange.stub
    /// Whether the vehicle learns which exits it takes (``LearnedTurns``).
    public var learnsTurns = false
    /// Whether the way that the vehicle has come counts for where it goes: of the places that it may be
    /// driving to (Krumm and Horvitz 2006, doi:10.1007/11853565_15).
    public var expectsDestinations = false
    /// What is made of what the driver is about to do (``PathTree/follow(_:)``).
    public var intent = IntentParameters()
    /// Whether exits that are one-way against the vehicle, closed to it or forbidden by a turn restriction
    /// are side paths too: with probability 0, a mark and their first link alone (``Branch/legality``).
    public var showsIllegalExits = false
    /// Whether turning back is a side path, where it is legal: at a dead end with probability 1, at a
    /// junction with one of 0.01 (``Branch/isBackTurn``). No path goes on by turning back. With illegal
    /// exits it is one also where it is forbidden.
    public var showsBackTurns = false
    /// Whom closed roads and turn restrictions are looked at for.
    public var vehicle = TransportMode.car
    /// The most paths the tree holds. Where they do not suffice, the far end of the main path gives
    /// way.
    public var maximumPaths = 1024
    /// The most links that they have together. Where they do not suffice, side paths that leave farther ahead
    /// are followed less far than those that leave near by, then no farther than their first link, and at
    /// last the far end of the main path gives way.
    public var maximumLinks = 16_384

    /// The defaults.
    public init() {}

    /// Where the look-ahead of a side path is measured from.
    public enum LookAheadOrigin: String, Sendable, Hashable, CaseIterable {
        /// The vehicle, by way of the tree.
        case vehicle
        /// The place where the path leaves its parent.
        case branch
    }

    /// How the tree follows a changed course.
    public enum PathChange: String, Sendable, Hashable, CaseIterable {
        /// Paths stay the lines they are; the side path that the course turns into becomes the most
        /// probable one, and probabilities at the junction change.
        case stub
        /// A new main path is begun where the vehicle is, and follows the course.
        case newPath = "new-path"
    }
}
