public import Horizon
public import HorizonProvider
public import MapMatching
public import Positioning
public import Quantities
import RoadMap

/// All settings of the engine.
public struct EngineParameters: Sendable {
    /// Map matching.
    public var matching = MatchingParameters()
    /// Dead reckoning.
    public var reckoning = DeadReckoningParameters()
    /// The path tree. It reaches at least as far as the transmitted horizon.
    public var horizon = HorizonParameters()
    /// The transmitted horizon.
    public var provider = ProviderParameters()
    /// The largest number of further places of the vehicle for which the engine keeps a tree, for
    /// observers (``Engine/candidates``).
    public var candidateTrees = 0
    /// The time from the moment at which a position is true to its arrival from the receiver,
    /// without further delay (``/Positioning/Fix/delay``).
    public var receiverLatency = Nanoseconds.zero
    /// The assumed surface of the road while the vehicle reports none.
    public var surface = SurfaceCondition.unknown
    /// How long a reported surface holds.
    public var surfaceLifetime = Nanoseconds.seconds(10)
    /// How long a reported turn indicator or lane holds.
    public var driverSignalsLifetime = Nanoseconds.seconds(2)

    /// The defaults.
    public init() {}
}

extension EngineParameters {
    /// The parameters of the tree, which reaches as far as set and as the farthest message needs.
    public var treeParameters: HorizonParameters {
        var tree = horizon
        for (level, wire) in provider.levels.enumerated() {
            let reach = [wire.stub, wire.segment, wire.profileShort, wire.profileLong]
                .map(\.reach).max().flatMap { Centimetres(rounding: $0) }
            guard let reach else { continue }
            if level < tree.lookAhead.count {
                tree.lookAhead[level] = max(tree.lookAhead[level], reach)
            } else {
                tree.lookAhead.append(reach)
            }
        }
        tree.maximumSteps = RoadMap.maximumSteps * Self.work(of: tree)
        return tree
    }

    /// A tree beyond the defaults may take so many times their work in an update, at most: 5 ms become 40 ms.
    private static let mostWork = 8.0
    /// A look-ahead by time counts at this speed of a motorway.
    private static let fastSpeed = 36.0

    /// How many times the work of the default tree an update may take: in proportion to the reach of all levels,
    /// twice with illegal exits or U-turns.
    private static func work(of tree: HorizonParameters) -> Int {
        func reach(_ tree: HorizonParameters) -> Double {
            tree.lookAhead.reduce(0) { $0 + $1.metres.value }
                + tree.lookAheadTime.reduce(0) { $0 + $1.seconds * fastSpeed }
        }
        var times = max(1, reach(tree) / reach(HorizonParameters()))
        if tree.showsIllegalExits || tree.showsUTurns { times *= 2 }
        return Int(min(times, mostWork).rounded(.up))
    }
}
