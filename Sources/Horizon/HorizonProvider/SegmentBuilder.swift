import ADASISv2
import Horizon
import Quantities
import RoadMap

/// Builds the SEGMENTs of a link, a new one at each change of a field.
struct SegmentBuilder {
    /// The unit of speed limits, the unit of META-DATA.
    let unit: SpeedUnit
    /// The calculated route; `nil` without one.
    private(set) var route: LinkSet?
    /// The restrictions of the host.
    private var restrictions = RoadRestrictions()
    /// The link that was read last.
    private(set) var reading = LinkReading()
    /// The directions of the lanes of the link; none if unknown.
    private(set) var lanes = TurnLanes()
    /// The times of the next change of the limits that were read.
    private var changes = LimitChanges()

    init(unit: SpeedUnit) { self.unit = unit }

    /// Sets the calculated route.
    mutating func follow(_ route: LinkSet?) { self.route = route }

    /// Sets the restrictions of the host.
    mutating func setRestrictions(_ restrictions: RoadRestrictions) {
        self.restrictions = restrictions
    }

    /// Sets the moment, in seconds since 1970, and the surface for which conditional limits are
    /// evaluated. Without a moment, no limit that depends on the time is in force. On an unknown
    /// surface, no limit that depends on the surface is in force.
    mutating func judge(at moment: Int64?, on surface: SurfaceCondition) {
        changes.judge(at: moment, on: surface)
    }

    /// Whether a limit of these paths changed: it applies now and did not when it was read, or the
    /// reverse. It also stores the next change.
    mutating func takeChange(of paths: [HorizonPath], on map: RoadMap) throws(MapError) -> Bool {
        try changes.take(of: paths, on: map)
    }

    /// The first begin or end of a limit that was read, and the last moment before it; `nil` if the
    /// limits were read without a time.
    var change: (time: Int64, before: Int64?)? { changes.next }

    /// Reads a link.
    mutating func read(_ link: PathLink, from map: RoadMap) throws(MapError) {
        try reading.read(
            link.record, link.link.direction, from: map, at: changes.moment, on: changes.surface,
            host: restrictions)
        changes.note(reading.limits)
    }

    /// Reads the directions of the lanes of the link that was read.
    mutating func readLanes(of link: PathLink, from map: RoadMap) throws(MapError) {
        lanes = try reading.turnLanes(of: link.record, on: map)
    }

    /// The values of the step profiles on a section of the link that was read.
    func steps(on section: RoadSection, of link: PathLink) -> RoadSteps {
        RoadSteps(
            section, direction: link.link.direction, open: link.record.directions, unit: unit)
    }

    /// Adds the SEGMENTs that differ from the preceding one.
    func append(to path: inout WirePath, of link: PathLink, probability: Double) {
        for section in reading.sections {
            var message = message(on: section, of: link)
            message.pathIndex = path.index
            message.relativeProbability = ProbabilityCode(probability)
            guard message != path.building.lastSegment else { continue }
            path.building.lastSegment = message
            let metres = wireMetres(link.start + section.from)
            message.offset = OffsetCode(metresFromPathStart: metres)
            path.add(PathItem(message: .segment(message), metres: metres, series: .segment))
        }
    }

    /// The known values at the entry of a link.
    mutating func fields(
        atStartOf link: PathLink, from map: RoadMap
    ) throws(MapError) -> RoadFields {
        try read(link, from: map)
        return RoadFields(reading.sections[0], open: link.record.directions, unit: unit)
    }

    /// The SEGMENT at a place of the link that was read, without path and offset.
    func message(at place: Centimetres, of link: PathLink) -> SegmentMessage {
        message(on: reading.section(at: place), of: link)
    }

    private func message(on section: RoadSection, of link: PathLink) -> SegmentMessage {
        let road = RoadFields(section, open: link.record.directions, unit: unit)
        var message = SegmentMessage()
        message.functionalRoadClass = road.functionalRoadClass
        message.formOfWay = road.formOfWay
        message.effectiveSpeedLimit = road.speedLimit
        message.effectiveSpeedLimitType = road.speedLimitType
        message.lanesDrivingDirection = road.lanesDriving
        message.lanesOppositeDirection = road.lanesOpposite
        message.tunnel = road.tunnel
        message.bridge = road.bridge
        message.dividedRoad = road.dividedRoad
        message.builtUpArea = road.builtUpArea
        message.complexIntersection = road.complexIntersection
        message.partOfCalculatedRoute = partOfRoute(link.link)
        return message
    }

    /// Whether a link is part of the calculated route; not available without one.
    func partOfRoute(_ link: DirectedLink) -> TriStateCode {
        route.map { TriStateCode($0.contains(link)) } ?? .notAvailable
    }
}
