import RoadMap

/// The tags of a ferry's way. It is in the map if they state that it takes cars. Otherwise it may
/// be a boat for people alone. Its link is open to no car, so that no function uses it as a road.
func judgeFerry(_ tags: Tags) -> WayJudgement {
    var holds: DirectionSet = []
    for (direction, set) in [(Direction.forward, DirectionSet.forward), (.backward, .backward)] {
        if let access = CarAccess.stated(in: tags, direction), access != .closed {
            holds.formUnion(set)
        }
    }
    switch tags[.oneway] {
    case "yes", "true", "1": holds.formIntersection(.forward)
    case "-1", "reverse": holds.formIntersection(.backward)
    default: break
    }
    guard !holds.isEmpty else { return .dropped(.ferry) }
    var traits = WayFacts(directions: [])
    traits.texts = roadTexts(tags, [])
    traits.facts = [RoadFact(kind: .ferry, value: 1, directions: holds, provenance: .tagged)]
    traits.facts += tollFacts(tags)
    return .road(traits)
}

/// Whether it costs money.
func tollFacts(_ tags: Tags) -> [RoadFact] {
    let value: UInt64
    switch (tags[.toll], tags[.tollTrucks]) {
    case ("yes", _): value = 1
    case (_, "yes"): value = 2
    case ("no", _): value = 0
    default: return []
    }
    return [RoadFact(kind: .toll, value: value, directions: .both, provenance: .tagged)]
}
