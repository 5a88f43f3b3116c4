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
        return tree
    }
}
