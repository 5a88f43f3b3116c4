public import Quantities

/// The speed limits in force at one place of a link.
///
/// One limit for every car is effective. A conditional limit that is known to be true has priority
/// over a limit that always holds, and a limit of the host over both. Of several limits of the same rank, the **last** one of the
/// link's list counts. OpenStreetMap evaluates a list of values from left to right and the last
/// match wins (https://wiki.openstreetmap.org/wiki/Conditional_restrictions). The map compiler
/// keeps that order and appends later facts. Every other attribute of a link follows the same rule.
@frozen
public struct EffectiveLimits: Sendable, Hashable {
    /// The limit for every car; `nil` if no limit is known.
    public private(set) var general: LimitStretch?
    /// The recommended speed, the first of the list that always holds; `nil` if none is known.
    public private(set) var advisory: LimitStretch?
    /// The limit for trucks: one that always holds, else the one with the least weight, else one
    /// that depends on more than the weight. Of equal ranks, the first one in the list counts.
    /// `nil` if none with a number is known.
    public private(set) var truck: LimitStretch?
    /// Whether a variable sign shows a limit here.
    public private(set) var isVariable = false

    /// The limits of a list in force at a place, from the node at which the vehicle enters the
    /// link.
    public init(_ limits: [LimitStretch], at place: Centimetres) {
        var always: LimitStretch?
        var inForce: LimitStretch?
        var ofHost: LimitStretch?
        var trucks = TruckLimits()
        for limit in limits where limit.from <= place && place < limit.to {
            if limit.rule.limit == .variable || limit.rule.kind == .variable { isVariable = true }
            switch limit.rule.kind {
            case .general where limit.isOfHost: ofHost = limit
            case .general where limit.condition == nil: always = limit
            case .general where limit.isInForce: inForce = limit
            case .advisory where limit.condition == nil: advisory = advisory ?? limit
            case .truck where limit.rule.limit.hasNumber: trucks.take(limit)
            default: break
            }
        }
        general = ofHost ?? inForce ?? always
        truck = trucks.effective
    }
}

/// The limits for trucks at one place, the first of each rank.
private struct TruckLimits {
    private var always: LimitStretch?
    private var byWeight: LimitStretch?
    private var other: LimitStretch?

    mutating func take(_ limit: LimitStretch) {
        if limit.condition == nil {
            always = always ?? limit
        } else if !limit.dependsOnWeightAlone {
            other = other ?? limit
        } else if limit.weight < byWeight?.weight ?? .max {
            byWeight = limit
        }
    }

    var effective: LimitStretch? { always ?? byWeight ?? other }
}
