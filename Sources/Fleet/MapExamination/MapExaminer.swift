import Geodesy
import Horizon
public import Observations
import Quantities
public import RoadMap

/// Compares a map with observations of many drives.
///
/// ```swift
/// let findings = try MapExaminer(map: map, observations: observations).findings()
/// ```
/// The map must not contain counts of these observations: the expected turns would follow from them.
public struct MapExaminer {
    let map: RoadMap
    let observations: Observations
    let parameters: FindingParameters
    /// The links of the roads that observations mention, in both directions.
    private(set) var links: [RoadID: DirectedLink] = [:]

    /// An examiner of a map and of observations of its roads.
    public init(
        map: RoadMap, observations: Observations,
        parameters: FindingParameters = FindingParameters()
    ) throws(MapError) {
        self.map = map
        self.observations = observations
        self.parameters = parameters
        var wanted = Set(observations.roads.keys)
        for observation in observations.roads.values { wanted.formUnion(observation.exits.keys) }
        for misfit in observations.misfits.keys {
            switch misfit {
            case .offRoad: break
            case .forbiddenTurn(let road, let exit): wanted.formUnion([road, exit])
            case .againstOneWay(let road), .besideRoad(let road, _): wanted.insert(road)
            }
        }
        var links: [RoadID: DirectedLink] = [:]
        try map.forEachLink(in: map.header.bounds) { (link) throws(MapError) in
            let id = try map.stableID(of: link)
            for direction in Direction.allCases {
                let road = RoadID(id, direction)
                // Of a road in one direction the other one counts too.
                guard wanted.contains(road) || wanted.contains(RoadID(id, direction.reversed))
                else { continue }
                links[road] = DirectedLink(link.reference, direction)
            }
        }
        self.links = links
    }

    /// All findings: by kind, then by road or place.
    public func findings() throws(MapError) -> [MapFinding] {
        var findings = missingRoads()
        findings += try wrongOneWays()
        findings += try needlessRestrictions()
        let unused = try unusedTurns()
        findings += unused.oneWays + unused.turns
        findings += try wrongGeometry()
        findings += try wrongSpeedLimits()
        return findings
    }

    /// The passes of a road as a whole, or of turns at its end if those are more.
    func passes(of road: RoadID) -> Int {
        guard let seen = observations.roads[road] else { return 0 }
        let whole = seen.allSpeeds.values.reduce(0) { $0 + Int($1) }
        return max(whole, seen.exits.values.reduce(0) { $0 + Int($1.count) })
    }

    /// The line of a road in its direction.
    func line(of link: DirectedLink) throws(MapError) -> [Coordinate] {
        var points: [Coordinate] = []
        try map.forEachPoint(of: try map.link(link.link)) { point in
            points.append(point)
            return true
        }
        return link.direction == .forward ? points : points.reversed()
    }
}
