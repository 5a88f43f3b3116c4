import ADASISv2
import Geodesy
import Horizon
import Quantities
import RoadMap

/// The last two points of a link on a path: the curvature at the next junction needs them.
struct SeamPoint {
    let before: Coordinate
    let end: Coordinate
}

/// Turns the links of paths into messages. What the map does not know is unknown in them.
struct ItemBuilder {
    let map: RoadMap
    let mask: MessageMask
    private var shape = Shape()
    private var spots: [ProfileSpot] = []
    private var segments: SegmentBuilder

    init(map: RoadMap, mask: MessageMask) {
        self.map = map
        self.mask = mask
        segments = SegmentBuilder(unit: map.header.country.speedUnit)
    }

    /// Adds a link's items to its path. When the map cannot be read, the path is left as it was.
    mutating func build(
        _ link: PathLink, probability: Double, into path: inout WirePath
    ) throws(MapError) {
        shape.removeAll()
        try map.appendShape(of: link.record, to: &shape)
        try segments.read(link, from: map)
        try readSpots(of: link)
        // Nothing below reads the map.
        if mask.allows(.segment) { segments.append(to: &path, of: link, probability: probability) }
        if mask.allows(ShortProfileType.curvature) { appendCurvature(of: link, to: &path) }
        appendPlaces(of: link, to: &path)
        path.seam.lastPoint = lastPoints(of: link)
        path.builtLinks += 1
    }

    /// The STUB of a side path, without the fields that depend on where it is sent.
    mutating func stub(for path: HorizonPath, branch: Branch) throws(MapError) -> StubMessage {
        let road = try segments.fields(atStartOf: path.links[0], from: map)
        var stub = StubMessage()
        stub.turnAngle = AngleCode(branch.turnAngle)
        stub.relativeProbability = ProbabilityCode(branch.probability)
        stub.functionalRoadClass = road.functionalRoadClass
        stub.formOfWay = road.formOfWay
        stub.lanesDrivingDirection = road.lanesDriving
        stub.lanesOppositeDirection = road.lanesOpposite
        stub.complexIntersection = road.complexIntersection
        stub.rightOfWay = .unknown
        return stub
    }

    private mutating func readSpots(of link: PathLink) throws(MapError) {
        spots.removeAll(keepingCapacity: true)
        guard mask.allows(ShortProfileType.curvature) else { return }
        var found: [ProfileSpot] = []
        swap(&found, &spots)
        try map.forEachSpot(of: .curvature, along: link.record) { (spot) throws(MapError) in
            found.append(spot)
        }
        swap(&found, &spots)
        guard link.link.direction == .backward else { return }
        // Driven the other way the order turns over and a right bend is a left one.
        spots.reverse()
        for index in spots.indices {
            spots[index].offset = link.record.length - spots[index].offset
            spots[index].value = -spots[index].value
        }
    }

    private func appendCurvature(of link: PathLink, to path: inout WirePath) {
        if let seam = path.seam.lastPoint,
            let curvature = threePointCurvature(seam.before, seam.end, secondPoint(of: link))
        {
            appendCurvature(curvature, at: link.start, to: &path)
        }
        for spot in spots {
            appendCurvature(
                PerMetre(Double(spot.value) * 1e-5), at: link.start + spot.offset, to: &path)
        }
    }

    private func appendCurvature(_ value: PerMetre, at place: Centimetres, to path: inout WirePath)
    {
        let metres = wireMetres(place)
        var message = ProfileShortMessage(
            profileType: .curvature, pathIndex: path.index,
            offset: OffsetCode(metresFromPathStart: metres))
        message.value0 = ProfileValueCode(curvature: value)
        path.insert(
            PathItem(message: .profileShort(message), metres: metres, series: .curvature))
    }

    /// Adds longitude and latitude at the link's points, but for the first one where the path already
    /// has it as the end of the link before.
    private func appendPlaces(of link: PathLink, to path: inout WirePath) {
        let sendsLongitude = mask.allows(LongProfileType.longitude)
        let sendsLatitude = mask.allows(LongProfileType.latitude)
        guard sendsLongitude || sendsLatitude else { return }
        let isForward = link.link.direction == .forward
        for number in (path.seam.lastPoint == nil ? 0 : 1)..<shape.count {
            let index = isForward ? number : shape.count - 1 - number
            let along = shape.offset(at: index)
            let metres = wireMetres(
                link.start + (isForward ? along : link.record.length - along))
            let point = shape.points[index]
            if sendsLongitude {
                append(
                    .longitude, .longitude, LongValueCode(longitude: Degrees(point.longitude)),
                    at: metres, to: &path)
            }
            if sendsLatitude {
                append(
                    .latitude, .latitude, LongValueCode(latitude: Degrees(point.latitude)),
                    at: metres, to: &path)
            }
        }
    }

    private func append(
        _ type: LongProfileType, _ series: PathItem.Series, _ value: LongValueCode, at metres: Int,
        to path: inout WirePath
    ) {
        var message = ProfileLongMessage(
            profileType: type, pathIndex: path.index,
            offset: OffsetCode(metresFromPathStart: metres))
        message.value = value
        path.insert(PathItem(message: .profileLong(message), metres: metres, series: series))
    }

    private func secondPoint(of link: PathLink) -> Coordinate {
        link.link.direction == .forward ? shape.points[1] : shape.points[shape.count - 2]
    }

    private func lastPoints(of link: PathLink) -> SeamPoint {
        let last = shape.count - 1
        return link.link.direction == .forward
            ? SeamPoint(before: shape.points[last - 1], end: shape.points[last])
            : SeamPoint(before: shape.points[1], end: shape.points[0])
    }
}
