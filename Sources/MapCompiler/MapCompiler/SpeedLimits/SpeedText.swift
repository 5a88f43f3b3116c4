import RoadMap

/// The meaning of the value of a speed tag.
enum SpeedText: Hashable {
    /// A limit, signed with this number.
    case limit(SpeedLimit)
    /// The limit of a zone, such as `DE:zone:30`.
    case zone(SpeedLimit)
    /// The legal limit of a kind of road, such as `RO:rural`; the country may be missing.
    case legal(LegalCategory, country: String?)
    /// The tag states nothing.
    case nothing
    /// It is not understood; with the reason.
    case unread(reason: String)

    /// Reads a value of `maxspeed` and its relatives: a whole number, in km/h in every country unless
    /// a unit is given, `none`, `walk`, `signals` or `variable`, or a kind of road with its country
    /// (https://wiki.openstreetmap.org/wiki/Key:maxspeed). Numbers that no sign shows are mistakes.
    init(_ text: some StringProtocol, unit: SpeedUnit) {
        let text = Substring(text).trimmed
        switch text {
        case "": self = .nothing
        case "none": self = .limit(.unlimited)
        case "walk": self = .limit(.walkingPace)
        case "signals", "variable": self = .limit(.variable)
        case let value where value.first?.isNumber == true: self = Self.number(value)
        default: self = Self.place(text, unit: unit)
        }
    }

    private static func number(_ text: Substring) -> SpeedText {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let unit = text[digits.endIndex...].trimmed
        if unit == "knots" || unit == "kn" { return .unread(reason: "in knots") }
        guard let number = UInt16(digits), (1...300).contains(number) else {
            return .unread(reason: "no number of a sign")
        }
        switch unit {
        case "", "km/h", "kmh", "kph", "kmph": return .limit(.limited(number, .kilometresPerHour))
        case "mph": return .limit(.limited(number, .milesPerHour))
        default: return .unread(reason: unit.contains(";") ? "several" : "not understood")
        }
    }

    /// `DE:urban`, `DE:zone:30`, `DE:zone30`, `zone:30`, `urban`, and in zone tags also `DE:30`.
    private static func place(_ text: Substring, unit: SpeedUnit) -> SpeedText {
        var country: String?
        var rest = text
        if let colon = text.firstIndex(of: ":"), text[..<colon] != "zone" {
            let code = text[..<colon].uppercased()
            let alpha2 = code == "UK" ? "GB" : String(code.prefix(2))
            // Liechtenstein's plates have FL, and mappers write it.
            guard CountryTable.country(alpha2: alpha2) != nil || alpha2 == "FL",
                code.utf8.count == 2 || code.dropFirst(2).first == "-"
            else { return .unread(reason: "not a country") }
            country = alpha2 == "FL" ? "LI" : code == "UK" ? "GB" : code
            rest = text[text.index(after: colon)...]
        }
        let own = country.flatMap { CountryTable.country(alpha2: String($0.prefix(2))) }?.speedUnit
        var digits = rest
        var isZone = false
        if digits.hasPrefix("zone") {
            isZone = true
            digits = digits.dropFirst(4)
            if let first = digits.first, first == ":" || first == "_" || first == " " {
                digits = digits.dropFirst()
            }
        }
        if isZone || country != nil, let number = UInt16(digits), (1...300).contains(number) {
            return .zone(.limited(number, own ?? unit))
        }
        if rest == "walk" { return .legal(.livingStreet, country: country) }
        if let category = LegalCategory(tag: rest) { return .legal(category, country: country) }
        return .unread(reason: "not understood")
    }
}
