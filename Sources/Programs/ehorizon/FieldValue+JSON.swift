import ADASISv2

/// What JSON has for the values of a field.
enum FieldForm {
    /// A number, true or false, or a list of names. A word in its place is a member of its own.
    case plain
    /// A name, always a text.
    case name
    /// An object with these parts.
    case parts([ValuePart])
}

extension FieldValue {
    /// The members of a JSON object for a field: `"speed":8.4`.
    ///
    /// A number is a number or null. `"speedSaturated":"at-least"` states that it is the end of its range;
    /// `"speedWord":"n/a"` stands beside null.
    func members(_ name: String, as form: FieldForm) -> String {
        let key = "\"\(name)\":"
        switch (self, form) {
        case (.integer, _), (.decimal, _): return key + text
        case (.flag(let answer), _): return key + (answer ? "true" : "false")
        case (.flags(let names), _):
            return "\(key)[\(names.map { "\"\($0)\"" }.joined(separator: ","))]"
        case (.bound(let bound, let value, let places), _):
            let number =
                places == 0
                ? FieldValue.integer(Int(value)) : .decimal(value, places: places)
            return "\(key)\(number.text),\"\(name)Saturated\":\"\(bound.name)\""
        // All words are ours: letters, digits and signs that need no escape.
        case (.word(let word), .name): return "\(key)\"\(word)\""
        case (.word(let word), _): return "\(key)null,\"\(name)Word\":\"\(word)\""
        case (.parts(let parts), .parts(let records)):
            let members = parts.map { part in
                let record = records.first { $0.name == part.name }
                return part.value.members(part.name, as: record?.form ?? .plain)
            }
            return "\(key){\(members.joined(separator: ","))}"
        case (.parts(let parts), _):
            let members = parts.map { $0.value.members($0.name, as: .plain) }
            return "\(key){\(members.joined(separator: ","))}"
        }
    }
}

extension FieldValue.Bound {
    /// The word of a flag in JSON.
    fileprivate var name: String {
        switch self {
        case .above: "above"
        case .atLeast: "at-least"
        case .atMost: "at-most"
        }
    }
}

extension ValuePart {
    fileprivate var form: FieldForm {
        if case .names = meaning { .name } else { .plain }
    }
}

extension ProfileType {
    /// What JSON has for its values.
    var form: FieldForm {
        switch record?.coding {
        case .names: .name
        case .parts(let parts): .parts(parts)
        default: .plain
        }
    }
}

extension Field {
    /// What JSON has for its values. `profile` is that of the message.
    func form(profile: ProfileType? = nil) -> FieldForm {
        switch self {
        case .value0, .value1, .value: profile?.form ?? .plain
        case .messageType, .currentLane, .formOfWay, .effectiveSpeedLimitType, .rightOfWay,
            .profileType, .accuracy, .drivingSide, .speedUnit, .mapProvider:
            .name
        default: .plain
        }
    }
}
