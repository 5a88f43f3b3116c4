import ADASISv2
import Quantities
import RoadMap

/// A profile whose values hold from their place on, out of the map's attributes.
enum StepProfile: Int, CaseIterable {
    case routeNumberType, roadAccessibility, roadCondition, truckSpeedLimit, speedLimit

    /// The code of a value that is not known, in which a profile does not begin.
    var unknown: UInt32 {
        switch self {
        case .routeNumberType: UInt32(ProfileValueCode(routeNumberType: nil).raw)
        case .roadAccessibility: UInt32(ProfileValueCode.notAvailable.raw)
        case .roadCondition: UInt32(ProfileValueCode(roadCondition: nil).raw)
        case .truckSpeedLimit, .speedLimit: LongValueCode.notAvailable.raw
        }
    }
}

/// A speed limit of a link, with its stretch in driving direction.
struct LimitStretch {
    let rule: SpeedLimitRule
    let condition: Condition?
    let from: Centimetres
    let to: Centimetres
}

/// What the step profiles say at one place of a link.
struct RoadSteps {
    private var codes = StepProfile.allCases.map(\.unknown)

    /// The number on the wire.
    subscript(_ profile: StepProfile) -> UInt32 { codes[profile.rawValue] }

    /// Reads attributes and limits, whose stretches are in driving direction, at a place. `open` are
    /// the directions in which cars may drive the link.
    init(
        attributes: [Attribute], limits: [LimitStretch], at place: Centimetres,
        direction: Direction, open: DirectionSet, unit: SpeedUnit
    ) {
        var access = VehicleAccess()
        var isRestricted = false
        for attribute in attributes
        where attribute.from <= place && place < attribute.to
            && attribute.directions.contains(direction)
        {
            switch attribute.kind {
            case .routeNumberClass:
                let type = UInt8(exactly: attribute.value).flatMap(RouteNumberType.init(rawValue:))
                set(.routeNumberType, UInt32(ProfileValueCode(routeNumberType: type).raw))
            case .surface:
                let surface = UInt8(exactly: attribute.value).flatMap(RoadSurface.init(rawValue:))
                let code = ProfileValueCode(roadCondition: surface?.condition)
                set(.roadCondition, UInt32(code.raw))
            case .vehicleAccess: access = VehicleAccess(rawValue: attribute.value)
            case .restrictedAccess: isRestricted = attribute.value != 0
            default: break
            }
        }
        if open.contains(direction) { access[.car] = isRestricted ? .restricted : .open }
        let accessibility = RoadAccessibility(access)
        set(
            .roadAccessibility, UInt32(ProfileValueCode(roadAccessibility: accessibility).raw))
        let here = limits.filter { $0.from <= place && place < $0.to }
        set(.truckSpeedLimit, LongValueCode(truckSpeedLimit: truckLimit(here, unit)).raw)
        set(.speedLimit, LongValueCode(speedLimitAndRecommendedSpeed: limit(here, unit)).raw)
    }

    private mutating func set(_ profile: StepProfile, _ code: UInt32) {
        codes[profile.rawValue] = code
    }

    /// The limit for trucks: the one that always holds, else the one from the least weight on, else one
    /// that depends on more than the weight.
    private func truckLimit(_ limits: [LimitStretch], _ unit: SpeedUnit) -> TruckSpeedLimit? {
        let trucks = limits.filter {
            $0.rule.kind == .truck && $0.rule.limit.wholeNumber(in: unit) != nil
        }
        let always = trucks.first { $0.condition == nil }
        let lightest = trucks.lazy.filter { $0.hasWeightAlone }
            .min { ($0.condition?.weightAbove ?? 0) < ($1.condition?.weightAbove ?? 0) }
        guard let stretch = always ?? lightest ?? trucks.first,
            let speed = stretch.rule.limit.wholeNumber(in: unit)
        else { return nil }
        // Units of the weight are not public: as in the map, 100 kg.
        var limit = TruckSpeedLimit(
            speed: min(speed, 255), weight: UInt32(min(stretch.condition?.weightAbove ?? 0, 255)))
        limit.isTimeDependent = stretch.condition != nil && !stretch.hasWeightAlone
        return limit
    }

    /// The limit for every car at any time, and the recommended speed.
    private func limit(
        _ limits: [LimitStretch], _ unit: SpeedUnit
    ) -> SpeedLimitAndRecommendedSpeed? {
        let general = limits.first { $0.rule.kind == .general && $0.condition == nil }
        let advised = limits.first { $0.rule.kind == .advisory && $0.condition == nil }
        let isVariable = limits.contains {
            $0.rule.limit == .variable || $0.rule.kind == .variable
        }
        guard general != nil || advised != nil || isVariable else { return nil }
        var speed: UInt32 = 0
        if let limit = general?.rule.limit {
            speed =
                limit == .unlimited
                ? SpeedLimitAndRecommendedSpeed.unlimited
                : min(limit.wholeNumber(in: unit) ?? 0, 253)
        }
        var value = SpeedLimitAndRecommendedSpeed(
            speedLimit: speed,
            recommendedSpeed: min(advised?.rule.limit.wholeNumber(in: unit) ?? 0, 254))
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

extension LimitStretch {
    /// Whether the vehicle's weight is all that it depends on.
    fileprivate var hasWeightAlone: Bool {
        guard var condition else { return false }
        condition.weightAbove = 0
        return condition == Condition()
    }
}

extension SpeedLimit {
    /// The whole number in a unit, at least 1; `nil` where it has none.
    fileprivate func wholeNumber(in unit: SpeedUnit) -> UInt32? {
        number(in: unit).map { UInt32(max(1, $0.rounded())) }
    }
}

extension RoadSurface {
    /// The condition that a surface is always in, `nil` where the weather decides.
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
    /// Who may use a road, `nil` where the map does not know it of all of them: a bit that is not set
    /// forbids. Taxis and deliveries follow cars where nothing else is said; emergency vehicles may
    /// always.
    fileprivate init?(_ access: VehicleAccess) {
        self = .emergency
        for (vehicle, bit) in [
            (VehicleAccess.Vehicle.car, RoadAccessibility.cars), (.pedestrian, .pedestrians),
            (.bus, .bus), (.delivery, .delivery), (.taxi, .taxi), (.truck, .trucks),
        ] {
            var right = access[vehicle]
            if right == .unknown, vehicle == .delivery || vehicle == .taxi { right = access[.car] }
            switch right {
            case .unknown: return nil
            // Deliveries are a reason to be there.
            case .open: insert(bit)
            case .restricted: if vehicle == .delivery { insert(bit) }
            case .closed: break
            }
        }
        if access[.car] == .open { insert(.throughTraffic) }
    }
}
