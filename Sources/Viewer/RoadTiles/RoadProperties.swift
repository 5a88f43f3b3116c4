import RoadMap

/// The properties of a road in a tile.
struct RoadProperties {
    /// In the order in which they are written.
    private(set) var list: [(key: String, value: TileLayer.Value)] = []
    private var roadClass: Int?

    init(of link: Link, in map: RoadMap) throws(MapError) {
        let id = try map.stableID(of: link)
        list.append(("way", .text("\(id.way)")))
        list.append(("link", .text("\(id.way)/\(id.startNode)/\(id.endNode)")))
        let summary = try RoadSummary(of: link, in: map)
        roadClass = summary.roadClass
        if let roadClass { list.append(("class", .whole(roadClass))) }
        if let form = summary.form { list.append(("form", .text("\(form)"))) }
        if let name = summary.name { list.append(("name", .text(name))) }
        if let number = summary.number { list.append(("number", .text(number))) }
        if let limit = summary.limit { list.append(("limit", Self.value(of: limit))) }
        if let lanes = summary.lanes { list.append(("lanes", .whole(lanes))) }
        if summary.isTunnel { list.append(("tunnel", .truth(true))) }
        if summary.isBridge { list.append(("bridge", .truth(true))) }
        if link.directions == .forward { list.append(("one_way", .whole(1))) }
        if link.directions == .backward { list.append(("one_way", .whole(-1))) }
        if let slope = summary.meanSlope { list.append(("slope", .number(slope))) }
        if let height = summary.meanHeight {
            list.append(("height", .number(height)))
            list.append(("height_above", .text(summary.isAboveEllipsoid ? "ellipsoid" : "sea")))
        }
    }

    /// Whether the road is shown at a zoom level. One of an unknown class is shown as the least important ones are.
    func isShown(at zoom: Int) -> Bool {
        let rank = roadClass ?? 6
        if zoom < 12 { return rank <= 3 }
        return zoom >= 14 || rank <= 5
    }

    private static func value(of limit: SpeedLimit) -> TileLayer.Value {
        switch limit {
        case .limited(let number, _): .whole(Int(number))
        case .unlimited: .text("unlimited")
        case .walkingPace: .text("walking pace")
        case .variable: .text("variable")
        }
    }
}
