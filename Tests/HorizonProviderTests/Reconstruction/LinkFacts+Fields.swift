import ADASISv2
import RoadMap

/// The profiles whose values hold from their place on, out of the map's attributes.
enum StepKind: Int, CaseIterable {
    case routeNumberType, roadAccessibility, roadCondition, truckSpeedLimit, speedLimit

    /// The number that says that the value is not known.
    var unknown: UInt32 {
        switch self {
        case .routeNumberType, .roadCondition: 0
        case .roadAccessibility: 1023
        case .truckSpeedLimit, .speedLimit: .max
        }
    }
}

extension LinkFacts {
    static func segment(
        _ here: [Stretch], isOneWay: Bool, _ direction: Direction
    ) -> SegmentMessage {
        func number(_ kind: AttributeKind) -> UInt64? {
            here.last { $0.attribute.kind == kind && $0.isDriven }?.attribute.value
        }
        func answer(_ kind: AttributeKind) -> TriStateCode {
            number(kind).map { $0 == 1 ? .yes : .no } ?? .unknown
        }
        var segment = SegmentMessage()
        segment.functionalRoadClass = FunctionalRoadClassCode(
            raw: UInt8(number(.functionalRoadClass) ?? 0))
        segment.formOfWay = FormOfWayCode(raw: UInt8(number(.formOfWay) ?? 0))
        segment.lanesDrivingDirection = DrivingLanesCode(
            raw: UInt8(number(.lanes).map { min($0, 6) } ?? 7))
        let opposite = here.last {
            $0.attribute.kind == .lanes && $0.attribute.directions.contains(direction.reversed)
        }
        segment.lanesOppositeDirection =
            isOneWay
            ? .oneWay
            : OppositeLanesCode(raw: UInt8(opposite.map { min($0.attribute.value, 2) } ?? 3))
        segment.tunnel = answer(.tunnel)
        segment.bridge = answer(.bridge)
        segment.dividedRoad = answer(.dividedRoad)
        segment.builtUpArea = answer(.builtUpArea)
        segment.complexIntersection = answer(.complexIntersection)
        segment.effectiveSpeedLimit = .unknown
        segment.effectiveSpeedLimitType = .unknown
        if let limit = here.last(where: { $0.attribute.kind == .speedLimit && $0.isDriven }),
            let rule = SpeedLimitRule(attributeValue: limit.attribute.value)
        {
            segment.effectiveSpeedLimit =
                rule.limit == .unlimited
                ? .unlimited : EffectiveSpeedLimitCode(upTo: rule.limit.kilometresPerHour)
            switch rule.source {
            case .sign, .zone, .marking: segment.effectiveSpeedLimitType = .explicitSign
            case .law: segment.effectiveSpeedLimitType = .implicit
            case .unstated where limit.attribute.provenance == .legalDefault:
                segment.effectiveSpeedLimitType = .implicit
            case .unstated: break
            }
        }
        return segment
    }

    static func steps(_ here: [Stretch], _ limits: [Limit]) -> [UInt32] {
        func number(_ kind: AttributeKind) -> UInt64? {
            here.last { $0.attribute.kind == kind }?.attribute.value
        }
        let surfaces: [RoadSurface: UInt32] = [
            .fineGravel: 7, .gravel: 7, .pebblestone: 7, .sand: 6, .mud: 5, .ice: 4, .snow: 3,
        ]
        let surface = number(.surface).flatMap { RoadSurface(rawValue: UInt8($0)) }
        return [
            UInt32(number(.routeNumberClass) ?? 0),
            accessibility(
                VehicleAccess(rawValue: number(.vehicleAccess) ?? 0),
                isRestricted: number(.restrictedAccess) == 1),
            surface.flatMap { surfaces[$0] } ?? 0, truckLimit(limits), speedLimit(limits),
        ]
    }

    /// Cars may drive what a path runs along; what is not known of one is not known of all.
    private static func accessibility(_ access: VehicleAccess, isRestricted: Bool) -> UInt32 {
        let car = isRestricted ? AccessRight.restricted : .open
        func orCar(_ right: AccessRight) -> AccessRight { right == .unknown ? car : right }
        let rights: [(UInt32, AccessRight)] = [
            (1, car), (2, access[.pedestrian]), (4, access[.bus]), (8, orCar(access[.delivery])),
            (32, orCar(access[.taxi])), (128, access[.truck]),
        ]
        guard rights.allSatisfy({ $0.1 != .unknown }) else { return 1023 }
        var bits: UInt32 = car == .open ? 16 + 64 : 16
        for (bit, right) in rights where right == .open || (bit == 8 && right == .restricted) {
            bits += bit
        }
        return bits
    }

    private static func truckLimit(_ limits: [Limit]) -> UInt32 {
        func weight(_ limit: Limit) -> Int? {
            guard var condition = limit.condition else { return 0 }
            let weight = Int(condition.weightAbove)
            condition.weightAbove = 0
            return condition == Condition() ? weight : nil
        }
        let trucks = limits.filter {
            $0.rule.kind == .truck && $0.rule.limit.kilometresPerHour != nil
        }
        let byWeight = trucks.filter { weight($0) != nil }
            .min { (weight($0) ?? 0, 0) < (weight($1) ?? 0, 0) }
        guard let limit = trucks.first(where: { $0.condition == nil }) ?? byWeight ?? trucks.first
        else { return .max }
        let speed = UInt32(min(255, max(1, (limit.rule.limit.kilometresPerHour ?? 0).rounded())))
        let bound = UInt32(min(255, limit.condition?.weightAbove ?? 0))
        return speed << 24 | bound << 16 | (weight(limit) == nil ? 1 << 5 : 0)
    }

    private static func speedLimit(_ limits: [Limit]) -> UInt32 {
        let general = limits.last { $0.rule.kind == .general && $0.condition == nil }?.rule
        let advised = limits.first { $0.rule.kind == .advisory && $0.condition == nil }?.rule
        let isVariable = limits.contains { $0.rule.kind == .variable || $0.rule.limit == .variable }
        guard general != nil || advised != nil || isVariable else { return .max }
        func number(_ rule: SpeedLimitRule?, _ most: Double) -> UInt32 {
            rule?.limit.kilometresPerHour.map { UInt32(min(most, max(1, $0.rounded()))) } ?? 0
        }
        let speed = general?.limit == .unlimited ? 254 : number(general, 253)
        let source: UInt32 =
            switch general?.source {
            case _ where isVariable: 3
            case .sign, .zone, .marking: 1
            case .law: 2
            case .unstated, nil: 0
            }
        return speed << 24 | number(advised, 254) << 16 | source << 13
    }
}

extension SpeedLimit {
    /// The number in the unit of the random roads' country.
    fileprivate var kilometresPerHour: Double? {
        switch self {
        case .limited(let number, .kilometresPerHour): Double(number)
        case .limited(let number, .milesPerHour): Double(number) * 1.609344
        case .walkingPace: 7
        case .unlimited, .variable: nil
        }
    }
}
