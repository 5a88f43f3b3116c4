import Quantities

/// Why a value cannot be taken.
struct ValueProblem: Error, Hashable {
    /// The reason, to stand behind the name and the value.
    let reason: String
    /// Of a list: which element it is about.
    var element: Int?

    init(_ reason: String, element: Int? = nil) {
        self.reason = reason
        self.element = element
    }
}

/// One setting of the table. The table is the source of reading, checking and printing a
/// configuration, and of its page.
struct Setting: Sendable {
    /// The tables and the key, as a configuration names them.
    let path: [String]
    /// The range, or the choices.
    let range: String
    /// The meaning, in a sentence without a full stop.
    let meaning: String
    /// The setting whose value holds where this one has none of its own.
    var fallback: String?
    /// The setting that says where a value comes from that this one has without being set.
    var source: String?
    /// The source of the default, where the record of the number has one.
    var basis: String?
    /// Whether a running daemon applies a new value on SIGHUP.
    var appliesWhileRunning = false
    /// The value, `nil` where there is none.
    let value: @Sendable (Settings) -> SettingValue?
    /// Sets the value.
    let set: @Sendable (inout Settings, SettingValue) -> ValueProblem?

    /// The path with dots, such as `pace.bus_load_percent`.
    var name: String { Setting.name(of: path) }

    /// A path as TOML writes it: parts that are no bare keys stand in quotes.
    static func name(of path: [String]) -> String {
        path.map { part in
            let isBare = part.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                    || (0x61...0x7A).contains(byte) || byte == 0x2D || byte == 0x5F
            }
            return isBare && !part.isEmpty ? part : SettingValue.text(part).tomlText
        }.joined(separator: ".")
    }
}

// The kinds of settings. Units are those of the key's name.
extension Setting {
    /// On or off.
    static func boolean(
        _ name: String, _ meaning: String, _ place: SettingPlace<Bool>
    ) -> Setting {
        Setting(path: path(name), range: "true or false", meaning: meaning) {
            .boolean($0[keyPath: place])
        } set: { settings, value in
            guard case .boolean(let value) = value else { return wrongType("true or false", value) }
            settings[keyPath: place] = value
            return nil
        }
    }

    /// A number in a range.
    static func number(
        _ name: String, _ range: ClosedRange<Double>, unit: String, _ meaning: String,
        _ place: SettingPlace<Double>
    ) -> Setting {
        Setting(path: path(name), range: text(range, unit), meaning: meaning) {
            .number($0[keyPath: place])
        } set: { settings, value in
            guard let number = value.asNumber else { return wrongType("a number", value) }
            guard range.contains(number) else { return ValueProblem(text(range, unit)) }
            settings[keyPath: place] = number
            return nil
        }
    }

    /// A number in a range that may be missing.
    static func optionalNumber(
        _ name: String, _ range: ClosedRange<Double>, unit: String, _ meaning: String,
        orElse fallback: String, _ place: SettingPlace<Double?>
    ) -> Setting {
        var setting = Setting(path: path(name), range: text(range, unit), meaning: meaning) {
            $0[keyPath: place].map { .number($0) }
        } set: { settings, value in
            guard let number = value.asNumber else { return wrongType("a number", value) }
            guard range.contains(number) else { return ValueProblem(text(range, unit)) }
            settings[keyPath: place] = number
            return nil
        }
        setting.fallback = fallback
        return setting
    }

    /// A span of time in seconds. Where it is the protocol that bounds it, the refusal says why.
    static func seconds(
        _ name: String, _ range: ClosedRange<Double>, _ meaning: String,
        because reason: String? = nil, _ place: SettingPlace<Nanoseconds>
    ) -> Setting {
        Setting(path: path(name), range: text(range, "s"), meaning: meaning) {
            .number($0[keyPath: place].seconds)
        } set: { settings, value in
            guard let number = value.asNumber else { return wrongType("a number", value) }
            guard range.contains(number) else {
                return ValueProblem(text(range, "s") + (reason.map { ", for " + $0 } ?? ""))
            }
            settings[keyPath: place] = .seconds(number)
            return nil
        }
    }

    /// A length in whole centimetres, in metres.
    static func length(
        _ name: String, _ range: ClosedRange<Double>, _ meaning: String,
        _ place: SettingPlace<Centimetres>
    ) -> Setting {
        Setting(path: path(name), range: text(range, "m"), meaning: meaning) {
            .number($0[keyPath: place].metres.value)
        } set: { settings, value in
            guard let number = value.asNumber else { return wrongType("a number", value) }
            guard range.contains(number), let length = Centimetres(rounding: Metres(number)) else {
                return ValueProblem(text(range, "m"))
            }
            settings[keyPath: place] = length
            return nil
        }
    }

    /// A whole number in a range.
    static func count(
        _ name: String, _ range: ClosedRange<Int>, unit: String = "", _ meaning: String,
        _ place: SettingPlace<Int>
    ) -> Setting {
        let bounds = text(Double(range.lowerBound)...Double(range.upperBound), unit)
        return Setting(path: path(name), range: bounds, meaning: meaning) {
            .integer($0[keyPath: place])
        } set: { settings, value in
            guard case .integer(let number) = value else {
                return wrongType("a whole number", value)
            }
            guard range.contains(number) else { return ValueProblem(bounds) }
            settings[keyPath: place] = number
            return nil
        }
    }

    /// A number of the engine, as its record describes it.
    static func parameter<Group>(
        _ table: String, _ parameter: Parameter<Group>, in group: SettingPlace<Group>
    ) -> Setting {
        let range = text(parameter.range, parameter.unit)
        var setting = Setting(
            path: [table, parameter.key], range: range, meaning: parameter.meaning
        ) {
            let number = parameter.value($0[keyPath: group])
            return parameter.isWhole ? .integer(Int(number)) : .number(number)
        } set: { settings, value in
            guard let number = parameter.isWhole ? value.asWholeNumber : value.asNumber else {
                return wrongType(parameter.isWhole ? "a whole number" : "a number", value)
            }
            guard parameter.range.contains(number) else { return ValueProblem(range) }
            parameter.set(&settings[keyPath: group], number)
            return nil
        }
        setting.basis = parameter.basis
        return setting
    }

    /// A text that may be missing, and that `check` takes.
    static func optionalText(
        _ name: String, _ range: String, _ meaning: String,
        _ place: SettingPlace<String?>,
        check: @escaping @Sendable (String) -> ValueProblem?
    ) -> Setting {
        Setting(path: path(name), range: range, meaning: meaning) {
            $0[keyPath: place].map { .text($0) }
        } set: { settings, value in
            guard case .text(let text) = value else { return wrongType("a text", value) }
            if let problem = check(text) { return problem }
            settings[keyPath: place] = text
            return nil
        }
    }

    /// One of some names.
    static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
        _ name: String, _ meaning: String, _ place: SettingPlace<Choice>
    ) -> Setting {
        let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
        return Setting(path: path(name), range: "one of \(names)", meaning: meaning) {
            .text($0[keyPath: place].rawValue)
        } set: { settings, value in
            guard case .text(let text) = value else { return wrongType("a text", value) }
            guard let choice = Choice(rawValue: text) else {
                return ValueProblem("expected one of \(names)")
            }
            settings[keyPath: place] = choice
            return nil
        }
    }

    static func wrongType(_ expected: String, _ value: SettingValue) -> ValueProblem {
        ValueProblem("expected \(expected), found \(value.description)")
    }

    /// A range in the words of its refusals.
    static func text(_ range: ClosedRange<Double>, _ unit: String) -> String {
        let unit = unit.isEmpty ? "" : " " + unit
        return
            "\(numberText(range.lowerBound)) to \(numberText(range.upperBound))\(unit) can be set"
    }

    static func path(_ name: String) -> [String] { name.split(separator: ".").map(String.init) }
}

/// Where in the settings a value stands.
typealias SettingPlace<Value> = any WritableKeyPath<Settings, Value> & Sendable
