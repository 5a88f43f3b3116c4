import ADASISv2
import Geodesy
import Horizon
import Quantities
import RoadMap
import Routing

/// What the map says of a link in driving direction, as the wire can say it, read without a line of the
/// provider's code.
struct LinkFacts {
    /// The places in centimetres from where on something else may hold; the first is 0.
    var cuts: [Int] = [0]
    /// What holds from each of them on; path, offset and probability are left out.
    var segments: [SegmentMessage] = []
    /// The same of the step profiles, in the order of ``StepKind``.
    var steps: [[UInt32]] = []
    var signs: [(place: Int, raw: UInt32)] = []
    /// The numbers of the lanes on the wire, from the left.
    var lanes: [UInt32] = []
    var points: [(metres: Double, place: Coordinate)] = []
    var lines: [ProfileKind: [(place: Double, value: Double, beginsPiece: Bool)]] = [:]

    init(_ directed: DirectedLink, of map: RoadMap) throws {
        let link = try map.link(directed.link)
        let length = link.length.value
        let isForward = directed.direction == .forward
        var stretches: [Stretch] = []
        func driven(_ from: Centimetres, _ to: Centimetres) -> Range<Int> {
            isForward ? from.value..<to.value : length - to.value..<length - from.value
        }
        var turns = ""
        try map.forEachAttribute(of: link) { (attribute) throws(MapError) in
            stretches.append(
                Stretch(
                    attribute: attribute, place: driven(attribute.from, attribute.to),
                    isDriven: attribute.directions.contains(directed.direction)))
            if attribute.kind == .turnLanes, attribute.directions.contains(directed.direction) {
                turns = try map.text(attribute, of: link)
                lanes = LinkFacts.lanes(turns)
            }
        }
        var limits: [Limit] = []
        try map.forEachSpeedLimit(of: link, directed.direction) {
            (rule, condition, attribute) throws(MapError) in
            limits.append(
                Limit(
                    rule: rule, condition: condition,
                    place: driven(attribute.from, attribute.to)))
        }
        var all = Set([0])
        for stretch in stretches {
            all.formUnion([stretch.place.lowerBound, stretch.place.upperBound])
        }
        cuts = all.filter { $0 >= 0 && $0 < length }.sorted()
        for cut in cuts {
            let here = stretches.filter { $0.place.contains(cut) }
            segments.append(
                LinkFacts.segment(here, isOneWay: link.directions != .both, directed.direction))
            steps.append(
                LinkFacts.steps(
                    here.filter(\.isDriven), limits.filter { $0.place.contains(cut) }))
        }
        let transmitted: Set<RoadObjectKind> = [
            .trafficLight, .stopSign, .giveWaySign, .trafficSign, .cityLimit, .levelCrossing,
            .pedestrianCrossing,
        ]
        for stretch in stretches where stretch.isDriven && stretch.attribute.kind == .roadObject {
            guard let object = RoadObject(attributeValue: stretch.attribute.value),
                transmitted.contains(object.kind)
            else { continue }
            signs.append((stretch.place.lowerBound, UInt32(object.kind.rawValue) << 24))
        }
        try readShape(of: link, isForward, map)
        for kind in [ProfileKind.curvature, .slope, .altitude, .curvatureError, .slopeError] {
            lines[kind] = try LinkFacts.line(kind, of: link, isForward, map)
        }
    }

    /// An attribute with its place in driving direction.
    struct Stretch {
        let attribute: Attribute
        let place: Range<Int>
        let isDriven: Bool
    }

    struct Limit {
        let rule: SpeedLimitRule
        let condition: Condition?
        let place: Range<Int>
    }

    private mutating func readShape(of link: Link, _ isForward: Bool, _ map: RoadMap) throws {
        var shape = Shape()
        try map.appendShape(of: link, to: &shape)
        for index in 0..<shape.count {
            let number = isForward ? index : shape.count - 1 - index
            let along = shape.distances[number]
            points.append((isForward ? along : shape.length.value - along, shape.points[number]))
        }
    }

    private static func line(
        _ kind: ProfileKind, of link: Link, _ isForward: Bool, _ map: RoadMap
    ) throws -> [(place: Double, value: Double, beginsPiece: Bool)] {
        let turns = kind == .curvature || kind == .slope
        let unit =
            kind == .curvature || kind == .curvatureError ? 1e-5 : 0.01
        var spots: [(place: Double, value: Double, beginsPiece: Bool)] = []
        try map.forEachSpot(of: kind, along: link) { (spot, begins) throws(MapError) in
            spots.append((spot.offset.metres.value, Double(spot.value) * unit, begins))
        }
        guard !isForward else { return spots }
        let length = link.length.metres.value
        return spots.indices.reversed().map { index in
            let isFirst = index == spots.count - 1 || spots[index + 1].beginsPiece
            return (
                length - spots[index].place, spots[index].value * (turns ? -1 : 1), isFirst
            )
        }
    }

    private static func lanes(_ text: String) -> [UInt32] {
        let directions: [Substring: ExtendedLane.Directions] = [
            "through": .straight, "slight_left": .slightLeft, "left": .left,
            "sharp_left": .sharpLeft, "slight_right": .slightRight, "right": .right,
            "sharp_right": .sharpRight, "reverse": .uTurn,
        ]
        let texts = text.split(separator: "|", omittingEmptySubsequences: false).prefix(15)
        return texts.enumerated().map { number, text in
            var lane = ExtendedLane(lane: UInt32(number + 1), of: UInt32(texts.count))
            for word in text.split(separator: ";") {
                lane.directions.formUnion(directions[word] ?? [])
            }
            return LongValueCode(extendedLane: lane).raw
        }
    }
}
