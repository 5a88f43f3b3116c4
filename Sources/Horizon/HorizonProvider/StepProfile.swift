import ADASISv2
import Horizon
import Quantities
import RoadMap

/// A profile of the map's attributes whose values hold from their place on.
enum StepProfile: Int, CaseIterable {
    case routeNumberType, roadAccessibility, roadCondition, averageSpeed, truckSpeedLimit,
        speedLimit

    /// The series of its messages.
    var series: Series {
        switch self {
        case .routeNumberType: Series(ShortProfileType.routeNumberType)
        case .roadAccessibility: Series(ShortProfileType.roadAccessibility)
        case .roadCondition: Series(ShortProfileType.roadCondition)
        case .averageSpeed: Series(ShortProfileType.averageSpeed)
        case .truckSpeedLimit: Series(LongProfileType.truckSpeedLimit)
        case .speedLimit: Series(LongProfileType.speedLimitAndRecommendedSpeed)
        }
    }

    /// The code of an unknown value; a profile does not begin with it.
    var unknown: UInt32 {
        switch self {
        case .routeNumberType: UInt32(ProfileValueCode(routeNumberType: nil).raw)
        case .roadAccessibility, .averageSpeed: UInt32(ProfileValueCode.notAvailable.raw)
        case .roadCondition: UInt32(ProfileValueCode(roadCondition: nil).raw)
        case .truckSpeedLimit, .speedLimit: LongValueCode.notAvailable.raw
        }
    }
}

/// The values of the step profiles on one section of a link.
struct RoadSteps {
    /// The numbers on the wire, by ``StepProfile``.
    private var codes: [6 of UInt32] = [
        StepProfile.routeNumberType.unknown, StepProfile.roadAccessibility.unknown,
        StepProfile.roadCondition.unknown, StepProfile.averageSpeed.unknown,
        StepProfile.truckSpeedLimit.unknown, StepProfile.speedLimit.unknown,
    ]

    /// All values are unknown.
    init() {}

    /// The number on the wire.
    subscript(_ profile: StepProfile) -> UInt32 {
        get { codes[profile.rawValue] }
        set { codes[profile.rawValue] = newValue }
    }

    /// The values of a section. `open` contains the directions in which cars may drive the link.
    /// Speeds are in `unit`, the unit of META-DATA.
    init(
        _ section: RoadSection, direction: Direction, open: DirectionSet, unit: SpeedUnit
    ) {
        let road = section.attributes
        let number = road.routeNumberClass.flatMap { RouteNumberType(rawValue: $0.rawValue) }
        self[.routeNumberType] = UInt32(ProfileValueCode(routeNumberType: number).raw)
        let condition = road.surface?.condition
        self[.roadCondition] = UInt32(ProfileValueCode(roadCondition: condition).raw)
        var access = road.vehicleAccess
        if open.contains(direction) { access[.car] = road.isRestricted ? .restricted : .open }
        self[.roadAccessibility] = UInt32(
            ProfileValueCode(roadAccessibility: RoadAccessibility(access)).raw)
        // The number in a map file is that on the wire: units of 0.5 km/h.
        if let speed = road.averageSpeed { self[.averageSpeed] = UInt32(speed) }
        let trucks = section.limits.truckLimit(in: unit)
        self[.truckSpeedLimit] = LongValueCode(truckSpeedLimit: trucks).raw
        let limit = section.limits.speedLimit(in: unit)
        self[.speedLimit] = LongValueCode(speedLimitAndRecommendedSpeed: limit).raw
    }
}

extension EffectiveLimits {
    /// The limit for trucks.
    fileprivate func truckLimit(in unit: SpeedUnit) -> TruckSpeedLimit? {
        guard let truck, let speed = truck.rule.limit.wholeNumber(in: unit) else { return nil }
        // The unit of the weight is not public. This uses the map's unit, 100 kg.
        var limit = TruckSpeedLimit(speed: speed, weight: UInt32(truck.weight))
        limit.isTimeDependent = truck.condition != nil && !truck.dependsOnWeightAlone
        return limit
    }

    /// The limit for every car, and the recommended speed.
    fileprivate func speedLimit(in unit: SpeedUnit) -> SpeedLimitAndRecommendedSpeed? {
        guard general != nil || advisory != nil || isVariable else { return nil }
        var speed: UInt32 = 0
        if let limit = general?.rule.limit {
            speed =
                limit == .unlimited
                ? SpeedLimitAndRecommendedSpeed.unlimited
                : min(limit.wholeNumber(in: unit) ?? 0, 253)
        }
        var value = SpeedLimitAndRecommendedSpeed(
            speedLimit: speed,
            recommendedSpeed: min(advisory?.rule.limit.wholeNumber(in: unit) ?? 0, 254))
        if isVariable {
            value.source = .variableSign
        } else {
            switch general?.rule.source {
            case .sign, .zone, .marking: value.source = .sign
            case .law: value.source = .law
            case .unstated, nil: value.source = .unknown
            }
        }
        return value
    }
}

extension SpeedLimit {
    /// The whole number in a unit; `nil` if it has none.
    fileprivate func wholeNumber(in unit: SpeedUnit) -> UInt32? {
        number(in: unit).map { UInt32($0.rounded()) }
    }
}

extension RoadSurface {
    /// The permanent condition of a surface; `nil` if it depends on the weather.
    fileprivate var condition: RoadCondition? {
        switch self {
        case .fineGravel, .gravel, .pebblestone: .gravel
        case .sand: .sand
        case .mud: .mud
        case .ice: .ice
        case .snow: .snow
        default: nil
        }
    }
}

extension RoadAccessibility {
    /// The access restriction of a road; `nil` if the map does not know it for all vehicles. A bit
    /// that is 0 forbids. Without a rule of their own, taxis and deliveries follow cars. Emergency
    /// vehicles always have access.
    fileprivate init?(_ access: VehicleAccess) {
        self = .emergency
        let bits: [6 of (VehicleAccess.Vehicle, RoadAccessibility)] = [
            (.car, .cars), (.pedestrian, .pedestrians), (.bus, .bus), (.delivery, .delivery),
            (.taxi, .taxi), (.truck, .trucks),
        ]
        for index in bits.indices {
            let (vehicle, bit) = bits[index]
            var right = access[vehicle]
            if right == .unknown, vehicle == .delivery || vehicle == .taxi { right = access[.car] }
            switch right {
            case .unknown: return nil
            // A delivery counts as a reason for access.
            case .open: insert(bit)
            case .restricted: if vehicle == .delivery { insert(bit) }
            case .closed: break
            }
        }
        if access[.car] == .open { insert(.throughTraffic) }
    }
}
