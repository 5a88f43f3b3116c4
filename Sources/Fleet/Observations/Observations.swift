public import Geodesy
public import Quantities

/// What many drives showed: how often each exit of a road was taken, how fast each road was driven by hour of the week,
/// and where drives did not fit the map.
///
/// `a + b` and `b + a` are the same, in memory and in the bytes of a file, and so are `(a + b) + c` and `a + (b + c)`. So
/// any number of machines can make parts. Memory grows with the roads that were driven, not with the drives.
public struct Observations: Sendable, Hashable {
    /// What the drives were counted with. Only observations with the same settings can be merged.
    public struct Settings: Sendable, Hashable {
        /// The distance from both ends of a trip in which nothing is counted.
        public var cut: Metres = Metres(300)

        /// The default.
        public init() {}
    }

    /// Sums over all drives.
    public struct Totals: Sendable, Hashable {
        /// The drives.
        public internal(set) var drives: UInt64 = 0
        /// The fixes of them.
        public internal(set) var fixes: UInt64 = 0
        /// The length of road that was driven, metres.
        public internal(set) var metres: UInt64 = 0
        /// The turns at junctions that were counted.
        public internal(set) var turns: UInt64 = 0
        /// The turns that were left out, because the match was not sure.
        public internal(set) var unsureTurns: UInt64 = 0
        /// The turns that were left out, because they were near an end of a trip.
        public internal(set) var cutTurns: UInt64 = 0

        /// Nothing yet.
        public init() {}
    }

    /// The settings.
    public let settings: Settings
    /// The sums.
    public internal(set) var totals = Totals()
    /// By road.
    public internal(set) var roads: [RoadID: RoadObservation] = [:]
    /// Where drives did not fit the map.
    public internal(set) var misfits: [Misfit: PassCount] = [:]
    /// The least number of cars of each value; `nil` before a release, while tokens distinguish cars and observations can be merged.
    public internal(set) var leastCars: Int?

    /// Nothing seen yet.
    public init(_ settings: Settings = Settings()) { self.settings = settings }

    /// Adds what others saw.
    public mutating func merge(_ other: Self) throws(ObservationsError) {
        guard leastCars == nil, other.leastCars == nil else { throw .released }
        guard settings == other.settings else { throw .otherSettings }
        totals.merge(other.totals)
        for (road, observation) in other.roads {
            roads[road, default: RoadObservation()].merge(observation)
        }
        for (misfit, seen) in other.misfits {
            misfits[misfit, default: PassCount()].merge(seen)
        }
    }
}

extension Observations.Totals {
    mutating func merge(_ other: Self) {
        drives &+= other.drives
        fixes &+= other.fixes
        metres &+= other.metres
        turns &+= other.turns
        unsureTurns &+= other.unsureTurns
        cutTurns &+= other.cutTurns
    }
}

/// Something that drives did and the map does not have.
public enum Misfit: Sendable, Hashable, Comparable {
    /// Driven beside all roads, in a square of ``square`` degrees: the numbers of the square, from the south and the west.
    case offRoad(south: Int32, west: Int32)
    /// Turned from a road into another one where the map forbids it.
    case forbiddenTurn(RoadID, into: RoadID)
    /// Driven along the whole of a road in a direction that the map closes to cars.
    case againstOneWay(RoadID)
    /// Driven along the whole of a road, but clearly to one side of its line, seen in the driving direction.
    case besideRoad(RoadID, Side)

    /// A side of a road.
    public enum Side: UInt8, Sendable, Comparable {
        case left, right

        /// The other one.
        public var opposite: Side { self == .left ? .right : .left }

        /// The left one first.
        public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// The side of a square, degrees: some 55 m from south to north.
    public static let square = 0.0005

    /// The numbers of squares on the Earth.
    static let souths: ClosedRange<Int32> = -180_000...180_000
    static let wests: ClosedRange<Int32> = -360_000...360_000

    /// The square of a place.
    public static func offRoad(at place: Coordinate) -> Self {
        .offRoad(
            south: Int32((place.latitude / square).rounded(.down)),
            west: Int32((place.longitude / square).rounded(.down)))
    }
}

/// The reason why observations cannot be merged or read.
public enum ObservationsError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The bytes have another content, or another version.
    case otherFormat
    /// The bytes were changed, or end too early: the first byte that is wrong.
    case damaged(at: Int)
    /// They were counted with other settings.
    case otherSettings
    /// They are released: they have no tokens of cars any more.
    case released

    /// The error in one line.
    public var description: String {
        switch self {
        case .otherFormat: "no observations of version 1"
        case .damaged(let at): "observations that are damaged (byte \(at))"
        case .otherSettings: "counted with other settings (--cut); they cannot be merged"
        case .released: "released observations cannot be merged; merge first, then release"
        }
    }
}
