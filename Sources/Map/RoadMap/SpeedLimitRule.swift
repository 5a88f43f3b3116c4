/// A speed limit that is known. Unknown is the absence of the attribute.
@frozen
public enum SpeedLimit: Sendable, Hashable {
    /// This speed, in the unit of its sign.
    case limited(UInt16, SpeedUnit)
    /// Known to be without a limit.
    case unlimited
    /// Walking pace, for which the law of most countries has no number.
    case walkingPace
    /// The limit of a variable sign: the number changes and is not in the map.
    case variable
}

/// The basis of a speed limit, as far as the source states it.
@frozen
public enum SpeedLimitSource: UInt8, Sendable, Hashable, CaseIterable {
    /// The source gives only the number.
    case unstated = 0
    /// A sign beside the road.
    case sign = 1
    /// The sign at the start of a zone.
    case zone = 2
    /// The law for a kind of road, such as those inside a built-up area.
    case law = 3
    /// Painted on the road.
    case marking = 4
}

/// The vehicles, or the case, that a speed limit applies to.
@frozen
public enum SpeedLimitKind: UInt8, Sendable, Hashable, CaseIterable {
    /// Every car.
    case general = 0
    /// Goods vehicles; without a weight in the condition, those that the country classifies as
    /// heavy.
    case truck = 1
    /// Vehicles with a trailer.
    case trailer = 2
    /// Buses and coaches.
    case bus = 3
    /// Recommended, not prescribed.
    case advisory = 4
    /// There is a variable sign in addition to the other limits.
    case variable = 5
    /// One lane.
    case lane = 6
    /// Goods vehicles of every weight, including light ones.
    case goods = 7
    /// Goods vehicles with a trailer or semi-trailer.
    case articulatedTruck = 8
    /// Goods vehicles in one lane.
    case truckLane = 9
}

/// A speed limit with its vehicles and its basis. The road's own limit, the one for every car at
/// any time, has an attribute of kind ``AttributeKind/speedLimit``. Every other one has
/// ``AttributeKind/particularSpeedLimit``. If it is conditional, attributes of kind
/// ``AttributeKind/condition`` follow it. A rejected limit has the same kind; it is no limit of the
/// road. ``AttributeKind/lastEdit`` gives its age.
@frozen
public struct SpeedLimitRule: Sendable, Hashable {
    /// The limit.
    public var limit: SpeedLimit
    /// The vehicles, or the case, that it applies to.
    public var kind: SpeedLimitKind
    /// The lane that it is for, 1...15 from the left in driving direction; 0 is all of them.
    public var lane: UInt8
    /// Its basis.
    public var source: SpeedLimitSource
    /// Whether it contradicts the road's class or its neighbours, so that it may be a mistake.
    public var isImplausible: Bool
    /// Whether it contradicts the road's class, or is much higher than its neighbours. No car may
    /// rely on such a limit, and it is not sent to control units. A limit that is much lower than
    /// its neighbours may be a mistake or mark a danger, and it is sent. So is each limit of an
    /// overlay: it is never rejected.
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

    /// Its number in an attribute: from the low end two bits of unit, ten of the number, three of
    /// the source, one of doubt, four of the kind, four of the lane, one for rejected. Unit 3 is
    /// unlimited; unit 2 is walking pace (number 1) or a variable sign (number 2).
    @inlinable
    public var attributeValue: UInt64 {
        limit.attributeValue | UInt64(source.rawValue) << 12 | (isImplausible ? 1 << 15 : 0)
            | UInt64(kind.rawValue) << 16 | UInt64(lane) << 20 | (isRejected ? 1 << 24 : 0)
    }

    /// The limit of a number in an attribute; `nil` for other numbers.
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
    /// Whether the limit is a speed: walking pace is one.
    @inlinable
    public var hasNumber: Bool {
        switch self {
        case .limited, .walkingPace: true
        case .unlimited, .variable: false
        }
    }

    /// Its number in an attribute: the low twelve bits of the number of a ``SpeedLimitRule``.
    @inlinable
    public var attributeValue: UInt64 {
        switch self {
        case .limited(let number, let unit): UInt64(number & 0x3FF) << 2 | UInt64(unit.rawValue)
        case .unlimited: 3
        case .walkingPace: 1 << 2 | 2
        case .variable: 2 << 2 | 2
        }
    }

    /// The limit of a number in an attribute; `nil` for other numbers.
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
        var joiner = SpeedLimitJoiner(in: direction)
        try forEachAttribute(of: link) { (attribute) throws(MapError) in
            if let limit = joiner.take(attribute) {
                try visit(limit.rule, limit.condition, limit.attribute)
            }
        }
        if let limit = joiner.finish() { try visit(limit.rule, limit.condition, limit.attribute) }
    }
}
