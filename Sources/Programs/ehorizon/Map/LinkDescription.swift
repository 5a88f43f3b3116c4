import Geodesy
import HorizonProvider
import Quantities
import RoadMap
import TextFiles

/// Everything that a map knows of one link.
struct LinkDescription {
    let id: StableLinkID
    let link: Link
    let shape: Shape
    let attributes: [Attribute]
    /// The texts of those attributes that are places of texts, by their index.
    let texts: [Int: String]
    let profiles: [LinkProfile]
    /// Which way it points at its ends and where its curvature is stated, driven from its start.
    let headings: [(offset: Centimetres, heading: Degrees)]
    /// The country that most of it is in, which the map knows of every link; of a link over a border its
    /// attributes say where the other one is.
    let country: Country
    /// The links that meet it at its start and at its end, itself left out.
    let connected: (start: [StableLinkID], end: [StableLinkID])

    init(of link: Link, in map: RoadMap) throws(MapError) {
        self.link = link
        id = try map.stableID(of: link)
        var shape = Shape()
        try map.appendShape(of: link, to: &shape)
        self.shape = shape
        var attributes: [Attribute] = []
        var texts: [Int: String] = [:]
        try map.forEachAttribute(of: link) { (attribute) throws(MapError) in
            if attribute.kind.isText {
                texts[attributes.count] = try map.text(attribute, of: link)
            }
            attributes.append(attribute)
        }
        self.attributes = attributes
        self.texts = texts
        country = try Self.country(of: link, attributes, in: map)
        profiles = try LinkProfile.all(of: link, in: map)
        let heading = try LinkHeading(of: link, in: map)
        headings = heading.places.map { ($0, heading.at($0)) }
        var ends: [[StableLinkID]] = []
        for node in [link.startNode, link.endNode] {
            var others: [StableLinkID] = []
            try map.forEachLink(leaving: try map.node(node)) { (exit) throws(MapError) in
                guard exit.link != link.reference else { return }
                others.append(try map.stableID(of: try map.link(exit.link)))
            }
            ends.append(others)
        }
        connected = (ends[0], ends[1])
    }

    private static func country(
        of link: Link, _ attributes: [Attribute], in map: RoadMap
    ) throws(MapError) -> Country {
        let places = attributes.filter { $0.kind == .country }.flatMap { [$0.from, $0.to] }
        let cuts = ([.zero] + places + [link.length]).sorted()
        var found: [(country: Country, length: Centimetres)] = []
        for (from, to) in zip(cuts, cuts.dropFirst()) where from < to {
            let middle = from + Centimetres((to - from).value / 2)
            let country = try map.country(of: link, at: middle)
            if let index = found.firstIndex(where: { $0.country == country }) {
                found[index].length += to - from
            } else {
                found.append((country, to - from))
            }
        }
        guard let most = found.max(by: { $0.length < $1.length }) else {
            return try map.country(of: link, at: .zero)
        }
        return most.country
    }

    /// One JSON object. What the map does not know stands in `missing` by its name, and where it knows a
    /// profile in parts alone, in `unknown`.
    func json(on map: RoadMap) throws(MapError) -> String {
        let line = shape.points.map {
            "[\(decimalText(Double($0.longitudeE7) / 1e7, places: 7)),"
                + "\(decimalText(Double($0.latitudeE7) / 1e7, places: 7))]"
        }
        var known: [String] = []
        for (index, attribute) in attributes.enumerated() {
            let text = try AttributeText.value(of: attribute, link, on: map)
            known.append(
                json(of: attribute, texts[index] == nil ? "\(attribute.value)" : "null", text))
        }
        let spots = profiles.map { profile in
            let list = profile.spots.map { spot in
                let offset = decimalText(spot.offset.metres.value, places: 2)
                return "{\"offset_m\":\(offset),\"value\":\(spot.value)}"
            }
            return "\(jsonText(profile.name)):[\(list.joined(separator: ","))]"
        }
        func ids(_ links: [StableLinkID]) -> String {
            "[\(links.map { jsonText($0.text) }.joined(separator: ","))]"
        }
        let turns = headings.map { turn in
            let offset = decimalText(turn.offset.metres.value, places: 2)
            let value = decimalText(turn.heading.value, places: 1)
            return "{\"offset_m\":\(offset),\"heading_deg\":\(value)}"
        }
        let missing =
            AttributeKind.records.filter { record in
                // Country and time zone are those of the map where the link has no other.
                record.occurrence != .exception && !attributes.contains { $0.kind == record.kind }
            }.map(\.name)
            + ProfileKind.named.filter { named in
                !profiles.contains { $0.kind == named.kind }
            }.map(\.name)
        let members = [
            "\"link\":\(jsonText(id.text))", "\"way\":\(id.way)",
            "\"blockIndex\":\(jsonText(link.reference.text))",
            "\"linkIdentifier\":{\"forward\":\(id.wireIdentifier(.forward)),"
                + "\"backward\":\(id.wireIdentifier(.backward))}",
            "\"name\":" + (try map.roadName(of: link).map(jsonText) ?? "null"),
            "\"startNode\":\(id.startNode)", "\"endNode\":\(id.endNode)",
            "\"directions\":\(jsonText(AttributeText.text(link.directions)))",
            "\"length_m\":\(decimalText(link.length.metres.value, places: 2))",
            "\"line\":[\(line.joined(separator: ","))]",
            "\"attributes\":[\(known.joined(separator: ","))]",
            "\"profiles\":{\(spots.joined(separator: ","))}",
            "\"heading\":[\(turns.joined(separator: ","))]",
            "\"slopePoints\":[\(slopePoints.joined(separator: ","))]",
            "\"country\":{\"code\":"
                + (CountryTable.alpha2(numericCode: country.numericCode).map(jsonText) ?? "null")
                + ",\"numeric\":\(country.numericCode),"
                + "\"drivingSide\":\(jsonText(country.drivingSide == .left ? "left" : "right")),"
                + "\"speedUnit\":\(jsonText(country.speedUnit == .milesPerHour ? "mph" : "km/h"))}",
            "\"connected\":{\"start\":\(ids(connected.start)),\"end\":\(ids(connected.end))}",
            LinkProfile.unknown(profiles),
            "\"missing\":[\(missing.map(jsonText).joined(separator: ","))]",
        ]
        return "{\(members.joined(separator: ","))}"
    }

    /// The slope driven forward, at places that count from 0 at the start to 1 at the end. Steeper than
    /// 45° is no road: such a spot is a mistake of the terrain, and says so.
    private var slopePoints: [String] {
        let length = max(link.length.metres.value, 0.01)
        return profiles.first { $0.kind == .slope }?.spots.map { spot in
            let percent = Double(spot.value) / 100
            return "{\"place\":\(decimalText(spot.offset.metres.value / length, places: 6)),"
                + "\"percent\":\(decimalText(percent, places: 2)),"
                + "\"steeperThan45Degrees\":\(abs(percent) > 100)}"
        } ?? []
    }

    /// A number, as map files have it, stands beside its words; of a text it is null.
    private func json(of attribute: Attribute, _ number: String, _ text: String) -> String {
        let provenance: String
        switch attribute.provenance {
        case .tagged: provenance = "tagged"
        case .derived: provenance = "derived"
        case .legalDefault: provenance = "legalDefault"
        case .overlay: provenance = "overlay"
        case .observed: provenance = "observed"
        }
        let directions =
            attribute.directions.isEmpty ? "both" : AttributeText.text(attribute.directions)
        let members = [
            "\"kind\":\(jsonText(AttributeText.name(of: attribute.kind)))",
            "\"value\":\(number)", "\"text\":\(jsonText(text))",
            "\"directions\":\(jsonText(directions))", "\"provenance\":\(jsonText(provenance))",
            "\"from_m\":\(decimalText(attribute.from.metres.value, places: 2))",
            "\"to_m\":\(decimalText(attribute.to.metres.value, places: 2))",
        ]
        return "{\(members.joined(separator: ","))}"
    }
}
