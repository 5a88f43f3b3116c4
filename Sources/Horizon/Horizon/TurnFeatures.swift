import Geodesy
import Quantities
import RoadMap

/// The features of an exit, as numbers that each have a coefficient.
///
/// Angles are between the road of arrival and the exit, without sign. If a value of one of the two
/// roads is unknown, the feature is 0, so that it has no effect.
public enum TurnFeature: Int, Sendable, CaseIterable {
    /// The position of the angle between 0° and 15°, 0...1. The next features are the positions between the next
    /// angles.
    case angle15, angle45, angle80, angle110, angle150, angle180
    /// Classes down, and classes up.
    case classDown, classUp
    /// 1 if the exit's class is unknown.
    case classUnknown
    /// 1 where both have the name, another one, the exit none any more, the exit alone one.
    case sameName, otherName, nameEnds, nameBegins
    /// The same of the road's number.
    case sameNumber, otherNumber, numberEnds, numberBegins
    /// 1 where both are the same way of the source.
    case sameWay
    /// 1 if the exit is a ramp; the same for the road of arrival.
    case ramp, rampFromRamp
    /// 1 if the exit is a service road; the same for the road of arrival.
    case service, serviceFromService
    /// 1 where the exit is part of a roundabout; the entry of a car park or of a service area.
    case roundabout, parking
    /// 1 where cars may not come back.
    case oneWay
    /// Lanes more than on the road before, -2...2.
    case moreLanes
    /// The natural logarithm of the exit's speed limit over that before.
    case speedLimit
    /// 1 where cars may only drive with a reason.
    case restricted
    /// 1 if only a U-turn is possible at the end of the exit's first link.
    case deadEnd

    /// The number of features.
    public static var count: Int { 29 }
}

/// The features of an exit.
public struct TurnFeatures: Sendable {
    /// By the `rawValue` of ``TurnFeature``.
    public private(set) var values = InlineArray<29, Double>(repeating: 0)

    /// One of them.
    public private(set) subscript(feature: TurnFeature) -> Double {
        get { values[feature.rawValue] }
        set { values[feature.rawValue] = newValue }
    }

    /// The limits of the angle steps.
    private static var knots: InlineArray<7, Double> { [0, 15, 45, 80, 110, 150, 180] }

    /// The features of a road with a bearing at its entry, after another road.
    init(
        bearing: Degrees, traits: LinkTraits, way: Int64, isDeadEnd: Bool, from approach: Approach
    ) {
        let angle = abs(bearing.turn(from: approach.bearing).value)
        for part in 0..<6 {
            let from = Self.knots[part]
            let share = (angle - from) / (Self.knots[part + 1] - from)
            values[TurnFeature.angle15.rawValue + part] = min(max(share, 0), 1)
        }
        addClass(traits.functionalRoadClass, from: approach.traits.functionalRoadClass)
        addContinuity(
            traits.name, approach.traits.name, .sameName, .otherName, .nameEnds, .nameBegins)
        addContinuity(
            traits.number, approach.traits.number, .sameNumber, .otherNumber, .numberEnds,
            .numberBegins)
        set(.sameWay, way == approach.way)
        set(.ramp, traits.isRamp)
        set(.rampFromRamp, traits.isRamp && approach.traits.isRamp)
        set(.service, traits.formOfWay == .serviceRoad)
        set(
            .serviceFromService,
            traits.formOfWay == .serviceRoad && approach.traits.formOfWay == .serviceRoad)
        set(.roundabout, traits.isRoundabout)
        set(.parking, traits.formOfWay == .carParkAccess || traits.formOfWay == .serviceAccess)
        set(.oneWay, traits.isOneWay)
        if let lanes = traits.lanes, let before = approach.traits.lanes {
            self[.moreLanes] = Double(min(max(Int(lanes) - Int(before), -2), 2))
        }
        if let limit = traits.speedLimit, let before = approach.traits.speedLimit, limit > 0,
            before > 0
        {
            self[.speedLimit] = logarithm(Double(limit / before))
        }
        set(.restricted, traits.isRestricted)
        set(.deadEnd, isDeadEnd)
    }

    private mutating func set(_ feature: TurnFeature, _ holds: Bool) {
        self[feature] = holds ? 1 : 0
    }

    private mutating func addClass(_ to: FunctionalRoadClass?, from: FunctionalRoadClass?) {
        guard let to else { return set(.classUnknown, true) }
        guard let from else { return }
        let steps = Double(Int(to.rank) - Int(from.rank))
        self[.classDown] = max(steps, 0)
        self[.classUp] = max(-steps, 0)
    }

    private mutating func addContinuity(
        _ text: UInt64?, _ before: UInt64?, _ same: TurnFeature, _ other: TurnFeature,
        _ ends: TurnFeature, _ begins: TurnFeature
    ) {
        if let text, let before {
            set(text == before ? same : other, true)
        } else if before != nil {
            set(ends, true)
        } else if text != nil {
            set(begins, true)
        }
    }
}

/// The coefficient of each feature: the logarithm of the factor by which 1 of it changes the odds
/// of an exit.
public struct TurnCoefficients: Sendable {
    /// By the `rawValue` of ``TurnFeature``.
    public private(set) var values: InlineArray<29, Double>
    /// The coefficients for destinations; `nil` if destinations do not count.
    public private(set) var destinations: DestinationExponents?

    /// Of their values.
    public init(
        _ values: InlineArray<29, Double>, destinations: DestinationExponents? = nil
    ) {
        self.values = values
        self.destinations = destinations
    }

    /// One of them.
    public subscript(feature: TurnFeature) -> Double {
        get { values[feature.rawValue] }
        set { values[feature.rawValue] = newValue }
    }

    /// The logarithm of the weight of an exit with features.
    func score(of features: TurnFeatures) -> Double {
        // Spans, since a value of a copied array is a copy of the array.
        let (values, numbers) = (values.span, features.values.span)
        var score = 0.0
        for index in 0..<TurnFeature.count { score += values[index] * numbers[index] }
        return score
    }
}

/// The weight of the reachable road of an exit (`DestinationReach`), beside the probability of the
/// exit itself: powers of the two.
public struct DestinationExponents: Sendable, Hashable {
    /// Of the probability by the exit's features: less than 1, since the two depend on each other.
    public var expected: Double
    /// Of the share of the road.
    public var road: Double

    /// Exponents of their values.
    public init(expected: Double, road: Double) {
        self.expected = expected
        self.road = road
    }

    /// The weight of an exit against the others of its junction, of its probability and its share, 0...1.
    public func weight(expected probability: Double, share: Double) -> Double {
        guard probability > 0 else { return 0 }
        return exponential(
            expected * logarithm(probability) + road * logarithm(share + Self.leastShare))
    }

    /// Destinations make no exit impossible.
    private static var leastShare: Double { 0.01 }
}

/// The road by which a junction or a roundabout is entered.
struct Approach: Sendable {
    let bearing: Degrees
    let traits: LinkTraits
    /// The source's way, `nil` if unknown how a roundabout was entered.
    let way: Int64?
}
