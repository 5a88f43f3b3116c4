import Quantities
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
        // Directions without cars have no lanes and no limit.
        let direction: Direction = link.directions == .backward ? .backward : .forward
        var reading = LinkReading()
        try reading.read(link, direction, from: map)
        let middle = reading.section(at: Centimetres(link.length.value / 2))
        let attributes = middle.attributes
        roadClass = attributes.functionalRoadClass.map { Int($0.rank) }
        if let roadClass { list.append(("class", .whole(roadClass))) }
        if let form = attributes.formOfWay { list.append(("form", .text("\(form)"))) }
        if let name = try reading.text(.name, of: link, on: map) {
            list.append(("name", .text(name)))
        }
        if let number = try reading.text(.reference, of: link, on: map) {
            list.append(("number", .text(number)))
        }
        if let limit = middle.limits.general?.rule.limit {
            list.append(("limit", Self.value(of: limit)))
        }
        if let lanes = attributes.lanes { list.append(("lanes", .whole(Int(lanes)))) }
        if attributes.isTunnel == true { list.append(("tunnel", .truth(true))) }
        if attributes.isBridge == true { list.append(("bridge", .truth(true))) }
        if link.directions == .forward { list.append(("one_way", .whole(1))) }
        if link.directions == .backward { list.append(("one_way", .whole(-1))) }
        try addMean("slope", .slope, unit: 0.01, of: link, in: map)
        try addMean("height", .altitude, unit: 0.01, of: link, in: map)
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

    /// Adds the mean of a profile's amounts over the length of the link where the whole link has it.
    private mutating func addMean(
        _ key: String, _ kind: ProfileKind, unit: Double, of link: Link, in map: RoadMap
    ) throws(MapError) {
        var sum = 0.0
        var length = 0.0
        var last: ProfileSpot?
        var pieces = 0
        try map.forEachSpot(of: kind, along: link) { (spot, beginsPiece) in
            if beginsPiece { pieces += 1 }
            if let last, !beginsPiece {
                let part = (spot.offset - last.offset).metres.value
                let amounts = abs(Double(last.value)) + abs(Double(spot.value))
                let value = kind.isDirected ? amounts : Double(last.value) + Double(spot.value)
                sum += part * value / 2
                length += part
            }
            last = spot
        }
        guard pieces == 1, length > 0 else { return }
        list.append((key, .number((sum / length * unit * 100).rounded() / 100)))
    }
}
