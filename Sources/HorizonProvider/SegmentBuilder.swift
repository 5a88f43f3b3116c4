import ADASISv2
import Horizon
import Quantities
import RoadMap

/// Makes SEGMENTs of a link's attributes: one wherever a field changes.
struct SegmentBuilder {
    /// The unit of speed limits, that of META-DATA.
    let unit: SpeedUnit
    /// The time for which limits that hold at times are looked at, in seconds since 1970; without one
    /// none of them counts.
    var moment: Int64?
    /// The surface for which limits that hold in rain or snow are looked at; while it is unknown none of
    /// them counts.
    var surface = SurfaceCondition.unknown
    /// The one for which they were looked at when ``takeChange(of:on:)`` was last asked.
    private var readSurface = SurfaceCondition.unknown
    /// The calculated route; `nil` without one.
    var route: LinkSet?
    /// When the first of the limits that were read begins or ceases to hold, and the last moment before
    /// it, `nil` where they were read without one.
    private(set) var change: (time: Int64, before: Int64?)?
    private var attributes: [Attribute] = []
    private var limits = LinkLimits()
    /// The places where something may change, from the link's beginning in driving direction.
    private(set) var cuts: [Centimetres] = []
    /// The signs beside the link, in driving direction.
    private(set) var signs: [Sign] = []
    /// Where the lanes of the link lead; none where the map does not know.
    private(set) var lanes = TurnLanes()

    /// A sign at a place, from the link's beginning in driving direction.
    struct Sign {
        let kind: RoadObjectKind
        let offset: Centimetres
    }

    init(unit: SpeedUnit) { self.unit = unit }

    /// Reads what a SEGMENT can say of a link, with ranges in driving direction.
    mutating func read(_ link: PathLink, from map: RoadMap) throws(MapError) {
        attributes.removeAll(keepingCapacity: true)
        var found: [Attribute] = []
        swap(&found, &attributes)
        let length = link.record.length
        try map.forEachAttribute(of: link.record) { (attribute) throws(MapError) in
            guard SegmentBuilder.kinds.contains(attribute.kind) else { return }
            var attribute = attribute
            if link.link.direction == .backward {
                (attribute.from, attribute.to) = (length - attribute.to, length - attribute.from)
            }
            found.append(attribute)
        }
        swap(&found, &attributes)
        try readLimits(of: link, from: map)
        cuts.removeAll(keepingCapacity: true)
        cuts.append(.zero)
        for attribute in attributes { cut(at: attribute.from, attribute.to, before: length) }
        for limit in limits.stretches { cut(at: limit.from, limit.to, before: length) }
        cuts.sort()
    }

    private mutating func cut(
        at from: Centimetres, _ to: Centimetres, before length: Centimetres
    ) {
        if from < length && !cuts.contains(from) { cuts.append(from) }
        if to < length && !cuts.contains(to) { cuts.append(to) }
    }

    private mutating func readLimits(of link: PathLink, from map: RoadMap) throws(MapError) {
        try limits.read(link, from: map, at: moment, on: surface)
        guard limits.hasConditions else { return }
        guard moment != nil else {
            change = (.min, nil)
            return
        }
        if let next = limits.nextChange, next < change?.time ?? .max { change = (next, next - 1) }
    }

    /// Whether limits of these paths hold now that did not when they were read, or the other way round.
    /// What is to come is noted anew.
    mutating func takeChange(of paths: [HorizonPath], on map: RoadMap) throws(MapError) -> Bool {
        let due = change.flatMap { change in
            moment.flatMap { $0 >= change.time ? change : nil }
        }
        guard due != nil || surface != readSurface else { return false }
        if due != nil { change = nil }
        let former = readSurface
        readSurface = surface
        // Read without a time none counted that depends on it.
        if let due, due.before == nil { return true }
        do {
            return try areOther(paths, since: due?.before ?? moment, former, on: map)
        } catch {
            change = due ?? change
            readSurface = former
            throw error
        }
    }

    private mutating func areOther(
        _ paths: [HorizonPath], since before: Int64?, _ former: SurfaceCondition,
        on map: RoadMap
    ) throws(MapError) -> Bool {
        var isOther = false
        for path in paths {
            for link in path.links {
                try readLimits(of: link, from: map)
                guard limits.hasConditions else { continue }
                var then: LocalTime?
                if let before { then = try map.localTime(at: before, of: link.record) }
                isOther =
                    isOther
                    || limits.stretches.contains {
                        guard let condition = $0.condition, $0.rule.kind == .general else {
                            return false
                        }
                        return (condition.holds(at: then, on: former) == true) != $0.isInForce
                    }
            }
        }
        return isOther
    }

    /// Reads the signs beside a link and where its lanes lead.
    mutating func readSigns(of link: PathLink, from map: RoadMap) throws(MapError) {
        var found: [Sign] = []
        swap(&found, &signs)
        found.removeAll(keepingCapacity: true)
        defer { swap(&found, &signs) }
        var turns = TurnLanes()
        let direction = link.link.direction
        let length = link.record.length
        try map.forEachAttribute(of: link.record) { (attribute) throws(MapError) in
            guard attribute.directions.contains(direction) else { return }
            if attribute.kind == .turnLanes {
                turns = try map.withText(attribute, of: link.record, TurnLanes.init)
            } else if attribute.kind == .roadObject,
                let object = RoadObject(attributeValue: attribute.value), object.kind.isSign
            {
                let place = direction == .forward ? attribute.from : length - attribute.from
                found.append(Sign(kind: object.kind, offset: place))
            }
        }
        lanes = turns
        found.sort { $0.offset < $1.offset }
    }

    /// What the step profiles say at a place of the link that was read.
    func steps(at place: Centimetres, of link: PathLink) -> RoadSteps {
        RoadSteps(
            attributes: attributes, limits: limits.stretches, at: place,
            direction: link.link.direction, open: link.record.directions, unit: unit)
    }

    /// Adds the SEGMENTs that differ from the one before them.
    func append(to path: inout WirePath, of link: PathLink, probability: Double) {
        for cut in cuts {
            var message = message(at: cut, of: link)
            message.pathIndex = path.index
            message.relativeProbability = ProbabilityCode(probability)
            guard message != path.lastSegment else { continue }
            path.lastSegment = message
            let metres = wireMetres(link.start + cut)
            message.offset = OffsetCode(metresFromPathStart: metres)
            path.insert(PathItem(message: .segment(message), metres: metres, series: .segment))
        }
    }

    /// What is known of a link where one enters it.
    mutating func fields(
        atStartOf link: PathLink, from map: RoadMap
    ) throws(MapError) -> RoadFields {
        try read(link, from: map)
        return fields(at: .zero, of: link)
    }

    private func fields(at place: Centimetres, of link: PathLink) -> RoadFields {
        var fields = RoadFields(
            attributes: attributes, at: place, direction: link.link.direction,
            open: link.record.directions, unit: unit)
        // As in the tags, the last one counts.
        if let timed = limits.stretches.last(where: {
            $0.isInForce && $0.from <= place && place < $0.to
        }) {
            fields.read(timed, in: unit)
        }
        return fields
    }

    /// What holds at a place of the link, everything else unknown; without path and offset.
    func message(at place: Centimetres, of link: PathLink) -> SegmentMessage {
        let road = fields(at: place, of: link)
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

    private static let kinds: [AttributeKind] = [
        .functionalRoadClass, .formOfWay, .speedLimit, .lanes, .tunnel, .bridge, .dividedRoad,
        .builtUpArea, .complexIntersection, .routeNumberClass, .surface, .vehicleAccess,
        .restrictedAccess,
    ]
}
