import ADASISv2
import Geodesy
import Horizon
import HorizonProvider
import MapMatching
import Quantities
import Reasons
import RoadMap
import Routing

// The parts of an explanation from the reasons of an engine.
extension Explanation.Place {
    init(_ reasons: HorizonReasons, _ coordinate: Coordinate?) {
        state = reasons.vehicle.place.name
        latitude = coordinate?.latitude.rounded(7)
        longitude = coordinate?.longitude.rounded(7)
        path = reasons.paths.first?.path.id.number
        pathIndex = reasons.paths.first?.index?.raw
        offset = reasons.offset?.value.rounded(2)
        probability = reasons.vehicle.probability?.rounded(4)
        accuracy = reasons.vehicle.accuracy?.value.rounded(2)
    }
}

extension Explanation.Road {
    init(_ link: DirectedLink, on map: RoadMap) throws(MapError) {
        let record = try map.link(link.link)
        way = record.way
        let id = try map.stableID(of: record)
        self.link = id.text
        linkIdentifier = id.wireIdentifier(link.direction)
        direction = PlaceDescription.name(of: link.direction)
        name = try map.roadName(of: record)
    }
}

extension Explanation.Candidate {
    init(_ place: CandidateReasons, on map: RoadMap) throws(MapError) {
        road =
            if let link = place.place?.link { try Explanation.Road(link, on: map) } else { nil }
        offset = place.place?.offset.value.rounded(2)
        distance = place.distance?.value.rounded(2)
        deviation = place.deviation.value.rounded(2)
        relativeHeading = place.relativeHeading?.value.rounded(1)
        relation = place.relation.map { "\($0)" }
        probability = place.probability
        score = place.score.isFinite ? place.score : nil
        terms = place.terms.map {
            Explanation.Term(factor: $0.factor.rawValue, log: $0.log.isFinite ? $0.log : nil)
        }
        previous =
            if let previous = place.previous {
                try Explanation.Previous(previous, on: map)
            } else { nil }
    }
}

extension Explanation.Previous {
    init(
        _ previous: CandidateReasons.Previous, on map: RoadMap
    ) throws(MapError) {
        road =
            if let link = previous.place?.link { try Explanation.Road(link, on: map) } else { nil }
        probability = previous.probability
        let length = previous.route?.length.value.rounded(2)
        routeLength = length.flatMap { $0 < 0 ? nil : $0 }
        backwardLength = length.flatMap { $0 < 0 ? -$0 : nil }
        drivenLength = previous.route?.driven.value.rounded(2)
        uTurns = previous.route?.uTurns
        forbiddenTurns = previous.route?.forbiddenTurns
    }
}

extension Explanation.Path {
    init(
        _ reasons: HorizonReasons.PathReasons, on map: RoadMap, _ indexes: KnownIndexes
    ) throws(MapError) {
        path = reasons.path.id.number
        index = reasons.index?.raw
        level = reasons.path.level
        parent = reasons.path.branch?.parent.number
        parentIndex = indexes[reasons.path.branch?.parent]
        branchOffset = reasons.path.branch?.offset.metres.value
        probability = reasons.probability
        distanceToStart = reasons.path.startDistance.metres.value
        length = reasons.path.length.metres.value
        var roads: [Explanation.Road] = []
        for link in reasons.path.links { roads.append(try Explanation.Road(link.link, on: map)) }
        self.roads = roads
    }
}

extension Explanation.Junction {
    init(
        _ junction: JunctionReasons, on map: RoadMap, _ indexes: KnownIndexes
    ) throws(MapError) {
        path = junction.path.number
        pathIndex = indexes[junction.path]
        offset = junction.offset.metres.value
        distance = junction.distance.value.rounded(2)
        var exits: [Explanation.Exit] = []
        for exit in junction.exits {
            let legality =
                switch exit.legality {
                case .legal: "legal"
                case .oneWay: "one-way"
                case .forbiddenTurn: "forbidden-turn"
                case .closed: "closed"
                }
            exits.append(
                Explanation.Exit(
                    path: exit.path.number, pathIndex: indexes[exit.path],
                    road: try Explanation.Road(exit.link, on: map),
                    turnAngle: exit.turnAngle.value.rounded(1), legality: legality,
                    isUTurn: exit.isUTurn, timesTaken: exit.timesTaken,
                    probability: exit.probability, code: exit.code.raw,
                    steps: exit.steps.map {
                        Explanation.Step(
                            factor: $0.factor.rawValue, probability: $0.probability,
                            change: $0.change)
                    }))
        }
        self.exits = exits
    }
}

extension Explanation.Change {
    init(
        _ change: TreeChange, at time: Double, explained: Double, _ indexes: KnownIndexes
    ) {
        self.time = time
        after = (time - explained).rounded(1)
        self.change = change.kind.rawValue
        cause = change.cause.rawValue
        event = change.event.rawValue
        evidence = change.evidence.names
        from = change.from?.number
        fromIndex = indexes[change.from]
        to = change.to?.number
        toIndex = indexes[change.to]
        turnOffDistance = change.distance?.value.rounded(1)
    }
}

extension IntentEvidence {
    /// The names of the kinds.
    fileprivate var names: [String] {
        let named: [(IntentEvidence, String)] = [
            (.indicator, "indicator"), (.lane, "lane"), (.speed, "speed"), (.heading, "heading"),
        ]
        return named.filter { contains($0.0) }.map(\.1)
    }
}

extension VehicleState.Place {
    /// The name of the state.
    var name: String {
        switch self {
        case .onPath: "on-road"
        case .offRoad: "off-road"
        case .noMap: "no-map"
        case .notCalibrated: "not-calibrated"
        }
    }
}
