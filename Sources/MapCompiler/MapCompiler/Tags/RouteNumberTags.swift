import RoadMap

extension RouteNumberClass {
    /// The kind of road of a reference such as `A20;E251`, by the country's own letters; `nil` if
    /// unknown. The first part with a known kind counts.
    init?(reference: String, in code: String) {
        let country = String(code.prefix(2))
        var isEuropean = false
        for part in reference.listed {
            if let found = Self.national(part, country) {
                self = found
                return
            }
            let number = part.dropFirst().drop { $0 == " " }
            if part.first == "E", let first = number.first, first.isNumber { isEuropean = true }
        }
        guard isEuropean else { return nil }
        self = .european
    }

    /// Sources: each country's article in https://en.wikipedia.org/wiki/Category:Roads_by_country and
    /// https://wiki.openstreetmap.org/wiki/Roads_tagging. Longer letters stand before shorter ones.
    private static let letters: [String: [(prefix: String, kind: RouteNumberClass)]] = [
        "AD": [("CG", .national), ("CS", .regional)],
        "AT": [("A", .motorway), ("S", .motorway), ("B", .national), ("L", .regional)],
        "BE": [("A", .motorway), ("R", .motorway), ("N", .national)],
        "CH": [("A", .motorway), ("H", .national)],
        "CZ": [("D", .motorway), ("I/", .national), ("II/", .regional), ("III/", .local)],
        "DE": [
            ("St", .regional), ("A", .motorway), ("B", .national), ("L", .regional),
            ("S", .regional), ("K", .local),
        ],
        "ES": [("AP", .motorway), ("N", .national), ("A-", .national)],
        "FR": [
            ("A", .motorway), ("N", .national), ("D", .regional), ("M", .regional), ("C", .local),
            ("V", .local),
        ],
        "GB": [("M", .motorway), ("A", .national), ("B", .regional), ("C", .local)],
        "HR": [("A", .motorway), ("D", .national), ("Ž", .regional), ("L", .local)],
        "HU": [("M", .motorway)],
        "IE": [("M", .motorway), ("N", .national), ("R", .regional), ("L", .local)],
        "IT": [("SS", .national), ("SR", .regional), ("SP", .regional), ("A", .motorway)],
        "LI": [("H", .national)],
        "LU": [("CR", .regional), ("A", .motorway), ("B", .national), ("N", .national)],
        "MC": [("A", .motorway), ("N", .national), ("M", .regional), ("D", .regional)],
        "NL": [("A", .motorway), ("N", .national), ("S", .local)],
        "NO": [("Rv", .national), ("Fv", .regional)],
        "PL": [("A", .motorway), ("S", .motorway)],
        "PT": [
            ("IP", .national), ("IC", .national), ("EN", .national), ("ER", .regional),
            ("EM", .local), ("CM", .local), ("A", .motorway), ("N", .national), ("R", .regional),
            ("M", .local),
        ],
        "RO": [("DN", .national), ("DJ", .regional), ("DC", .local), ("A", .motorway)],
        "SI": [("A", .motorway), ("H", .motorway), ("G", .national), ("R", .regional)],
        "SK": [("D", .motorway), ("R", .motorway), ("I/", .national), ("II/", .regional)],
    ]

    private static func national(_ part: Substring, _ country: String) -> RouteNumberClass? {
        if country == "FI", let number = Int(part) {
            // Main roads have one or two digits, regional roads three, connecting roads four and more.
            return number < 100 ? .national : number < 1000 ? .regional : .local
        }
        for (prefix, kind) in letters[country] ?? [] where part.hasPrefix(prefix) {
            let rest = part.dropFirst(prefix.count).drop { $0 == " " || $0 == "-" || $0 == "." }
            if let first = rest.first, first.isNumber { return kind }
        }
        return nil
    }
}
