import RoadMap

/// The number of lanes in some directions, with its provenance.
struct LaneCount: Hashable {
    var lanes: Int
    var directions: DirectionSet
    var provenance: Provenance
}

/// The lanes of each direction that may be driven.
///
/// `lanes` counts those of both directions, so on a two-way road it takes a conclusion: what is left
/// of the total after the other direction, half of an even rest, and the one lane of a single-track
/// road, which both share. An odd rest stays unknown
/// (https://wiki.openstreetmap.org/wiki/Key:lanes). Lanes in the middle (`lanes:both_ways`) belong to
/// neither direction.
func laneCounts(_ tags: Tags, _ directions: DirectionSet) -> [LaneCount] {
    let total = count(tags[.lanes])
    let forward = count(tags[.lanesForward])
    let backward = count(tags[.lanesBackward])
    guard directions == .both else {
        let own = directions == .forward ? forward : backward
        guard let lanes = own ?? total else { return [] }
        return [LaneCount(lanes: lanes, directions: directions, provenance: .tagged)]
    }
    let middle = count(tags[.lanesBothWays]) ?? 0
    func left(by other: Int?) -> Int? {
        guard let total, let other, total - middle - other > 0 else { return nil }
        return total - middle - other
    }
    if forward != nil || backward != nil {
        var counts: [LaneCount] = []
        let sides: [(Int?, Int?, DirectionSet)] = [
            (forward, backward, .forward), (backward, forward, .backward),
        ]
        for (own, other, direction) in sides {
            if let own {
                counts.append(LaneCount(lanes: own, directions: direction, provenance: .tagged))
            } else if let rest = left(by: other) {
                counts.append(LaneCount(lanes: rest, directions: direction, provenance: .derived))
            }
        }
        return counts
    }
    guard let rest = left(by: 0), rest == 1 || rest % 2 == 0 else { return [] }
    return [LaneCount(lanes: max(1, rest / 2), directions: .both, provenance: .derived)]
}

/// A plausible number of lanes, without a mistake such as `lanes=22` metres.
private func count(_ text: String?) -> Int? {
    guard let text, let number = Int(text), (1...20).contains(number) else { return nil }
    return number
}
