import Quantities
import RoadMap
import TextFiles

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
        guard let record = attribute.kind.record else { return "\(attribute.value)" }
        if case .text = record.coding { return try map.text(attribute, of: link) }
        return words(attribute.value, record.coding, on: link.way) ?? "?"
    }

    /// The words of a number of a link of a way; `nil` where it has no meaning.
    private static func words(
        _ number: UInt64, _ coding: AttributeCoding, on way: Int64
    ) -> String? {
        switch coding {
        case .flag, .number, .text: "\(number)"
        case .signedNumber: "\(Int64(number >> 1) ^ -Int64(number & 1))"
        case .day: date(Int(min(number, 1 << 20)))
        case .name(let name): name(UInt8(min(number, 255)))
        case .speedLimit: SpeedLimitRule(attributeValue: number).map(text)
        case .condition: Condition(attributeValue: number).map(\.description) ?? "unread"
        case .vehicleAccess: text(VehicleAccess(rawValue: number))
        case .turnRestriction: TurnRestriction(attributeValue: number).map(text)
        case .roadObject: RoadObject(attributeValue: number).map(text)
        case .country:
            UInt16(exactly: number).flatMap { CountryTable.alpha2(numericCode: $0) }
        case .region: RegionCode(attributeValue: number)?.text
        case .exitCount: ExitCount(attributeValue: number, on: way).map(text)
        case .halfKilometresPerHour: decimalText(Double(number) / 2, places: 1)
        }
    }

    /// A day since 1970 as 2022-12-26.
    static func date(_ day: Int) -> String {
        String(utcText(Int64(day) * 86400).prefix(10))
    }

    /// A limit as tags have it.
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

    /// `34 × way=8367055 forward`.
    private static func text(_ exit: ExitCount) -> String {
        "\(exit.count) × way=\(exit.way) \(exit.direction)"
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
        kind.record?.name ?? "kind\(kind.rawValue)"
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
