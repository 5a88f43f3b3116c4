import RoadMap

/// A boundary of a country or of a part of one, as a relation states it
/// (https://wiki.openstreetmap.org/wiki/Tag:boundary=administrative).
struct StatedBorder: Hashable {
    /// ISO 3166-1 alpha-2 of a country, ISO 3166-2 of a part of one.
    var code: String
    /// The zone that the relation names, such as `Europe/Andorra`.
    var timeZone: String?
    /// The ways that it is made of, in the order of the relation.
    var ways: [Int64]

    /// Whether it is that of a country.
    var isCountry: Bool { code.utf8.count == 2 }

    /// The country, ISO 3166-1 alpha-2.
    var country: String { String(code.prefix(2)) }

    /// The boundary of a relation; `nil` if it is no such boundary, or does not state its country.
    init?(_ members: [RelationMember], _ tags: Tags) {
        let ways = members.filter { $0.isWay && $0.role != "label" }.map(\.id)
        guard !ways.isEmpty,
            tags[.boundary] == "administrative" || tags[.boundary] == "land_area"
        else { return nil }
        switch tags[.adminLevel] {
        case "2":
            guard let code = tags[.isoCountryAlpha2] ?? tags[.isoCountry],
                CountryTable.country(alpha2: code) != nil
            else { return nil }
            self.code = code
        case "4":
            guard let code = tags[.isoRegion], code.utf8.count > 3, code.utf8.count <= 6,
                code.dropFirst(2).first == "-",
                CountryTable.country(alpha2: String(code.prefix(2))) != nil
            else { return nil }
            self.code = code
        default: return nil
        }
        timeZone = tags[.timezone]
        self.ways = ways
    }
}

/// The chains of ways that end in a common node. Closed chains are rings.
struct BorderChains {
    private(set) var rings: [[Int64]] = []
    private(set) var open: [[Int64]] = []

    /// Joins ways, each the ids of its nodes, in their order, so that the same ways make the same
    /// chains.
    init(of ways: [[Int64]]) {
        var isUsed = [Bool](repeating: false, count: ways.count)
        var byEnd: [Int64: [Int]] = [:]
        for (index, way) in ways.enumerated() {
            guard let first = way.first, let last = way.last else { continue }
            byEnd[first, default: []].append(index)
            if last != first { byEnd[last, default: []].append(index) }
        }
        /// Extends a chain at its end as far as possible.
        func extend(_ chain: inout [Int64]) {
            while let end = chain.last, chain.count < 2 || end != chain[0],
                let next = byEnd[end]?.first(where: { !isUsed[$0] })
            {
                isUsed[next] = true
                let way = ways[next]
                chain += way.first == end ? way.dropFirst() : way.reversed().dropFirst()
            }
        }
        for index in ways.indices where !isUsed[index] && ways[index].count >= 2 {
            isUsed[index] = true
            var chain = ways[index]
            extend(&chain)
            if chain.first != chain.last {
                chain.reverse()
                extend(&chain)
            }
            if chain.first == chain.last { rings.append(chain) } else { open.append(chain) }
        }
    }
}
