/// The vehicles that may use a road, PROFILE SHORT type 5: a set bit allows. Confidence C.
public struct RoadAccessibility: OptionSet, Sendable, Hashable {
    /// The bits on the wire.
    public let rawValue: UInt8

    /// A choice by its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Bit 0: cars.
    public static let cars = Self(rawValue: 1)
    /// Bit 1: pedestrians.
    public static let pedestrians = Self(rawValue: 2)
    /// Bit 2: buses.
    public static let bus = Self(rawValue: 4)
    /// Bit 3: deliveries.
    public static let delivery = Self(rawValue: 8)
    /// Bit 4: emergency vehicles.
    public static let emergency = Self(rawValue: 16)
    /// Bit 5: taxis.
    public static let taxi = Self(rawValue: 32)
    /// Bit 6: traffic that only passes through.
    public static let throughTraffic = Self(rawValue: 64)
    /// Bit 7: trucks.
    public static let trucks = Self(rawValue: 128)

    /// The names of the bits, the least significant one first.
    static var names: [String] {
        ValuePart.list("cars pedestrians bus delivery emergency taxi through-traffic trucks")
    }
}

/// The state of a road's surface, PROFILE SHORT type 6. Confidence C.
public enum RoadCondition: UInt8, Sendable, Hashable, CaseIterable {
    /// Dry.
    case dry = 1
    /// Wet.
    case wet = 2
    /// Covered with snow.
    case snow = 3
    /// Covered with ice.
    case ice = 4
    /// Covered with mud.
    case mud = 5
    /// Covered with sand.
    case sand = 6
    /// Covered with gravel.
    case gravel = 7

    /// The names of the numbers from 0 on.
    static var names: [String] {
        ValuePart.list("unknown dry wet snow ice mud sand gravel")
    }
}

/// The type of a road's number, PROFILE SHORT type 2. No public source gives the codes: **these are this
/// project's own**, and the type is off unless it is enabled by name.
public enum RouteNumberType: UInt8, Sendable, Hashable, CaseIterable {
    /// A European route.
    case european = 1
    /// A motorway.
    case motorway = 2
    /// A national road.
    case national = 3
    /// A regional road.
    case regional = 4
    /// A local road.
    case local = 5
    /// Another one.
    case other = 6

    /// The names of the numbers from 0 on.
    static var names: [String] {
        ValuePart.list("unknown european motorway national regional local other")
    }
}

/// Where a variable speed sign stands, PROFILE SHORT type 7. No public source gives the bits: **these
/// are this project's own**, and the type is off unless it is asked for.
public struct VariableSpeedSignPosition: OptionSet, Sendable, Hashable {
    /// The bits on the wire.
    public let rawValue: UInt8

    /// A choice by its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Bit 0: left of the road.
    public static let left = Self(rawValue: 1)
    /// Bit 1: right of the road.
    public static let right = Self(rawValue: 2)
    /// Bit 2: above the road.
    public static let overhead = Self(rawValue: 4)
    /// Bit 3: one for each lane.
    public static let perLane = Self(rawValue: 8)

    /// The names of the bits, the least significant one first.
    static var names: [String] { ValuePart.list("left right overhead per-lane") }
}

// Types 5 and 6, confidence C, and 2 and 7, this project's own.
extension ProfileValueCode {
    /// The code of who may use a road; `nil` is not available.
    public init(roadAccessibility: RoadAccessibility?) {
        raw = roadAccessibility.map { UInt16($0.rawValue) } ?? Self.notAvailable.raw
    }

    /// The vehicles that may use the road.
    public var roadAccessibility: Reading<RoadAccessibility> {
        flags.map { RoadAccessibility(rawValue: $0) }
    }

    /// The code of a surface's state; `nil` is unknown.
    public init(roadCondition: RoadCondition?) { raw = UInt16(roadCondition?.rawValue ?? 0) }

    /// The surface's state: the low four bits.
    public var roadCondition: Reading<RoadCondition> {
        if self == .notAvailable { return .notAvailable }
        let number = UInt8(raw & 0xF)
        if number == 0 { return .unknown }
        return RoadCondition(rawValue: number).map { .known($0) } ?? .reserved
    }

    /// The code of a route number's kind; `nil` is unknown.
    public init(routeNumberType: RouteNumberType?) { raw = UInt16(routeNumberType?.rawValue ?? 0) }

    /// The route number's kind.
    public var routeNumberType: Reading<RouteNumberType> {
        if self == .notAvailable { return .notAvailable }
        if raw == 0 { return .unknown }
        guard let number = UInt8(exactly: raw) else { return .reserved }
        return RouteNumberType(rawValue: number).map { .known($0) } ?? .reserved
    }

    /// The code of a variable speed sign's place; `nil` is not available, and no bit is a place that is
    /// not known.
    public init(variableSpeedSignPosition: VariableSpeedSignPosition?) {
        raw = variableSpeedSignPosition.map { UInt16($0.rawValue & 0xF) } ?? Self.notAvailable.raw
    }

    /// The variable speed sign's place.
    public var variableSpeedSignPosition: Reading<VariableSpeedSignPosition> {
        if raw == 0 { return .unknown }
        return raw > 0xF && self != .notAvailable
            ? .reserved : flags.map { VariableSpeedSignPosition(rawValue: $0) }
    }

    private var flags: Reading<UInt8> {
        if self == .notAvailable { return .notAvailable }
        return UInt8(exactly: raw).map { .known($0) } ?? .reserved
    }
}
