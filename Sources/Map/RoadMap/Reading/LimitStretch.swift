public import Quantities

/// A speed limit of a link with its condition and its stretch in driving direction. A limit under several
/// conditions, any of which is enough, is several stretches.
@frozen
public struct LimitStretch: Sendable, Hashable {
    /// The limit, the vehicles that it is for and its source.
    public let rule: SpeedLimitRule
    /// When it holds; `nil` always.
    public let condition: Condition?
    /// How the map came to know it.
    public let provenance: Provenance
    /// Where it begins, from the node where the vehicle enters the link.
    public let from: Centimetres
    /// Where it ends, from the same node.
    public let to: Centimetres
    /// Whether its condition is known to be true at the moment and on the surface of the reading.
    public internal(set) var isInForce: Bool
    /// Whether it comes from the host (``RoadRestriction``), not from the map.
    public let isOfHost: Bool

    /// A limit of its parts.
    public init(
        _ rule: SpeedLimitRule, when condition: Condition? = nil, provenance: Provenance,
        from: Centimetres, to: Centimetres, isInForce: Bool = false, isOfHost: Bool = false
    ) {
        self.rule = rule
        self.condition = condition
        self.provenance = provenance
        self.from = from
        self.to = to
        self.isInForce = isInForce
        self.isOfHost = isOfHost
    }

    /// The weight from which on the limit holds, in 100 kg; 0 for every weight.
    public var weight: UInt16 { condition?.weightAbove ?? 0 }

    /// Whether the limit depends on the vehicle's weight and on nothing else.
    public var dependsOnWeightAlone: Bool {
        guard var condition else { return false }
        condition.weightAbove = 0
        return condition == Condition()
    }
}
