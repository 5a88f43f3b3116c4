import ADASISv2
import CANFrames

/// A message as a line for people: the frame as candump writes it, then its words with units.
struct MessageText: MessagePrinter {
    /// Whether the layout has fields that only one maker has.
    let showsMakersOwn: Bool
    private var line = ""

    /// The width of a frame with an 11-bit identifier on an interface such as `vcan0`.
    private static let frameWidth = 46
    /// The width of the longest name, PROFILE SHORT.
    private static let nameWidth = 13

    init(showsMakersOwn: Bool) { self.showsMakersOwn = showsMakersOwn }

    mutating func take() -> String {
        defer { line.removeAll(keepingCapacity: true) }
        return line
    }

    mutating func print(
        _ logged: LoggedFrame,
        _ frame: CANFrame,
        _ kind: MessageKind,
        _ raw: RawFields
    ) {
        let text = logged.text
        line += text + blanks(Self.frameWidth - text.utf8.count)
        line += "  " + kind.name + blanks(Self.nameWidth - kind.name.utf8.count)
        let profile = ProfileContext(kind: kind, raw: raw)
        var values: [Field: FieldValue] = [:]
        for (index, field) in kind.fields.enumerated() {
            values[field] = field.value(of: raw[index], in: kind, profile: profile)
        }
        for field in kind.fields where !field.isMakersOwn || showsMakersOwn {
            guard let value = values[field],
                let words = words(field, value, values, profile)
            else { continue }
            line += "  " + words
        }
        if let counter = values[.cyclicCounter] { line += "  #\(counter.text)" }
    }

    private func blanks(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }

    /// What the line says of a field, `nil` where nothing.
    private func words(
        _ field: Field,
        _ value: FieldValue,
        _ values: [Field: FieldValue],
        _ profile: ProfileContext
    ) -> String? {
        func text(_ field: Field) -> String { values[field]?.text ?? "" }
        switch field {
        case .messageType, .reserved, .cyclicCounter: return nil
        case .pathIndex: return "path " + padded(value.text, to: 2)
        case .offset: return "offset " + padded(value.text, to: 4) + unit(field, value, profile)
        case .retransmission: return value == .flag(true) ? "repeated" : nil
        case .update: return value == .flag(true) ? "update" : nil
        case .lastStubAtOffset: return value == .flag(true) ? "last" : nil
        case .controlPoint: return value == .flag(true) ? "control-point" : nil
        case .profileType: return value.text
        case .value0: return value.text + unit(field, value, profile)
        case .distance1: return value == .integer(0) ? nil : "+\(value.text)" + " m"
        case .value1:
            return values[.distance1] == .integer(0)
                ? nil : value.text + unit(field, value, profile)
        case .value: return value.text + unit(field, value, profile)
        case .majorProtocolVersion:
            let numbers: [Field] = [field, .minorProtocolVersion, .minorProtocolSubVersion]
            return "version " + numbers.map(text).joined(separator: ".")
        case .minorProtocolVersion, .minorProtocolSubVersion: return nil
        case .mapProvider:
            return "map \(value.text) \(text(.mapVersionYear)) Q\(text(.mapVersionQuarter))"
        case .mapVersionYear, .mapVersionQuarter: return nil
        default: return "\(field.label) \(value.text)" + unit(field, value, profile)
        }
    }

    private func padded(_ text: String, to width: Int) -> String {
        blanks(width - text.utf8.count) + text
    }

    /// The unit behind a number; words have none.
    private func unit(_ field: Field, _ value: FieldValue, _ profile: ProfileContext) -> String {
        switch value {
        case .word, .flag, .flags, .parts: return ""
        case .integer, .decimal, .bound:
            let unit = field.unit(profile: profile)
            if unit == "deg" { return "°" }
            return unit.isEmpty ? "" : " " + unit
        }
    }
}

extension Field {
    /// The field's name in a line for people.
    fileprivate var label: String {
        switch self {
        case .positionIndex: "index"
        case .positionAge: "age"
        case .relativeHeading: "heading"
        case .positionProbability, .relativeProbability: "probability"
        case .positionConfidence: "confidence"
        case .currentLane: "lane"
        case .lateralOffset: "lateral"
        case .subPathIndex: "sub-path"
        case .turnAngle: "turn"
        case .functionalRoadClass: "class"
        case .formOfWay: "form"
        case .effectiveSpeedLimit: "limit"
        case .effectiveSpeedLimitType: "by"
        case .lanesDrivingDirection: "lanes"
        case .lanesOppositeDirection: "opposite"
        case .dividedRoad: "divided"
        case .builtUpArea: "built-up"
        case .complexIntersection: "complex"
        case .rightOfWay: "right-of-way"
        case .partOfCalculatedRoute: "route"
        case .countryCode: "country"
        case .regionCode: "region"
        case .drivingSide: "drive"
        case .speedUnit: "unit"
        case .hardwareVersion: "hardware"
        default: rawValue
        }
    }
}
