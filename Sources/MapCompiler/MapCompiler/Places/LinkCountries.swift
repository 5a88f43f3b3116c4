import Geodesy
import Quantities
import RoadMap
import RoadMapWriter

/// The stretches of a link by country and region.
struct LinkCountries: Sendable {
    /// A stretch of a link and the known facts about its place.
    struct Stretch: Hashable {
        var place: Borders.Place
        var from: Centimetres
        var to: Centimetres
    }

    private let borders: Borders
    /// The country of the map, ISO 3166-1 alpha-2.
    private let own: String
    /// The time zones of these countries, if they are not the map's zone.
    private let zones: [String: String]

    /// The countries of links in a map of one.
    init(_ borders: Borders, own: String) {
        self.borders = borders
        self.own = own
        let zone = borders.timeZone(of: own)
        var zones: [String: String] = [:]
        for country in borders.countries {
            let other = borders.timeZone(of: country)
            // An empty text: an unknown zone differs from the map's zone too.
            if other != zone { zones[country] = other ?? "" }
        }
        self.zones = zones
    }

    /// Sets the country of a link and the values of its road's tags there. Some stretches of the
    /// link are in a drawn built-up area, some have tags of their own. Returns the length whose country comes from its place;
    /// the map's own country is assumed for the rest.
    func describe(
        _ link: inout NewLink, along shape: Shape, builtUp: [ClosedRange<Centimetres>],
        of road: RoadRecord, _ sections: LinkSections, _ laws: inout ForeignLaws
    ) -> Centimetres {
        let stretches = stretches(of: shape)
        let parts = sections.parts(of: stretches)
        var facts = parts.map { road.attributes(in: $0.stretch.place, $0.section, &laws) }
        if sections.directions != nil { link.attributes = facts.removeCommon() }
        if facts.allSatisfy({ $0 == facts[0] }) {
            link.attributes += facts[0]
        } else {
            var from = parts[0].stretch.from
            for index in parts.indices {
                // Parts of a corrected way with equal facts are one.
                if sections.directions != nil, index + 1 < parts.count,
                    facts[index] == facts[index + 1]
                {
                    continue
                }
                let to = parts[index].stretch.to
                link.attributes += facts[index].map { $0.holding(from, to) }
                from = to
            }
        }
        if !builtUp.isEmpty {
            let facts = parts.map {
                road.builtUpAttributes(in: $0.stretch.place, $0.section, &laws)
            }
            let areSame = facts.allSatisfy { $0 == facts[0] }
            for (stretch, facts) in zip(parts.map(\.stretch), facts)
                .prefix(areSame ? 1 : parts.count)
            {
                for part in builtUp {
                    let from = areSame ? part.lowerBound : max(part.lowerBound, stretch.from)
                    let to = areSame ? part.upperBound : min(part.upperBound, stretch.to)
                    guard from < to else { continue }
                    link.attributes += facts.map { $0.holding(from, to) }
                }
            }
        }
        for stretch in stretches {
            func add(_ kind: AttributeKind, _ value: UInt64) {
                link.attributes.append(
                    Attribute(
                        kind, value, provenance: .derived, from: stretch.from, to: stretch.to))
            }
            if let code = stretch.place.country, code != own,
                let country = CountryTable.country(alpha2: code)
            {
                add(.country, UInt64(country.numericCode))
            }
            if let code = stretch.place.region?.dropFirst(3), let region = RegionCode(code) {
                add(.region, region.attributeValue)
            }
        }
        // A text has no range, so a link across a border has the zone of its start.
        if let country = stretches[0].place.country, let zone = zones[country] {
            link.texts.append(NewText(.timeZone, zone, directions: .both))
        }
        return stretches.filter { $0.place.country != nil }
            .reduce(.zero) { $0 + ($1.to - $1.from) }
    }

    /// The stretches of a line, in order, at least one. A border is found if the points on both
    /// sides have different countries. A line that leaves and returns between two points does not
    /// count as leaving.
    func stretches(of shape: Shape) -> [Stretch] {
        let length = shape.offset(at: shape.count - 1)
        guard !borders.isEmpty else {
            return [Stretch(place: Borders.Place(), from: .zero, to: length)]
        }
        var stretches: [Stretch] = []
        var last = borders.place(at: shape.points[0])
        var from = Centimetres.zero
        for index in 1..<shape.count {
            let next = borders.place(at: shape.points[index])
            guard next != last else { continue }
            let crossing = crossing(
                shape.points[index - 1], shape.points[index], last, next)
            let (start, end) = (shape.offset(at: index - 1), shape.offset(at: index))
            let along = Double((end - start).value) * crossing
            let cut = start + Centimetres(Int(along.rounded()))
            if cut > from { stretches.append(Stretch(place: last, from: from, to: cut)) }
            from = cut
            last = next
        }
        if length > from || stretches.isEmpty {
            stretches.append(Stretch(place: last, from: from, to: length))
        }
        return stretches
    }

    /// The position of the border between two points, 0...1, to a thousandth.
    private func crossing(
        _ first: Coordinate, _ second: Coordinate, _ before: Borders.Place, _ after: Borders.Place
    ) -> Double {
        var (low, high) = (0.0, 1.0)
        for _ in 0..<10 {
            let middle = (low + high) / 2
            let place = Coordinate(
                latitude: first.latitude + (second.latitude - first.latitude) * middle,
                longitude: first.longitude + (second.longitude - first.longitude) * middle)
            guard let place else { break }
            if borders.place(at: place) == before { low = middle } else { high = middle }
        }
        return high
    }
}

extension [[Attribute]] {
    /// Takes out the facts that all lists have, without limits and their conditions, which follow each other.
    fileprivate mutating func removeCommon() -> [Attribute] {
        guard let first else { return [] }
        let common = first.filter { fact in
            fact.kind != .speedLimit && fact.kind != .particularSpeedLimit
                && fact.kind != .condition && allSatisfy { $0.contains(fact) }
        }
        for index in indices { self[index].removeAll { common.contains($0) } }
        return common
    }
}

extension Attribute {
    /// The same attribute for a stretch of the link.
    fileprivate func holding(_ from: Centimetres, _ to: Centimetres) -> Attribute {
        var attribute = self
        attribute.from = from
        attribute.to = to
        return attribute
    }
}
