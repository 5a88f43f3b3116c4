/// A speed limit that is known. Unknown is the absence of the attribute.
@frozen
public enum SpeedLimit: Sendable, Hashable {
    /// So much and no more, in the unit it is signed in.
    case limited(UInt16, SpeedUnit)
    /// Known to be without a limit.
    case unlimited
    /// Walking pace, which the law of most countries gives no number.
    case walkingPace
    /// What a variable sign shows: the number changes and is not in the map.
    case variable
}

/// What a speed limit rests on, as far as the source says.
@frozen
public enum SpeedLimitSource: UInt8, Sendable, Hashable, CaseIterable {
    /// The source gives the number alone.
    case unstated = 0
    /// A sign beside the road.
    case sign = 1
    /// The sign where a zone begins.
    case zone = 2
    /// The law for a kind of road, such as those inside a built-up area.
    case law = 3
    /// Painted on the road.
    case marking = 4
}

/// Whom, or what, a speed limit is for.
@frozen
public enum SpeedLimitKind: UInt8, Sendable, Hashable, CaseIterable {
    /// Every car.
    case general = 0
    /// Goods vehicles; without a weight in the condition those that the country calls heavy.
    case truck = 1
    /// Vehicles with a trailer.
    case trailer = 2
    /// Buses and coaches.
    case bus = 3
    /// Recommended, not prescribed.
    case advisory = 4
    /// There is a variable sign beside what else holds.
    case variable = 5
    /// One lane.
    case lane = 6
    /// Goods vehicles of every weight, light ones too.
    case goods = 7
    /// Goods vehicles with a trailer or semi-trailer.
    case articulatedTruck = 8
    /// Goods vehicles in one lane.
    case truckLane = 9
}

/// A speed limit with whom it is for and what it rests on. The road's own limit, the one for every car
/// at any time, has an attribute of kind ``AttributeKind/speedLimit``; every other one is
/// ``AttributeKind/particularSpeedLimit``, and where it holds under conditions alone, attributes of
/// kind ``AttributeKind/condition`` follow it. So is one that is rejected, which is no limit of the road. How
/// old it is says ``AttributeKind/lastEdit``.
@frozen
public struct SpeedLimitRule: Sendable, Hashable {
    /// The limit.
    public var limit: SpeedLimit
    /// Whom it is for.
    public var kind: SpeedLimitKind
    /// The lane that it is for, 1...15 from the left in driving direction; 0 is all of them.
    public var lane: UInt8
    /// What it rests on.
    public var source: SpeedLimitSource
    /// Whether it contradicts the road's class or its neighbours, so that it may be a mistake.
    public var isImplausible: Bool
    /// Whether it contradicts the road's class, or is much higher than its neighbours: it is one that no
    /// car is to rely on, and not told to control units. One that is much lower than its neighbours may
    /// be a mistake or a danger, and is.
    public var isRejected: Bool

    /// A limit for every car, of a source.
    @inlinable
    public init(
        _ limit: SpeedLimit,
        kind: SpeedLimitKind = .general,
        lane: UInt8 = 0,
        source: SpeedLimitSource = .unstated,
        isImplausible: Bool = false,
        isRejected: Bool = false
    ) {
        self.limit = limit
        self.kind = kind
        self.lane = min(lane, 15)
        self.source = source
        self.isImplausible = isImplausible
        self.isRejected = isRejected
    }

    /// The number that stands for it in an attribute: from the low end two bits of unit, ten of the
    /// number, three of the source, one of doubt, four of the kind, four of the lane, one where it is rejected.
    /// Unit 3 is unlimited; unit 2 is walking pace (number 1) or a variable sign (number 2).
    @inlinable
    public var attributeValue: UInt64 {
        limit.attributeValue | UInt64(source.rawValue) << 12 | (isImplausible ? 1 << 15 : 0)
            | UInt64(kind.rawValue) << 16 | UInt64(lane) << 20 | (isRejected ? 1 << 24 : 0)
    }

    /// The limit that a number in an attribute stands for, `nil` where it stands for none.
    @inlinable
    public init?(attributeValue value: UInt64) {
        guard let limit = SpeedLimit(attributeValue: value),
            let source = SpeedLimitSource(rawValue: UInt8(value >> 12 & 7)),
            let kind = SpeedLimitKind(rawValue: UInt8(value >> 16 & 15))
        else { return nil }
        self.init(
            limit,
            kind: kind,
            lane: UInt8(value >> 20 & 15),
            source: source,
            isImplausible: value >> 15 & 1 == 1,
            isRejected: value >> 24 & 1 == 1
        )
    }
}

extension SpeedLimit {
    /// The number that stands for it in an attribute: the low twelve bits of a
    /// ``SpeedLimitRule``'s.
    @inlinable
    public var attributeValue: UInt64 {
        switch self {
        case .limited(let number, let unit): UInt64(number & 0x3FF) << 2 | UInt64(unit.rawValue)
        case .unlimited: 3
        case .walkingPace: 1 << 2 | 2
        case .variable: 2 << 2 | 2
        }
    }

    /// The limit that a number in an attribute stands for, `nil` where it stands for none.
    @inlinable
    public init?(attributeValue: UInt64) {
        switch (attributeValue & 3, attributeValue >> 2 & 0x3FF) {
        case (3, 0): self = .unlimited
        case (2, 1): self = .walkingPace
        case (2, 2): self = .variable
        case (0, let number) where number > 0 && number <= 1000:
            self = .limited(UInt16(number), .kilometresPerHour)
        case (1, let number) where number > 0 && number <= 1000:
            self = .limited(UInt16(number), .milesPerHour)
        default: return nil
        }
    }
}

extension RoadMap {
    /// Visits each speed limit of a link that holds in a direction, in the order of the file, with the
    /// stretch it holds for. A limit under several conditions, any of which is enough, is visited once
    /// for each; without a condition it always holds. Nothing is allocated.
    public func forEachSpeedLimit(
        of link: Link,
        _ direction: Direction,
        _ visit: (SpeedLimitRule, Condition?, Attribute) throws(MapError) -> Void
    ) throws(MapError) {
        var waiting: (rule: SpeedLimitRule, attribute: Attribute)?
        var isVisited = false
        try forEachAttribute(of: link) { (attribute) throws(MapError) in
            if attribute.kind == .condition {
                guard let waiting else { return }
                isVisited = true
                // A condition that this version does not know leaves the limit unsaid.
                guard let condition = Condition(attributeValue: attribute.value) else { return }
                try visit(waiting.rule, condition, waiting.attribute)
                return
            }
            if let waiting, !isVisited { try visit(waiting.rule, nil, waiting.attribute) }
            waiting = nil
            guard attribute.kind == .speedLimit || attribute.kind == .particularSpeedLimit,
                attribute.directions.contains(direction),
                let rule = SpeedLimitRule(attributeValue: attribute.value)
            else { return }
            waiting = (rule, attribute)
            isVisited = false
        }
        if let waiting, !isVisited { try visit(waiting.rule, nil, waiting.attribute) }
    }
}
