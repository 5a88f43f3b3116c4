import Console
import Quantities
import RoadMap

/// The units of profiles, in words.
enum ProfileUnits {
    static let text =
        "1e-5 1/m (curvature, positive to the right driven forward), 0.01 % (slope, positive uphill "
        + "driven forward) and cm (altitude, height above the ellipsoid); an error is what nine times of ten the truth is within"
}

/// Attributes in words, for tables.
enum AttributeText {
    /// The value of an attribute, in the unit that its kind has by nature.
    static func value(
        of attribute: Attribute,
        _ link: Link,
        on map: RoadMap
    ) throws(MapError) -> String {
        let number = attribute.value
        switch attribute.kind {
        case _ where attribute.kind.isText:
            return try map.text(attribute, of: link)
        case .speedLimit, .particularSpeedLimit:
            return SpeedLimitRule(attributeValue: number).map(text) ?? "?"
        case .condition: return Condition(attributeValue: number).map(\.description) ?? "unread"
        case .lastEdit: return date(Int(min(number, 1 << 20)))
        case .formOfWay: return FormOfWay(rawValue: small(number)).map { "\($0)" } ?? "?"
        case .surface: return RoadSurface(rawValue: small(number)).map { "\($0)" } ?? "?"
        case .routeNumberClass:
            return RouteNumberClass(rawValue: small(number)).map { "\($0)" } ?? "?"
        case .layer: return "\(Int64(number >> 1) ^ -Int64(number & 1))"
        case .vehicleAccess: return text(VehicleAccess(rawValue: number))
        case .turnRestriction: return TurnRestriction(attributeValue: number).map(text) ?? "?"
        case .country:
            return UInt16(exactly: number).flatMap { CountryTable.alpha2(numericCode: $0) } ?? "?"
        case .region: return RegionCode(attributeValue: number)?.text ?? "?"
        case .previousWay: return "\(Int64(number >> 1) ^ -Int64(number & 1))"
        case .roadObject: return RoadObject(attributeValue: number).map(text) ?? "?"
        default: return "\(number)"
        }
    }

    private static func small(_ number: UInt64) -> UInt8 { UInt8(min(number, 255)) }

    /// A limit as tags have it.
    /// A day since 1970 as 2022-12-26.
    static func date(_ day: Int) -> String {
        String(utcText(Int64(day) * 86400).prefix(10))
    }

    static func text(_ limit: SpeedLimit) -> String {
        switch limit {
        case .limited(let number, .kilometresPerHour): "\(number)"
        case .limited(let number, .milesPerHour): "\(number) mph"
        case .unlimited: "none"
        case .walkingPace: "walk"
        case .variable: "variable"
        }
    }

    /// `80 truck source=sign`.
    private static func text(_ rule: SpeedLimitRule) -> String {
        var words = [text(rule.limit)]
        if rule.kind != .general { words.append("\(rule.kind)") }
        if rule.lane > 0 { words.append("lane=\(rule.lane)") }
        if rule.source != .unstated { words.append("source=\(rule.source)") }
        if rule.isImplausible { words.append("doubtful") }
        if rule.isRejected { words.append("rejected") }
        return words.joined(separator: " ")
    }

    private static func text(_ access: VehicleAccess) -> String {
        VehicleAccess.Vehicle.allCases.filter { access[$0] != .unknown }
            .map { "\($0)=\(access[$0])" }.joined(separator: " ")
    }

    private static func text(_ restriction: TurnRestriction) -> String {
        var words: [String]
        switch restriction.rule {
        case .no: words = ["no way=\(restriction.toWay)"]
        case .only: words = ["only way=\(restriction.toWay)"]
        case .noPassage: words = ["no-passage"]
        case .onward: words = ["onward way=\(restriction.toWay)"]
        }
        if restriction.vehicles != .all { words.append("for=\(names(restriction.vehicles))") }
        if !restriction.exceptions.isEmpty {
            words.append("except=\(names(restriction.exceptions))")
        }
        return words.joined(separator: " ")
    }

    private static func names(_ vehicles: TurnRestriction.Vehicles) -> String {
        let named: [(TurnRestriction.Vehicles, String)] = [
            (.cars, "cars"), (.trucks, "trucks"), (.buses, "buses"), (.taxis, "taxis"),
            (.emergency, "emergency"), (.others, "others"),
        ]
        return named.filter { vehicles.contains($0.0) }.map(\.1).joined(separator: ",")
    }

    private static func text(_ object: RoadObject) -> String {
        var words = ["\(object.kind)"]
        if object.carAccess != .unknown { words.append("cars=\(object.carAccess)") }
        if object.hasStatedDirection { words.append("stated-direction") }
        return words.joined(separator: " ")
    }

    /// The name of a kind in tables; a kind that this version does not know by its number.
    static func name(of kind: AttributeKind) -> String {
        AttributeKind.named.first { $0.kind == kind }?.name ?? "kind\(kind.rawValue)"
    }

    /// `both`, `forward`, `backward` or `none`.
    static func text(_ directions: DirectionSet) -> String {
        switch directions {
        case .both: "both"
        case .forward: "forward"
        case .backward: "backward"
        default: "none"
        }
    }
}
