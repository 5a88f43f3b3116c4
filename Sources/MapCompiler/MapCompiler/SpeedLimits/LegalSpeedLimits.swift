import RoadMap

/// The kinds of road with limits of their own in the laws of countries.
enum LegalCategory: Int, Hashable, CaseIterable {
    /// Inside a built-up area.
    case urban
    /// Outside of one, on a single carriageway.
    case rural
    /// Outside of one, on a carriageway of a divided road.
    case dualCarriageway
    /// A road for motor vehicles only that is no motorway.
    case motorRoad
    case motorway
    case livingStreet

    /// The kind of road that a value such as `urban` in `DE:urban` names
    /// (https://wiki.openstreetmap.org/wiki/Key:maxspeed:type).
    init?(tag: Substring) {
        switch tag {
        case "urban", "nsl_restricted": self = .urban
        case "rural", "nsl_single": self = .rural
        case "nsl_dual", "rural_dual", "dual_carriageway": self = .dualCarriageway
        case "trunk", "express", "expressway", "motorroad": self = .motorRoad
        case "motorway": self = .motorway
        case "living_street": self = .livingStreet
        default: return nil
        }
    }
}

/// The speed limits for cars in the law of a country, without a sign.
struct LegalSpeedLimits: Hashable {
    private var limits: [SpeedLimit?]

    /// The limits of a country or a part of one, by its code of ISO 3166; `nil` if unknown.
    static func of(_ code: String) -> LegalSpeedLimits? {
        // OpenStreetMap's older values use UK, and a part without its own law has the law of the
        // whole.
        let code = code.uppercased() == "UK" ? "GB" : code.uppercased()
        if let found = table[code] { return found }
        return code.firstIndex(of: "-").flatMap { table[String(code[..<$0])] }
    }

    /// Whether the table has a country or a part of one under its own code.
    static func isOwn(_ code: String) -> Bool { table[code] != nil }

    /// The limit on a kind of road; `nil` if unknown or if it depends on more than that.
    subscript(category: LegalCategory) -> SpeedLimit? { limits[category.rawValue] }

    /// The same limits without that on a kind of road.
    func without(_ category: LegalCategory) -> LegalSpeedLimits {
        var others = self
        others.limits[category.rawValue] = nil
        return others
    }

    /// The source of a country's limits, or of those of a part of it, as the table states it; `nil` if unknown.
    static func source(of code: String) -> String? {
        let whole = String(code.prefix(2))
        for code in [code, whole] {
            for line in text.split(separator: "\n") where line.hasPrefix(code + " ") {
                guard let mark = line.firstIndex(of: "#") else { continue }
                return String(Substring(line[line.index(after: mark)...]).trimmed)
            }
        }
        return nil
    }

    private init?(columns: [Substring], unit: SpeedUnit) {
        guard columns.count == LegalCategory.allCases.count else { return nil }
        limits = columns.map { column in
            switch column {
            case "none": .unlimited
            case "walk": .walkingPace
            // A question mark is only for readers of the table.
            default:
                UInt16(column.last == "?" ? column.dropLast() : column)
                    .map { .limited($0, unit) }
            }
        }
    }

    private static let table: [String: LegalSpeedLimits] = {
        var table: [String: LegalSpeedLimits] = [:]
        for line in text.split(separator: "\n") where line.first != "#" {
            let columns = line.prefix { $0 != "#" }.split(separator: " ")
            guard let code = columns.first else { continue }
            let unit = CountryTable.country(alpha2: String(code.prefix(2)))?.speedUnit
            table[String(code)] = unit.flatMap {
                LegalSpeedLimits(columns: Array(columns.dropFirst()), unit: $0)
            }
        }
        return table
    }()
}
