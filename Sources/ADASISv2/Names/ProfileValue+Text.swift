import Quantities

extension ProfileValueCode {
    /// What the code says in a profile.
    func value(of profile: ProfileContext) -> FieldValue {
        guard case .short(let type) = profile, self != .notAvailable else {
            return self == .notAvailable ? .notAvailable : .integer(Int(raw))
        }
        return switch type {
        case .curvature: FieldValue(curvature.map { $0.value }, places: 5)
        case .slopeStep, .slopeLinear: FieldValue(slopePercent, places: 1)
        case .averageSpeed: FieldValue(averageSpeed.map { $0.value }, places: 2)
        case .headingChange: FieldValue(headingChange.map { $0.value }, places: 1)
        case .roadAccessibility:
            FieldValue(roadAccessibility.map { .flags(UInt16($0.rawValue).names(type.valueNames)) })
        case .variableSpeedSignPosition:
            FieldValue(
                variableSpeedSignPosition.map { .flags(UInt16($0.rawValue).names(type.valueNames)) }
            )
        case .roadCondition:
            FieldValue(roadCondition.map { .word(type.valueNames[Int($0.rawValue)]) })
        case .routeNumberType:
            FieldValue(routeNumberType.map { .word(type.valueNames[Int($0.rawValue)]) })
        default: .integer(Int(raw))
        }
    }
}

extension ShortProfileType {
    /// The names of the type's numbers from 0 on, or, where ``isFlags``, of its bits from the least
    /// significant one on; empty where the value is a number.
    public var valueNames: [String] {
        switch self {
        case .roadAccessibility:
            [
                "cars", "pedestrians", "bus", "delivery", "emergency", "taxi", "through-traffic",
                "trucks",
            ]
        case .roadCondition:
            ["unknown", "dry", "wet", "snow", "ice", "mud", "sand", "gravel"]
        case .routeNumberType:
            ["unknown", "european", "motorway", "national", "regional", "local", "other"]
        case .variableSpeedSignPosition: ["left", "right", "overhead", "per-lane"]
        default: []
        }
    }

    /// Whether each bit of the value is a yes or no of its own.
    public var isFlags: Bool { self == .roadAccessibility || self == .variableSpeedSignPosition }
}

extension UInt16 {
    /// The names of the bits that are set.
    fileprivate func names(_ names: [String]) -> [String] {
        names.indices.filter { self >> UInt16($0) & 1 != 0 }.map { names[$0] }
    }
}

extension LongValueCode {
    /// What the code says in a profile.
    func value(of profile: ProfileContext) -> FieldValue {
        guard case .long(let type) = profile, self != .notAvailable else {
            return self == .notAvailable ? .notAvailable : .integer(Int(raw))
        }
        switch type {
        case .longitude, .bezierLongitude:
            return FieldValue(longitude.map { $0.value }, places: 7)
        case .latitude, .bezierLatitude: return FieldValue(latitude.map { $0.value }, places: 7)
        case .altitude, .bezierAltitude: return FieldValue(altitude.map { $0.value }, places: 2)
        default:
            let parts = type.parts
            if parts.isEmpty { return .integer(Int(raw)) }
            var told: [FieldValue.Part] = []
            for (part, number) in zip(parts, numbers(of: parts)) {
                guard let value = part.value(of: number) else { continue }
                told.append(FieldValue.Part(name: part.name, value: value))
            }
            return .parts(told)
        }
    }
}

extension FieldValue {
    fileprivate init(_ reading: Reading<FieldValue>) {
        switch reading {
        case .known(let value), .atLeast(let value), .atMost(let value): self = value
        case .unknown: self = .unknown
        case .notAvailable: self = .notAvailable
        case .reserved: self = .reserved
        }
    }
}
