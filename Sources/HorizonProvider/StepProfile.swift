import ADASISv2
import Horizon
import Quantities
import RoadMap

/// A profile whose values hold from their place on, out of the map's attributes.
enum StepProfile: Int, CaseIterable {
    case routeNumberType, roadAccessibility, roadCondition, truckSpeedLimit, speedLimit

    /// What its messages are part of.
    var series: Series {
        switch self {
        case .routeNumberType: Series(ShortProfileType.routeNumberType)
        case .roadAccessibility: Series(ShortProfileType.roadAccessibility)
        case .roadCondition: Series(ShortProfileType.roadCondition)
        case .truckSpeedLimit: Series(LongProfileType.truckSpeedLimit)
        case .speedLimit: Series(LongProfileType.speedLimitAndRecommendedSpeed)
        }
    }

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

/// What the step profiles say at one place of a link.
struct RoadSteps {
    /// The numbers on the wire, by ``StepProfile``.
    private var codes: [5 of UInt32] = [
        StepProfile.routeNumberType.unknown, StepProfile.roadAccessibility.unknown,
        StepProfile.roadCondition.unknown, StepProfile.truckSpeedLimit.unknown,
        StepProfile.speedLimit.unknown,
    ]

    /// Nothing is known.
    init() {}

    /// The number on the wire.
    subscript(_ profile: StepProfile) -> UInt32 {
        get { codes[profile.rawValue] }
        set { codes[profile.rawValue] = newValue }
    }

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
                self[.routeNumberType] = UInt32(ProfileValueCode(routeNumberType: type).raw)
            case .surface:
                let surface = UInt8(exactly: attribute.value).flatMap(RoadSurface.init(rawValue:))
                let code = ProfileValueCode(roadCondition: surface?.condition)
                self[.roadCondition] = UInt32(code.raw)
            case .vehicleAccess: access = VehicleAccess(rawValue: attribute.value)
            case .restrictedAccess: isRestricted = attribute.value != 0
            default: break
            }
        }
        if open.contains(direction) { access[.car] = isRestricted ? .restricted : .open }
        let accessibility = RoadAccessibility(access)
        self[.roadAccessibility] = UInt32(
            ProfileValueCode(roadAccessibility: accessibility).raw)
        let here = LimitsHere(limits, at: place, unit)
        self[.truckSpeedLimit] = LongValueCode(truckSpeedLimit: here.truckLimit(unit)).raw
        self[.speedLimit] = LongValueCode(speedLimitAndRecommendedSpeed: here.limit(unit)).raw
    }
}

/// The speed limits that the step profiles tell of at a place, the first of each kind.
private struct LimitsHere {
    private var general: LimitStretch?
    /// The one that takes the general one's place at this time.
    private var timed: LimitStretch?
    private var advised: LimitStretch?
    private var isVariable = false
    private var trucks: LimitStretch?
    private var trucksAlways: LimitStretch?
    private var lightestTrucks: LimitStretch?

    init(_ limits: [LimitStretch], at place: Centimetres, _ unit: SpeedUnit) {
        for limit in limits where limit.from <= place && place < limit.to {
            if limit.rule.limit == .variable || limit.rule.kind == .variable { isVariable = true }
            switch limit.rule.kind {
            case .general where limit.condition == nil: general = general ?? limit
            case .general where limit.isInForce: timed = limit
            case .advisory where limit.condition == nil: advised = advised ?? limit
            case .truck where limit.rule.limit.wholeNumber(in: unit) != nil:
                trucks = trucks ?? limit
                if limit.condition == nil { trucksAlways = trucksAlways ?? limit }
                if limit.hasWeightAlone, limit.weight < lightestTrucks?.weight ?? .max {
                    lightestTrucks = limit
                }
            default: break
            }
        }
    }

    /// The limit for trucks: the one that always holds, else the one from the least weight on, else one
    /// that depends on more than the weight.
    func truckLimit(_ unit: SpeedUnit) -> TruckSpeedLimit? {
        guard let stretch = trucksAlways ?? lightestTrucks ?? trucks,
            let speed = stretch.rule.limit.wholeNumber(in: unit)
        else { return nil }
        // Units of the weight are not public: as in the map, 100 kg.
        var limit = TruckSpeedLimit(
            speed: speed, weight: UInt32(stretch.weight))
        limit.isTimeDependent = stretch.condition != nil && !stretch.hasWeightAlone
        return limit
    }

    /// The limit for every car now, and the recommended speed.
    func limit(_ unit: SpeedUnit) -> SpeedLimitAndRecommendedSpeed? {
        let general = timed ?? general
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
    /// The weight from which on it holds, 100 kg.
    fileprivate var weight: Int { Int(condition?.weightAbove ?? 0) }

    /// Whether the vehicle's weight is all that it depends on.
    fileprivate var hasWeightAlone: Bool {
        guard var condition else { return false }
        condition.weightAbove = 0
        return condition == Condition()
    }
}

extension SpeedLimit {
    /// The whole number in a unit, `nil` where it has none.
    fileprivate func wholeNumber(in unit: SpeedUnit) -> UInt32? {
        number(in: unit).map { UInt32($0.rounded()) }
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
            // Deliveries are a reason to be there.
            case .open: insert(bit)
            case .restricted: if vehicle == .delivery { insert(bit) }
            case .closed: break
            }
        }
        if access[.car] == .open { insert(.throughTraffic) }
    }
}
