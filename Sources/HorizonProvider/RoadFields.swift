import ADASISv2
import Horizon
import Quantities
import RoadMap

/// The fields that SEGMENT and STUB take from a link's attributes at one place. What no attribute
/// says stays unknown.
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

    /// Reads the attributes, whose ranges are in driving direction, at a place. Speed limits are
    /// given in `unit`, that of META-DATA.
    init(
        attributes: [Attribute], at place: Centimetres, direction: Direction, open: DirectionSet,
        unit: SpeedUnit
    ) {
        if open != .both { lanesOpposite = .oneWay }
        for attribute in attributes where attribute.from <= place && place < attribute.to {
            let number = Int(clamping: attribute.value)
            if attribute.kind == .lanes, attribute.directions.contains(direction.reversed),
                open == .both
            {
                lanesOpposite = OppositeLanesCode(number)
            }
            guard attribute.directions.contains(direction) else { continue }
            switch attribute.kind {
            case .functionalRoadClass: functionalRoadClass = FunctionalRoadClassCode(number)
            case .formOfWay:
                if let form = UInt8(exactly: number).flatMap(FormOfWay.init(rawValue:)) {
                    formOfWay = FormOfWayCode(raw: form.rawValue)
                }
            case .speedLimit:
                if let rule = SpeedLimitRule(attributeValue: attribute.value) {
                    read(rule, attribute.provenance, in: unit)
                }
            case .lanes: lanesDriving = DrivingLanesCode(number)
            case .tunnel: tunnel = TriStateCode(number == 1)
            case .bridge: bridge = TriStateCode(number == 1)
            case .dividedRoad: dividedRoad = TriStateCode(number == 1)
            case .builtUpArea: builtUpArea = TriStateCode(number == 1)
            case .complexIntersection: complexIntersection = TriStateCode(number == 1)
            default: break
            }
        }
    }

    /// Takes a limit that holds now in the place of the one that holds otherwise.
    mutating func read(_ timed: LimitStretch, in unit: SpeedUnit) {
        read(timed.rule, .tagged, in: unit)
        if let type = timed.condition?.limitType { speedLimitType = type }
    }

    private mutating func read(
        _ rule: SpeedLimitRule, _ provenance: Provenance, in unit: SpeedUnit
    ) {
        switch rule.limit {
        case .unlimited: speedLimit = .unlimited
        // A variable sign has the code of what is not known.
        case .limited, .walkingPace, .variable:
            speedLimit =
                rule.limit.number(in: unit).map(EffectiveSpeedLimitCode.init(upTo:)) ?? .unknown
        }
        switch rule.source {
        case .sign, .zone, .marking: speedLimitType = .explicitSign
        case .law: speedLimitType = .implicit
        // A plain number does not say whether a sign stands there.
        case .unstated:
            speedLimitType = provenance == .legalDefault ? .implicit : .unknown
        }
    }
}

extension SpeedLimit {
    /// The number in a unit, `nil` where it has none. Walking pace is what the wire's code for 7 km/h
    /// is there for.
    func number(in unit: SpeedUnit) -> Double? {
        switch self {
        case .limited(let number, let signed): signed.convert(Double(number), to: unit)
        case .walkingPace: SpeedUnit.kilometresPerHour.convert(7, to: unit)
        case .unlimited, .variable: nil
        }
    }
}

extension SpeedUnit {
    /// A speed in this unit, given in another one. 1 mile = 1.609344 km.
    fileprivate func convert(_ speed: Double, to unit: SpeedUnit) -> Double {
        switch (self, unit) {
        case (.milesPerHour, .kilometresPerHour): speed * 1.609344
        case (.kilometresPerHour, .milesPerHour): speed / 1.609344
        default: speed
        }
    }
}

extension Condition {
    /// What the wire calls a limit that holds under it: in rain or snow where the weather matters, else
    /// by night from the evening to the morning, by day from the morning to the evening, whatever the
    /// date; `nil` where none of this does.
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
