public import Quantities

/// A turn restriction at the end of a link: an attribute of kind ``AttributeKind/turnRestriction``,
/// whose direction leads to that end. For a restriction over several ways, attributes of kind
/// ``AttributeKind/previousWay`` follow. They give the ways that the vehicle must have driven, the
/// latest first. Conditions after it state when it holds.
@frozen
public struct TurnRestriction: Sendable, Hashable {
    /// The kind of restriction.
    public var rule: Rule
    /// The vehicles that it applies to.
    public var vehicles: Vehicles
    /// The vehicles that it does not apply to.
    public var exceptions: Vehicles
    /// The OpenStreetMap way of the forbidden turn, or of the only allowed one; 0 for
    /// ``Rule/noPassage``. For ``Rule/onward`` the next intermediate way.
    public var toWay: Int64

    /// A restriction of its parts.
    @inlinable
    public init(
        _ rule: Rule,
        toWay: Int64,
        vehicles: Vehicles = .all,
        exceptions: Vehicles = []
    ) {
        self.rule = rule
        self.toWay = toWay
        self.vehicles = vehicles
        self.exceptions = exceptions
    }

    /// The forbidden turns.
    @frozen
    public enum Rule: UInt8, Sendable, Hashable, CaseIterable {
        /// Turning into the way.
        case no = 0
        /// Turning into any other one.
        case only = 1
        /// Driving on: a barrier closes the road.
        case noPassage = 2
        /// Forbids nothing: a restriction over several ways continues over this way. A search for
        /// the best of many courses must distinguish the courses over such ways.
        case onward = 3
    }

    /// Kinds of vehicles.
    @frozen
    public struct Vehicles: OptionSet, Sendable, Hashable {
        /// The bits in map files.
        public let rawValue: UInt8

        /// The value of the bits in a map file.
        @inlinable
        public init(rawValue: UInt8) { self.rawValue = rawValue & 0x3F }

        /// Cars.
        public static var cars: Self { Self(rawValue: 1) }
        /// Trucks.
        public static var trucks: Self { Self(rawValue: 2) }
        /// Buses.
        public static var buses: Self { Self(rawValue: 4) }
        /// Taxis.
        public static var taxis: Self { Self(rawValue: 8) }
        /// Emergency vehicles.
        public static var emergency: Self { Self(rawValue: 16) }
        /// Motorcycles, bicycles and others.
        public static var others: Self { Self(rawValue: 32) }
        /// All vehicles.
        public static var all: Self { Self(rawValue: 0x3F) }
    }

    /// Whether it holds for a kind of vehicle.
    @inlinable
    public func holds(for vehicle: Vehicles) -> Bool {
        !vehicles.isDisjoint(with: vehicle) && exceptions.isDisjoint(with: vehicle)
    }

    /// Its number in an attribute: two bits of rule, six of vehicles, six of exceptions, the rest
    /// the way, zigzag-coded.
    @inlinable
    public var attributeValue: UInt64 {
        let way = UInt64(bitPattern: toWay << 1 ^ toWay >> 63)
        return UInt64(rule.rawValue) | UInt64(vehicles.rawValue) << 2
            | UInt64(exceptions.rawValue) << 8 | way << 14
    }

    /// The restriction of a number in an attribute; `nil` for other numbers.
    @inlinable
    public init?(attributeValue value: UInt64) {
        guard let rule = Rule(rawValue: UInt8(value & 3)) else { return nil }
        let way = value >> 14
        self.init(
            rule,
            toWay: Int64(way >> 1) ^ -Int64(way & 1),
            vehicles: Vehicles(rawValue: UInt8(value >> 2 & 0x3F)),
            exceptions: Vehicles(rawValue: UInt8(value >> 8 & 0x3F))
        )
    }
}

extension RoadMap {
    /// Visits each restriction at the end of a link in a direction, with the ways that the vehicle
    /// must have driven before the link's own. It states whether the restriction holds for a car at
    /// a moment, in seconds since 1970, and on a road's surface; `nil` if unknown, for example
    /// without a moment for a restriction at times. It reads nothing if ``Link/restrictedExits``
    /// excludes a restriction. It allocates only to find the time zone, once for a file.
    public func forEachTurnRestriction(
        of link: Link,
        _ direction: Direction,
        at moment: Int64? = nil,
        on surface: SurfaceCondition = .unknown,
        _ visit: (
            _ restriction: TurnRestriction, _ previousWays: WayTrail, _ holds: Bool?
        ) throws(MapError) -> Void
    ) throws(MapError) {
        guard link.restrictedExits.contains(direction) else { return }
        var waiting: TurnRestriction?
        var previousWays = WayTrail()
        // A restriction over more ways than are kept is skipped.
        var isKnown = true
        // Of several conditions any is enough.
        var holds: Bool? = true
        var isConditional = false
        var time: LocalTime?
        try forEachAttribute(of: link) { (attribute) throws(MapError) in
            switch attribute.kind {
            case .previousWay:
                let way =
                    Int64(bitPattern: attribute.value >> 1)
                    ^ -Int64(bitPattern: attribute.value & 1)
                if !previousWays.append(earlier: way) { isKnown = false }
                return
            case .condition:
                guard waiting != nil else { return }
                try self.charge(Condition.steps)
                if time == nil, let moment { time = try self.localTime(at: moment, of: link) }
                let one = Condition(attributeValue: attribute.value)
                    .flatMap { $0.holds(at: time, on: surface) }
                if !isConditional {
                    holds = one
                } else if holds != true {
                    holds = one == true ? true : holds == nil ? nil : one
                }
                isConditional = true
                return
            default: break
            }
            if let waiting, isKnown { try visit(waiting, previousWays, holds) }
            waiting = nil
            previousWays = WayTrail()
            isKnown = true
            holds = true
            isConditional = false
            guard attribute.kind == .turnRestriction, attribute.directions.contains(direction)
            else { return }
            waiting = TurnRestriction(attributeValue: attribute.value)
        }
        if let waiting, isKnown { try visit(waiting, previousWays, holds) }
    }
}
