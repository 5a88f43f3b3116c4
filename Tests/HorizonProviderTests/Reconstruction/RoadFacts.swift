import ADASISv2
import Horizon
import RoadMap

/// What the map says of a road that leaves a path.
struct RoadFacts {
    let id: PathID
    /// Its first link.
    let link: DirectedLink
    private let turnAngle: AngleCode
    private var segment: SegmentMessage
    private let rightOfWay: RightOfWayCode

    /// A road with its path in the tree, leaving another path.
    init(_ road: HorizonPath, leaving parent: HorizonPath, _ facts: MapFacts) throws {
        id = road.id
        link = road.links[0].link
        turnAngle = AngleCode(road.branch?.turnAngle)
        segment = try facts.link(road.links[0].link).segments[0]
        if road.branch?.legality == .oneWay { segment.lanesDrivingDirection = .againstOneWay }
        let arriving = parent.links.last { $0.end == road.branch?.offset }
        rightOfWay = try arriving.map { try facts.rightOfWay(after: $0) } ?? .unknown
    }

    /// Whether a STUB is that of the road, apart from its path and probability.
    func isReported(by stub: StubMessage) -> Bool {
        // Of roads with one angle at one place, the later ones have the next free angles.
        let shift = (Int(stub.turnAngle.raw) - Int(turnAngle.raw) + 254) % 254
        return shift < 4 && stub.turnAngle.raw < 254
            && stub.functionalRoadClass == segment.functionalRoadClass
            && stub.formOfWay == segment.formOfWay
            && stub.lanesDrivingDirection == segment.lanesDrivingDirection
            && stub.lanesOppositeDirection == segment.lanesOppositeDirection
            && stub.complexIntersection == segment.complexIntersection
            && stub.rightOfWay == rightOfWay
    }
}
