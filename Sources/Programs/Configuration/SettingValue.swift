/// A value of the configuration, as a file or a flag gives it.
public enum SettingValue: Sendable, Hashable {
    /// On or off.
    case boolean(Bool)
    /// A whole number.
    case integer(Int)
    /// A number.
    case number(Double)
    /// A text.
    case text(String)
    /// Several of them.
    case list([SettingValue])
    /// Something that TOML has and no setting takes, by the name to say it with.
    case other(String)

    /// The number that it is, whole or not.
    var asNumber: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        default: nil
        }
    }

    /// The whole number that it is; `nil` for a number with a fraction, even a zero one.
    var asWholeNumber: Double? {
        guard case .integer(let value) = self else { return nil }
        return Double(value)
    }

    /// What it is, for people.
    var description: String {
        switch self {
        case .boolean: "true or false"
        case .integer: "a whole number"
        case .number: "a number"
        case .text: "a text"
        case .list: "a list"
        case .other(let name): name
        }
    }

    /// The value as TOML writes it (toml.io, v1.0.0). Numbers are the shortest that read back the
    /// same.
    var tomlText: String {
        switch self {
        case .boolean(let value): value ? "true" : "false"
        case .integer(let value): "\(value)"
        case .number(let value): numberText(value)
        case .text(let text): SettingValue.quoted(text)
        case .list(let values): "[" + values.map(\.tomlText).joined(separator: ", ") + "]"
        case .other(let name): name
        }
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}

/// A number without a needless fraction: `2000`, `0.05`.
func numberText(_ value: Double) -> String {
    value.rounded() == value && value.magnitude < 1e15 ? "\(Int(value))" : "\(value)"
}
