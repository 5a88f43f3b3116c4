import RoadMap

/// The law at a road's place: of a country, or of a part of it.
struct Jurisdiction: Hashable {
    /// ISO 3166: `DE`, `BE-VLG`.
    let code: String
    /// The unit of its signs.
    let unit: SpeedUnit
    private var limits: LegalSpeedLimits?

    /// The law of a country by its code.
    init(code: String, unit: SpeedUnit) {
        self.code = code
        self.unit = unit
        limits = LegalSpeedLimits.of(code)
    }

    /// The law of a country, or of a part of one that has its own; `nil` if there is none of the code.
    init?(of code: String) {
        guard let country = CountryTable.country(alpha2: String(code.prefix(2))),
            code.utf8.count == 2 || LegalSpeedLimits.isOwn(code)
        else { return nil }
        self.init(code: code, unit: country.speedUnit)
    }

    /// The same law without the limit on a kind of road.
    func without(_ category: LegalCategory) -> Jurisdiction {
        var law = self
        law.limits = limits?.without(category)
        return law
    }

    /// The limit on a kind of road; in another country, if a tag names it. `nil` if unknown.
    func limit(_ category: LegalCategory, in other: String? = nil) -> SpeedLimit? {
        // A tag that names the country means the law of the road's part of it.
        guard let other, !code.hasPrefix(other.uppercased() + "-") else { return limits?[category] }
        return LegalSpeedLimits.of(other)?[category]
    }
}
