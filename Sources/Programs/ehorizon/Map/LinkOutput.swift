import Geodesy
import HorizonProvider
import Quantities
import RoadMap
import TextFiles

/// Links with their attributes as GeoJSON or CSV on standard output, in the order of the map file.
struct LinkOutput {
    let map: RoadMap
    let colour: MapLinksCommand.Colour?
    private var shape = Shape()
    /// The number of links that were printed.
    private(set) var count = 0

    init(map: RoadMap, colour: MapLinksCommand.Colour?) {
        self.map = map
        self.colour = colour
    }

    /// Prints what shares a place with a rectangle.
    mutating func write(
        _ box: BoundingBox,
        as format: MapLinksCommand.Format
    ) throws(MapError) {
        var links: [Link] = []
        try map.forEachLink(in: box) { (link) throws(MapError) in links.append(link) }
        count += links.count
        switch format {
        case .csv:
            print("way,start_node,end_node,from_m,to_m,direction,attribute,value,provenance")
            for link in links { try writeRows(of: link) }
        case .geojson:
            print("{\"type\":\"FeatureCollection\",\"features\":[")
            var features: [String] = []
            for link in links {
                if let feature = try feature(link, in: box) { features.append(feature) }
            }
            for (index, feature) in features.enumerated() {
                print(feature + (index == features.count - 1 ? "" : ","))
            }
            print("]}")
        }
    }

    private func writeRows(of link: Link) throws(MapError) {
        let name = try map.stableID(of: link)
        let start = "\(name.way),\(name.startNode),\(name.endNode)"
        let length = metres(link.length)
        print("\(start),0,\(length),\(AttributeText.text(link.directions)),link,\(length),")
        func printRow(_ offset: Centimetres, _ name: String, _ value: String) {
            print("\(start),\(metres(offset)),\(metres(offset)),both,\(name),\(value),")
        }
        try map.forEachAttribute(of: link) { (attribute) throws(MapError) in
            let value = try AttributeText.value(of: attribute, link, on: map)
            print(
                "\(start),\(metres(attribute.from)),\(metres(attribute.to)),"
                    + "\(AttributeText.text(attribute.directions)),"
                    + "\(AttributeText.name(of: attribute.kind)),\(csvText(value)),"
                    + attribute.provenance.name
            )
        }
        for profile in try LinkProfile.all(of: link, in: map) {
            for spot in profile.spots { printRow(spot.offset, profile.name, "\(spot.value)") }
            for void in profile.voids {
                print(
                    "\(start),\(metres(void.from)),\(metres(void.to)),both,\(profile.name),unknown,"
                )
            }
        }
        let heading = try LinkHeading(of: link, in: map)
        for place in heading.places {
            printRow(place, "heading", decimalText(heading.at(place).value, places: 1))
        }
    }

    /// The part of a link in a rectangle; `nil` where that has no length.
    private mutating func feature(
        _ link: Link, in box: BoundingBox
    ) throws(MapError) -> String? {
        let name = try map.stableID(of: link)
        shape.removeAll()
        try map.appendShape(of: link, to: &shape)
        let parts = BoxCut.parts(of: shape.points, in: box)
        guard !parts.isEmpty else { return nil }
        let isCut = parts != [shape.points]
        let lines = parts.map { part in
            let points = part.map {
                "[\(decimalText($0.longitude, places: 7)),\(decimalText($0.latitude, places: 7))]"
            }
            return "[\(points.joined(separator: ","))]"
        }
        var attributes: [String] = []
        var limit: SpeedLimit?
        try map.forEachAttribute(of: link) { (attribute) throws(MapError) in
            if attribute.kind == .speedLimit { limit = SpeedLimit(attributeValue: attribute.value) }
            let value = try AttributeText.value(of: attribute, link, on: map)
            attributes.append(
                "{\"attribute\":\(jsonText(AttributeText.name(of: attribute.kind))),"
                    + "\"value\":\(jsonText(value)),"
                    + "\"direction\":\(jsonText(AttributeText.text(attribute.directions))),"
                    + "\"provenance\":\(jsonText(attribute.provenance.name)),"
                    + "\"from_m\":\(metres(attribute.from)),\"to_m\":\(metres(attribute.to))}"
            )
        }
        var properties = [
            "\"way\":\(name.way)", "\"startNode\":\(name.startNode)", "\"endNode\":\(name.endNode)",
            "\"link\":\(jsonText(name.text))", "\"blockIndex\":\(jsonText(link.reference.text))",
            "\"linkIdentifierForward\":\(name.wireIdentifier(.forward))",
            "\"linkIdentifierBackward\":\(name.wireIdentifier(.backward))",
            "\"name\":" + (try map.roadName(of: link).map(jsonText) ?? "null"),
            "\"length_m\":\(metres(link.length))",
            "\"directions\":\(jsonText(AttributeText.text(link.directions)))",
            "\"cut\":\(isCut)", "\"attributes\":[\(attributes.joined(separator: ","))]",
        ]
        var means: [String: Double] = [:]
        let profiles = try LinkProfile.all(of: link, in: map)
        for profile in profiles {
            let spots = profile.spots.map { "[\(metres($0.offset)),\($0.value)]" }
            let sum = profile.spots.reduce(0.0) { $0 + Double($1.value) }
            means[profile.name] = sum / Double(spots.count)
            properties.append("\(jsonText(profile.name)):[\(spots.joined(separator: ","))]")
        }
        properties.append(LinkProfile.unknown(profiles))
        let limits = try LinkLimits(of: link, on: map)
        func number(_ name: String, _ value: Double?, places: Int) {
            let text = value.map { decimalText($0, places: places) } ?? "null"
            properties.append("\(jsonText(name)):\(text)")
        }
        number("limit_km_h", limits.forward, places: 1)
        number("limit_km_h_backward", limits.backward, places: 1)
        number(
            "sharpest_curvature_per_m", LinkProfile.sharpestCurvature(of: profiles), places: 5)
        let heading = try LinkHeading(of: link, in: map)
        let turns = heading.places.map {
            "[\(metres($0)),\(decimalText(heading.at($0).value, places: 1))]"
        }
        properties.append("\"heading\":[\(turns.joined(separator: ","))]")
        if let stroke = stroke(limit, means) { properties.append("\"stroke\":\(jsonText(stroke))") }
        let geometry =
            lines.count == 1
            ? "\"LineString\",\"coordinates\":\(lines[0])"
            : "\"MultiLineString\",\"coordinates\":[\(lines.joined(separator: ","))]"
        return "{\"type\":\"Feature\",\"geometry\":{\"type\":\(geometry)},\"properties\":{"
            + properties.joined(separator: ",") + "}}"
    }

    /// The colour of a link, `nil` where what it shows is unknown.
    private func stroke(_ limit: SpeedLimit?, _ means: [String: Double]) -> String? {
        switch colour {
        case nil: return nil
        case .limit:
            switch limit {
            case .limited(let number, let unit):
                let speed = Double(number) * (unit == .milesPerHour ? 1.609344 : 1)
                return hue((speed - 20) / 110)
            case .unlimited: return hue(1)
            case .walkingPace: return hue(0)
            case .variable, nil: return nil
            }
        // Slopes are in hundredths of a per cent, heights in centimetres.
        case .slope: return means["slope"].map { hue(1 - abs($0) / 1200) }
        case .height: return means["altitude"].map { hue($0 / 250_000) }
        }
    }

    /// From red (0) through yellow and green to blue (1).
    private func hue(_ share: Double) -> String {
        let place = min(max(share, 0), 1) * 4
        let ramp: [(Double, Double, Double)] = [
            (215, 25, 28), (253, 174, 97), (255, 235, 120), (120, 190, 120), (43, 100, 200),
        ]
        let index = min(Int(place), 3)
        let rest = place - Double(index)
        func mix(_ low: Double, _ high: Double) -> String {
            let value = Int((low + (high - low) * rest).rounded())
            return (value < 16 ? "0" : "") + String(value, radix: 16)
        }
        return "#" + mix(ramp[index].0, ramp[index + 1].0) + mix(ramp[index].1, ramp[index + 1].1)
            + mix(ramp[index].2, ramp[index + 1].2)
    }

    private func metres(_ length: Centimetres) -> String {
        decimalText(length.metres.value, places: 2)
    }

    /// A field of CSV (RFC 4180).
    private func csvText(_ text: String) -> String {
        guard text.contains(where: { "\",\n\r".contains($0) }) else { return text }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
}
