import Geodesy
import Horizon
import Quantities
import RoadMap

/// Adds lines and values of links to the picture of a path.
struct LinkPainter {
    private let map: RoadMap
    private let unit: SpeedUnit
    private var reading = LinkReading()
    private var spots = LinkSpots()
    private var shape = Shape()

    /// Speeds are in `unit`.
    init(map: RoadMap, unit: SpeedUnit) {
        self.map = map
        self.unit = unit
    }

    /// Adds a link at the end of a path, with the limits that hold under the conditions. `start` is the offset of the
    /// link on the path.
    mutating func add(
        _ link: Link, _ direction: Direction, from start: Centimetres,
        under conditions: LinkConditions, to path: inout PathPicture
    ) throws(MapError) {
        try addLine(of: link, direction, from: start, to: &path)
        try reading.read(
            link, direction, from: map, at: conditions.moment, on: conditions.surface,
            host: conditions.restrictions)
        for section in reading.sections {
            let offset = (start + section.from).metres.value
            add(section.limits.general?.rule.limit, at: offset, to: &path)
            add(section.attributes, at: offset, to: &path)
        }
        for (kind, attribute, factor) in Self.profiles {
            try spots.read(kind, of: link, direction, from: map)
            addSpots(of: attribute, factor: factor, from: start, to: &path)
        }
    }

    private static let profiles: [(ProfileKind, SceneAttribute, factor: Double)] = [
        (.curvature, .curvature, 1e-5), (.slope, .slope, 0.01), (.altitude, .altitude, 0.01),
    ]

    private mutating func addLine(
        of link: Link, _ direction: Direction, from start: Centimetres, to path: inout PathPicture
    ) throws(MapError) {
        shape.removeAll()
        try map.appendShape(of: link, to: &shape)
        let isForward = direction == .forward
        let length = shape.length.value
        for number in 0..<shape.count {
            let index = isForward ? number : shape.count - 1 - number
            let along = shape.distances[index]
            let offset = start.metres.value + (isForward ? along : length - along)
            // The next link begins where the last one ended.
            if let last = path.shape.last, offset <= last.offset { continue }
            let point = shape.points[index]
            path.shape.append(
                ShapePoint(offset, longitude: point.longitude, latitude: point.latitude))
        }
    }

    private func add(_ limit: SpeedLimit?, at offset: Double, to path: inout PathPicture) {
        let value: SceneValue =
            switch limit {
            case .limited(let number, let unit):
                .number(unit == self.unit ? Double(number) : convert(Double(number)))
            case .unlimited: .word("unlimited")
            case .walkingPace: .word("walking pace")
            case .variable: .word("variable")
            case nil: .unknown
            }
        path.append(value, to: .speedLimit, at: offset)
    }

    /// A speed of the other unit in the unit of the scene, rounded to 1.
    private func convert(_ speed: Double) -> Double {
        (unit == .kilometresPerHour ? speed * 1.609344 : speed / 1.609344).rounded()
    }

    private func add(_ attributes: RoadAttributes, at offset: Double, to path: inout PathPicture) {
        func flag(_ value: Bool?) -> SceneValue {
            value.map { .word($0 ? "yes" : "no") } ?? .unknown
        }
        path.append(
            attributes.functionalRoadClass.map { .number(Double($0.rank)) } ?? .unknown,
            to: .functionalRoadClass, at: offset)
        path.append(
            attributes.formOfWay.map { .word("\($0)") } ?? .unknown, to: .formOfWay, at: offset)
        path.append(
            attributes.lanes.map { .number(Double($0)) } ?? .unknown, to: .lanes, at: offset)
        path.append(flag(attributes.isTunnel), to: .tunnel, at: offset)
        path.append(flag(attributes.isBridge), to: .bridge, at: offset)
        path.append(flag(attributes.isBuiltUpArea), to: .builtUpArea, at: offset)
    }

    /// Adds the profile that was read. Where a piece begins, and behind the last point of a link, the value is unknown.
    private func addSpots(
        of attribute: SceneAttribute, factor: Double, from start: Centimetres,
        to path: inout PathPicture
    ) {
        for spot in spots.spots {
            let offset = (start + spot.offset).metres.value
            if spot.beginsPiece { path.interrupt(attribute, at: offset) }
            path.append(.number(Double(spot.value) * factor), to: attribute, at: offset)
        }
    }
}

/// What limits of a link depend on beside the map.
struct LinkConditions {
    /// The local time, s since 1970; `nil` if unknown.
    var moment: Int64?
    var surface: SurfaceCondition = .unknown
    /// The restrictions of the host.
    var restrictions = RoadRestrictions()
}

extension PathPicture {
    /// Adds a value of an attribute from a place on.
    mutating func append(_ value: SceneValue, to attribute: SceneAttribute, at offset: Double) {
        if let number = values.firstIndex(where: { $0.attribute == attribute }) {
            values[number].append(value, at: offset)
        } else {
            var track = ValueTrack(attribute)
            track.append(value, at: offset)
            values.append(track)
        }
    }

    /// Ends the known values of a line attribute behind its last point, unless the next one is there too.
    fileprivate mutating func interrupt(_ attribute: SceneAttribute, at offset: Double) {
        guard let track = values.first(where: { $0.attribute == attribute }),
            let last = track.points.last, last.value != .unknown, offset - last.offset > 0.01
        else { return }
        append(.unknown, to: attribute, at: last.offset + 0.01)
    }
}
