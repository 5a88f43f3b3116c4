import RoadMap

/// A road as a search for limits that contradict their neighbours sees it.
struct LimitedRoad {
    /// The nodes at its ends.
    var ends: (Int64, Int64)
    /// Its limit in both directions in km/h, `nil` where it has none or two.
    var limit: Double?
    /// Its class and name: a road that goes on has the same.
    var identity: Identity

    struct Identity: Hashable {
        var roadClass: UInt64
        var name: String
    }

    /// The road of what its tags say; `nil` without a name, by which alone a road is known to go on.
    init?(_ traits: RoadTraits, ends: (Int64, Int64)) {
        guard let name = traits.texts.first(where: { $0.kind == .name || $0.kind == .reference }),
            let roadClass = traits.facts.first(where: { $0.kind == .functionalRoadClass })
        else { return nil }
        self.ends = ends
        identity = Identity(roadClass: roadClass.value, name: name.text)
        let limits = traits.facts.filter { $0.kind == .speedLimit }
        guard limits.count == 1,
            case .limited(let number, let unit) = SpeedLimit(
                attributeValue: limits[0].value
            )
        else { return }
        limit = Double(number) * (unit == .milesPerHour ? 1.609344 : 1)
    }
}

/// The roads whose limit is at most a third or at least three times that of the roads by which the
/// same road goes on at both ends, which agree with each other: so far apart are a missing or a doubled
/// digit, and no signs that follow each other.
func doubtfulBesideNeighbours(_ roads: [LimitedRoad?]) -> [Int] {
    struct End: Hashable {
        var node: Int64
        var identity: LimitedRoad.Identity
    }
    var meeting: [End: [Int]] = [:]
    for (index, road) in roads.enumerated() {
        guard let road, road.ends.0 != road.ends.1 else { continue }
        meeting[End(node: road.ends.0, identity: road.identity), default: []].append(index)
        meeting[End(node: road.ends.1, identity: road.identity), default: []].append(index)
    }
    return roads.indices.filter { index in
        guard let road = roads[index], let limit = road.limit, road.ends.0 != road.ends.1 else {
            return false
        }
        let neighbours = [road.ends.0, road.ends.1].map { node -> Double? in
            let there = meeting[End(node: node, identity: road.identity)] ?? []
            let others = there.filter { $0 != index }
            return others.count == 1 ? roads[others[0]]?.limit : nil
        }
        guard let before = neighbours[0], before == neighbours[1] else { return false }
        return limit * 3 <= before || limit >= before * 3
    }
}

extension RoadTraits {
    /// The same with its limit in doubt.
    var withDoubtfulLimit: RoadTraits {
        var traits = self
        for index in traits.facts.indices where traits.facts[index].kind == .speedLimit {
            guard var rule = SpeedLimitRule(attributeValue: traits.facts[index].value) else {
                continue
            }
            rule.isImplausible = true
            traits.facts[index].value = rule.attributeValue
        }
        return traits
    }
}
