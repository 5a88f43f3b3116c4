import ADASISv2
import Geodesy
import Horizon
import Quantities
import RoadMap

/// Turns the links of paths into messages. What the map does not know is unknown in them. All kinds
/// are made, whatever the mask: it may change while driving.
struct ItemBuilder {
    let map: RoadMap
    let reduction: ReductionParameters
    var chooser = SpotChooser()
    private var shape = Shape(reserved: 1024)
    var curvatureSpots = LinkSpots()
    var curvatureErrorSpots = LinkSpots()
    private var slopeSpots = LinkSpots()
    private var slopeErrorSpots = LinkSpots()
    private var altitudeSpots = LinkSpots()
    var segments: SegmentBuilder

    /// Speeds are in `unit`, that of META-DATA.
    init(map: RoadMap, unit: SpeedUnit, reduction: ReductionParameters) {
        self.map = map
        self.reduction = reduction
        segments = SegmentBuilder(unit: unit)
    }

    /// Adds a link's items to its path. When the map cannot be read, the path is left as it was.
    mutating func build(
        _ link: PathLink, probability: Double, into path: inout WirePath
    ) throws(MapError) {
        shape.removeAll()
        try map.appendShape(of: link.record, to: &shape)
        try segments.read(link, from: map)
        try segments.readSigns(of: link, from: map)
        try curvatureSpots.read(.curvature, of: link, from: map)
        try curvatureErrorSpots.read(.curvatureError, of: link, from: map)
        try slopeSpots.read(.slope, of: link, from: map)
        try slopeErrorSpots.read(.slopeError, of: link, from: map)
        try altitudeSpots.read(.altitude, of: link, from: map)
        let identifier = try map.stableID(of: link.record).identifier(link.link.direction)
        // Nothing below reads the map.
        segments.append(to: &path, of: link, probability: probability)
        appendSteps(of: link, to: &path)
        appendSigns(of: link, to: &path)
        appendLanes(of: link, to: &path)
        appendCurvature(of: link, to: &path)
        appendHeadingChange(of: link, to: &path)
        appendSlope(of: link, to: &path)
        appendAltitude(of: link, to: &path)
        appendPlaces(of: link, to: &path)
        append(
            .linkIdentifier, LongValueCode(linkIdentifier: identifier),
            at: wireMetres(link.start), to: &path)
        path.builtLinks += 1
    }

    /// Adds what may change of a link while its path is on the wire: speed limits that hold at times, and
    /// whether it is part of the route.
    mutating func buildRoad(
        of link: PathLink, probability: Double, into path: inout WirePath
    ) throws(MapError) {
        try segments.read(link, from: map)
        segments.append(to: &path, of: link, probability: probability)
        appendSteps(of: link, to: &path)
    }

    /// The STUB of a road, without the fields that depend on where it is sent.
    mutating func stub(
        into link: PathLink, after arriving: PathLink?, turnAngle: Degrees, probability: Double
    ) throws(MapError) -> StubMessage {
        let road = try segments.fields(atStartOf: link, from: map)
        var stub = StubMessage()
        stub.turnAngle = AngleCode(turnAngle)
        stub.relativeProbability = ProbabilityCode(probability)
        stub.functionalRoadClass = road.functionalRoadClass
        stub.formOfWay = road.formOfWay
        stub.lanesDrivingDirection = road.lanesDriving
        stub.lanesOppositeDirection = road.lanesOpposite
        stub.complexIntersection = road.complexIntersection
        stub.rightOfWay = .unknown
        if let arriving { stub.rightOfWay = try rightOfWay(after: arriving) }
        stub.partOfCalculatedRoute = segments.partOfRoute(link.link)
        return stub
    }

    /// The SEGMENT of the link that the car is on, for clients that know nothing of paths.
    mutating func currentLink(
        _ link: PathLink, at place: Centimetres
    ) throws(MapError) -> SegmentMessage {
        try segments.read(link, from: map)
        var message = segments.message(at: place - link.start, of: link)
        message.pathIndex = .currentLink
        message.offset = OffsetCode(metresFromPathStart: 0)
        message.relativeProbability = .certain
        return message
    }

    /// Where a path turns at once, its heading changes by the angle into the next link: curvature,
    /// which is finite, cannot say it.
    private func appendHeadingChange(of link: PathLink, to path: inout WirePath) {
        let code = ProfileValueCode(headingChange: link.turnAngle)
        guard code != ProfileValueCode(headingChange: Degrees(0)) else { return }
        append(.headingChange, code, at: wireMetres(link.start), to: &path)
    }

    /// Where the map does not know the slope any more, what is known ends.
    private mutating func appendSlope(of link: PathLink, to path: inout WirePath) {
        // Driven the other way uphill is downhill.
        let unit = link.link.direction == .forward ? 0.01 : -0.01
        appendErrors(
            slopeErrorSpots, unit: 0.01, of: link, from: wireMetres(link.start),
            to: &path.slopeErrors)
        for number in slopeSpots.spots.indices {
            let spot = slopeSpots.spots[number]
            let metres = wireMetres(link.start + spot.offset)
            if spot.beginsPiece { interruptSlope(before: metres, of: &path) }
            path.slope.appendOrStep(Double(spot.value) * unit, at: metres)
            path.slopeSteps.append(
                Double(spot.value) * unit, at: metres, bound: reduction.slopeStepError)
        }
        interruptSlope(before: wireMetres(link.end), of: &path)
    }

    private mutating func interruptSlope(before metres: Int, of path: inout WirePath) {
        interrupt(.slope, before: metres, of: &path)
        interruptSlopeSteps(before: metres, of: &path)
    }

    private mutating func appendAltitude(of link: PathLink, to path: inout WirePath) {
        for number in altitudeSpots.spots.indices {
            let spot = altitudeSpots.spots[number]
            let metres = wireMetres(link.start + spot.offset)
            if spot.beginsPiece { interruptAltitude(before: metres, of: &path) }
            path.altitude.appendOrStep(Double(spot.value) / 100, at: metres)
        }
        interruptAltitude(before: wireMetres(link.end), of: &path)
    }

    private func appendPlaces(of link: PathLink, to path: inout WirePath) {
        let isForward = link.link.direction == .forward
        for number in 0..<shape.count {
            let index = isForward ? number : shape.count - 1 - number
            let along = shape.offset(at: index)
            let place = link.start + (isForward ? along : link.record.length - along)
            path.places.appendOrStep(
                PlaceSpot(point: shape.points[index], distance: place.metres),
                at: wireMetres(place))
        }
    }
}

extension StableLinkID {
    /// The 32 bits that name the link and the way along it on the wire: opaque to clients, the same
    /// after a map update. Never the value that means not available.
    fileprivate func identifier(_ direction: Direction) -> UInt32 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for part in [way, startNode, endNode, Int64(direction.rawValue)] {
            for shift in stride(from: UInt64(0), to: 64, by: 8) {
                // FNV-1a (Fowler, Noll and Vo 1991).
                hash = (hash ^ (UInt64(bitPattern: part) >> shift & 0xFF)) &* 0x100_0000_01B3
            }
        }
        let folded = UInt32(truncatingIfNeeded: hash ^ hash >> 32)
        return folded == .max ? 0 : folded
    }
}
