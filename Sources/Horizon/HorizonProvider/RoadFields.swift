import ADASISv2
import Horizon
import Quantities
import RoadMap

/// The fields of SEGMENT and STUB from a section of a link. A value that the map does not have
/// stays unknown.
struct RoadFields {
    var functionalRoadClass = FunctionalRoadClassCode.unknown
    var formOfWay = FormOfWayCode.unknown
    var speedLimit = EffectiveSpeedLimitCode.unknown
    var speedLimitType = EffectiveSpeedLimitTypeCode.unknown
    var lanesDriving = DrivingLanesCode.notAvailable
    var lanesOpposite = OppositeLanesCode.notAvailable
    var tunnel = TriStateCode.unknown
    var bridge = TriStateCode.unknown
    var dividedRoad = TriStateCode.unknown
    var builtUpArea = TriStateCode.unknown
    var complexIntersection = TriStateCode.unknown

    /// The fields of a section. `open` contains the directions in which cars may drive the link.
    /// Speed limits are in `unit`, the unit of META-DATA.
    init(_ section: RoadSection, open: DirectionSet, unit: SpeedUnit) {
        let road = section.attributes
        functionalRoadClass = FunctionalRoadClassCode(road.functionalRoadClass.map { Int($0.rank) })
        if let form = road.formOfWay { formOfWay = FormOfWayCode(raw: form.rawValue) }
        if let lanes = road.lanes { lanesDriving = DrivingLanesCode(Int(lanes)) }
        if open != .both {
            lanesOpposite = .oneWay
        } else if let lanes = road.oppositeLanes {
            lanesOpposite = OppositeLanesCode(Int(lanes))
        }
        tunnel = TriStateCode(answer: road.isTunnel)
        bridge = TriStateCode(answer: road.isBridge)
        dividedRoad = TriStateCode(answer: road.isDividedRoad)
        builtUpArea = TriStateCode(answer: road.isBuiltUpArea)
        complexIntersection = TriStateCode(answer: road.isComplexIntersection)
        if let limit = section.limits.general { read(limit, in: unit) }
    }

    private mutating func read(_ limit: LimitStretch, in unit: SpeedUnit) {
        // A conditional limit is never the law's general limit.
        read(limit.rule, limit.isInForce ? .tagged : limit.provenance, in: unit)
        if limit.isInForce, let type = limit.condition?.limitType { speedLimitType = type }
    }

    private mutating func read(
        _ rule: SpeedLimitRule, _ provenance: Provenance, in unit: SpeedUnit
    ) {
        switch rule.limit {
        case .unlimited: speedLimit = .unlimited
        // A variable sign has the code for an unknown limit.
        case .limited, .walkingPace, .variable:
            speedLimit =
                rule.limit.number(in: unit).map(EffectiveSpeedLimitCode.init(upTo:)) ?? .unknown
        }
        switch rule.source {
        case .sign, .zone, .marking: speedLimitType = .explicitSign
        case .law: speedLimitType = .implicit
        // A plain number does not state whether there is a sign.
        case .unstated:
            speedLimitType = provenance == .legalDefault ? .implicit : .unknown
        }
    }
}

extension TriStateCode {
    /// The code of an answer; unknown without one.
    fileprivate init(answer: Bool?) { self = answer.map { Self($0) } ?? .unknown }
}

extension SpeedLimit {
    /// The number in a unit; `nil` if there is none. The wire's code for 7 km/h means walking pace.
    func number(in unit: SpeedUnit) -> Double? {
        switch self {
        case .limited(let number, let signed): signed.convert(Double(number), to: unit)
        case .walkingPace: SpeedUnit.kilometresPerHour.convert(7, to: unit)
        case .unlimited, .variable: nil
        }
    }
}

extension SpeedUnit {
    /// Converts a speed from another unit to this one. 1 mile = 1.609344 km.
    fileprivate func convert(_ speed: Double, to unit: SpeedUnit) -> Double {
        switch (self, unit) {
        case (.milesPerHour, .kilometresPerHour): speed * 1.609344
        case (.kilometresPerHour, .milesPerHour): speed / 1.609344
        default: speed
        }
    }
}

extension Condition {
    /// The name on the wire for a conditional limit. The order is: rain or snow if the weather
    /// matters; else night if it applies from the evening to the morning; else day if it applies
    /// from the morning to the evening, on any date. `nil` for all others.
    fileprivate var limitType: EffectiveSpeedLimitTypeCode? {
        switch weather {
        case .wet: return .rain
        case .snow: return .snow
        case .any, .ice, .fog, .dry, .winter, .night: break
        }
        guard let hours else { return weekdays == 0 && season == nil ? nil : .timeOfDay }
        guard weekdays == 0, season == nil else { return .timeOfDay }
        if hours.from.isEvening, hours.to.isMorning { return .byNight }
        if hours.from.isMorning, hours.to.isEvening { return .byDay }
        return .timeOfDay
    }
}

extension Condition.DayTime {
    fileprivate var isMorning: Bool {
        switch self {
        case .minute(let minute): (4 * 60...10 * 60).contains(minute)
        case .dawn, .sunrise: true
        case .sunset, .dusk: false
        }
    }

    fileprivate var isEvening: Bool {
        switch self {
        case .minute(let minute): (17 * 60...24 * 60).contains(minute)
        case .dawn, .sunrise: false
        case .sunset, .dusk: true
        }
    }
}
