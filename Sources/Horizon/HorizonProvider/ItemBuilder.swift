import ADASISv2
import Geodesy
import Horizon
import Quantities
import RoadMap

/// Converts the links of paths to messages. A value that the map does not have is unknown in them.
/// It makes all kinds of messages for any mask, since the mask may change while driving.
struct ItemBuilder {
    let map: RoadMap
    private let reduction: ReductionParameters
    private var reducer: ProfileReducer
    private var shape = Shape(reserved: 1024)
    private(set) var curvatureSpots = LinkSpots()
    private(set) var curvatureErrorSpots = LinkSpots()
    private var slopeSpots = LinkSpots()
    private var slopeErrorSpots = LinkSpots()
    private var altitudeSpots = LinkSpots()
    private(set) var segments: SegmentBuilder
    /// The number of points of profiles and lines that this update may still convert.
    private var pointsLeft = 0

    /// From so many steps of an update on, the next roads wait for the next update.
    private static let mostSteps = RoadMap.maximumSteps / 20 * 19
    /// The most points of an update: the first one of a dense city converts fewer.
    private static let mostPoints = 4096
    /// With so many items of all paths, no link is added to a path. Each update passes over all of them.
    /// The bus load limit of a bus of 500 kbit/s takes 40 s for so many.
    private static let mostItems = 8192

    /// Speeds are in `unit`, the unit of META-DATA.
    init(map: RoadMap, unit: SpeedUnit, reduction: ReductionParameters) {
        self.map = map
        self.reduction = reduction
        reducer = ProfileReducer(reduction)
        segments = SegmentBuilder(unit: unit)
    }

    /// Changes the unit of speeds, the unit of META-DATA. Then set route, restrictions and conditions
    /// again.
    mutating func changeUnit(to unit: SpeedUnit) { segments = SegmentBuilder(unit: unit) }

    /// Sets the moment and the surface for conditional speed limits; `moment` in seconds since
    /// 1970.
    mutating func setConditions(moment: Int64?, surface: SurfaceCondition) {
        segments.judge(at: moment, on: surface)
    }

    /// Sets the calculated route, `nil` without one.
    mutating func setRoute(_ route: LinkSet?) { segments.follow(route) }

    /// Sets the restrictions of the host.
    mutating func setRestrictions(_ restrictions: RoadRestrictions) {
        segments.setRestrictions(restrictions)
    }

    /// Whether a conditional limit of these paths changed: it applies now and did not when it was
    /// read, or the reverse.
    mutating func takeChange(of tree: borrowing PathTree) throws(MapError) -> Bool {
        try segments.takeChange(of: tree.paths, on: map)
    }

    /// Thins out the new part of a path's continuous profiles within reach, in metres of the path.
    mutating func closeProfiles(of path: inout WirePath, shortReach: Int, longReach: Int) {
        reducer.closeProfiles(of: &path, shortReach: shortReach, longReach: longReach)
    }

    /// Ends a profile before a place without a known value.
    mutating func interrupt(_ profile: LineProfile, before metres: Int, of path: inout WirePath) {
        reducer.interrupt(profile, before: metres, of: &path)
    }

    /// Whether this update may convert another link. The next update continues.
    var hasRoom: Bool { pointsLeft > 0 && mayRead }

    /// Whether this update may read more of the map. The last steps are left, so that an update which
    /// makes messages of many roads does not fail.
    var mayRead: Bool { !map.isShareUsed || map.steps < Self.mostSteps }

    /// Begins an update of paths with so many items.
    mutating func beginUpdate(items: Int) {
        pointsLeft = min(Self.mostPoints, Self.mostItems - items)
        reducer.beginUpdate()
    }

    /// Adds a link's items to its path. If the map cannot be read, the path stays as it was.
    mutating func build(
        _ link: PathLink, probability: Double, into path: inout WirePath
    ) throws(MapError) {
        shape.removeAll()
        try map.appendShape(of: link.record, to: &shape)
        try segments.read(link, from: map)
        try segments.readLanes(of: link, from: map)
        try curvatureSpots.read(.curvature, of: link, from: map)
        try curvatureErrorSpots.read(.curvatureError, of: link, from: map)
        try slopeSpots.read(.slope, of: link, from: map)
        try slopeErrorSpots.read(.slopeError, of: link, from: map)
        try altitudeSpots.read(.altitude, of: link, from: map)
        let identifier = try map.stableID(of: link.record).wireIdentifier(link.link.direction)
        pointsLeft -=
            shape.count + curvatureSpots.spots.count + curvatureErrorSpots.spots.count
            + slopeSpots.spots.count + slopeErrorSpots.spots.count + altitudeSpots.spots.count
        // The code below does not read the map.
        segments.append(to: &path, of: link, probability: probability)
        appendSteps(of: link, to: &path)
        appendSigns(of: link, to: &path)
        appendLanes(of: link, to: &path)
        appendCurvature(of: link, to: &path)
        appendLinkStart(of: link, to: &path)
        appendSlope(of: link, to: &path)
        appendAltitude(of: link, to: &path)
        appendPlaces(of: link, to: &path)
        path.append(
            .linkIdentifier, LongValueCode(linkIdentifier: identifier),
            at: wireMetres(link.start))
        path.settleItems()
        path.building.builtLinks += 1
    }

    /// Adds the values of a link that may change while its path is on the wire: speed limits that
    /// depend on the time, and whether the link is part of the route.
    mutating func buildRoad(
        of link: PathLink, probability: Double, into path: inout WirePath
    ) throws(MapError) {
        try segments.read(link, from: map)
        segments.append(to: &path, of: link, probability: probability)
        appendSteps(of: link, to: &path)
        path.settleItems()
    }

    /// The STUB of a road, without the fields that depend on the place of transmission.
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

    /// The SEGMENT of the link that the car is on, for clients without paths.
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

    /// Known slope ends at a place without a known value.
    private mutating func appendSlope(of link: PathLink, to path: inout WirePath) {
        appendErrors(
            slopeErrorSpots, unit: 0.01, of: link, from: wireMetres(link.start),
            to: &path.open.slopeErrors)
        for number in slopeSpots.spots.indices {
            let spot = slopeSpots.spots[number]
            let metres = wireMetres(link.start + spot.offset)
            if spot.beginsPiece { interruptSlope(before: metres, of: &path) }
            path.open.slope.appendOrStep(Double(spot.value) * 0.01, at: metres)
            path.open.slopeSteps.append(
                Double(spot.value) * 0.01, at: metres, bound: reduction.slopeStepError)
        }
        interruptSlope(before: wireMetres(link.end), of: &path)
    }

    private mutating func interruptSlope(before metres: Int, of path: inout WirePath) {
        interrupt(.slope, before: metres, of: &path)
        reducer.interruptSlopeSteps(before: metres, of: &path)
    }

    private mutating func appendAltitude(of link: PathLink, to path: inout WirePath) {
        for number in altitudeSpots.spots.indices {
            let spot = altitudeSpots.spots[number]
            let metres = wireMetres(link.start + spot.offset)
            if spot.beginsPiece { reducer.interruptAltitude(before: metres, of: &path) }
            path.open.altitude.appendOrStep(Double(spot.value) / 100, at: metres)
        }
        reducer.interruptAltitude(before: wireMetres(link.end), of: &path)
    }

    private func appendPlaces(of link: PathLink, to path: inout WirePath) {
        let isForward = link.link.direction == .forward
        for number in 0..<shape.count {
            let index = isForward ? number : shape.count - 1 - number
            let place =
                link.start + link.record.offset(shape.offset(at: index), in: link.link.direction)
            path.open.places.appendOrStep(
                PlaceSpot(point: shape.points[index], distance: place.metres),
                at: wireMetres(place))
        }
    }
}
