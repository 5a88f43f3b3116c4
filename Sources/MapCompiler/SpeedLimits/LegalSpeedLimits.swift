import RoadMap

/// The kinds of road that the laws of countries give limits of their own.
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

/// The speed limits for cars that the law of a country gives where no sign stands.
struct LegalSpeedLimits: Hashable {
    private let limits: [SpeedLimit?]

    /// Those of a country or a part of one, by its code of ISO 3166; `nil` where they are not known.
    static func of(_ code: String) -> LegalSpeedLimits? {
        // OpenStreetMap's older values say UK, and a part without its own law has that of the whole.
        let code = code.uppercased() == "UK" ? "GB" : code.uppercased()
        if let found = table[code] { return found }
        return code.firstIndex(of: "-").flatMap { table[String(code[..<$0])] }
    }

    /// Whether a country or a part of one stands in the table by its own code.
    static func isOwn(_ code: String) -> Bool { table[code] != nil }

    /// The limit on a kind of road, `nil` where it is not known or depends on more than that.
    subscript(category: LegalCategory) -> SpeedLimit? { limits[category.rawValue] }

    private init?(columns: [Substring], unit: SpeedUnit) {
        guard columns.count == LegalCategory.allCases.count else { return nil }
        limits = columns.map { column in
            switch column {
            case "none": .unlimited
            case "walk": .walkingPace
            default: UInt16(column).map { .limited($0, unit) }
            }
        }
    }

    private static let table: [String: LegalSpeedLimits] = {
        var table: [String: LegalSpeedLimits] = [:]
        for line in text.split(separator: "\n") where line.first != "#" {
            let columns = line.split(separator: " ")
            guard let code = columns.first else { continue }
            let unit = CountryTable.country(alpha2: String(code.prefix(2)))?.speedUnit
            table[String(code)] = unit.flatMap {
                LegalSpeedLimits(columns: Array(columns.dropFirst()), unit: $0)
            }
        }
        return table
    }()

    /// A dash is a limit that is not known here, or that depends on what the map does not hold: the
    /// number of lanes (Spain's towns), the surface (Iceland, Latvia), the hour (the Netherlands'
    /// motorways), the region (Belgium outside of towns).
    ///
    /// Sources, facts as of 2025: https://wiki.openstreetmap.org/wiki/Default_speed_limits and
    /// https://en.wikipedia.org/wiki/Speed_limits_by_country, each country's own article where they
    /// differ. Germany: StVO §3, §42; Switzerland: VRV art. 4a; Austria: StVO §20; Portugal: Código da
    /// Estrada art. 27; France: Code de la route R413-2; Norway: vegtrafikkloven §6; Finland:
    /// tieliikennelaki §98; Monaco: one built-up area (Code de la route art. 10).
    private static let text = """
        # urban rural dual motor-road motorway living-street
        AD 50 90 90 - - -
        AL 40 80 - 90 110 -
        AT 50 100 100 100 130 walk
        BA 50 80 80 100 130 -
        BE 50 - - - 120 20
        BE-BRU 30 70 70 - 120 20
        BE-VLG 50 70 - - 120 20
        BE-WAL 50 90 - - 120 20
        BG 50 90 90 120 140 20
        BY 60 90 90 - 110 20
        CH 50 80 80 100 120 20
        CY 50 80 80 - 100 -
        CZ 50 90 90 110 130 20
        DE 50 100 none - none walk
        DK 50 80 80 80 130 15
        EE 50 90 90 - - 20
        ES - 90 90 - 120 20
        FI 50 80 80 - - 20
        FO 50 80 80 - - -
        FR 50 80 - 110 130 20
        GB - 60 70 - 70 -
        GB-WLS 20 60 70 - 70 -
        GR 50 90 90 110 130 -
        HR 50 90 90 110 130 -
        HU 50 90 90 110 130 20
        IE 50 - - - 120 -
        IS 50 - - - - -
        IT 50 90 - 110 130 -
        LI 50 80 80 - - 20
        LT 50 - - - - 20
        LU 50 90 90 - 130 20
        LV 50 - - - - 20
        MC 50 - - - - -
        MD 50 90 90 - - 20
        ME 50 80 80 100 130 -
        MK 50 80 80 - 130 -
        MT 50 80 80 - - -
        NL 50 80 80 100 - 15
        NO 50 80 80 - - walk
        PL 50 90 100 - 140 20
        PT 50 90 90 100 120 20
        RO 50 90 - - 130 -
        RS 50 80 80 100 130 -
        RU 60 90 90 - 110 20
        SE 50 70 70 - - walk
        SI 50 90 90 110 130 10
        SK 50 90 90 - 130 20
        SM 50 70 70 - - -
        TR 50 90 110 - - -
        UA 50 90 - - 130 20
        """
}
