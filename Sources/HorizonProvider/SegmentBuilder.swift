import ADASISv2
import Horizon
import Quantities
import RoadMap

/// Makes SEGMENTs of a link's attributes: one wherever a field changes.
struct SegmentBuilder {
    /// The unit of speed limits, that of META-DATA.
    let unit: SpeedUnit
    private var attributes: [Attribute] = []
    private var cuts: [Centimetres] = []

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
        cuts.removeAll(keepingCapacity: true)
        cuts.append(.zero)
        for attribute in attributes {
            for cut in [attribute.from, attribute.to]
            where cut > .zero && cut < length && !cuts.contains(cut) {
                cuts.append(cut)
            }
        }
        cuts.sort()
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
        RoadFields(
            attributes: attributes, at: place, direction: link.link.direction,
            open: link.record.directions, unit: unit)
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
        return message
    }

    private static let kinds: [AttributeKind] = [
        .functionalRoadClass, .formOfWay, .speedLimit, .lanes, .tunnel, .bridge, .dividedRoad,
        .builtUpArea, .complexIntersection,
    ]
}
