import RoadMap

/// Whether the tags place the road inside (true) or outside (false) a built-up area:
/// `zone:traffic`, or the kind of road that a limit is based on, such as `DE:urban`. Street lights
/// or a pavement are no evidence: the sign of the place's name counts.
func builtUpArea(_ tags: Tags) -> (isBuiltUp: Bool, provenance: Provenance)? {
    let sources: [(String?, Provenance)] = [
        (tags[.zoneTraffic], .tagged), (tags[.maxspeedType], .derived),
        (tags[.sourceMaxspeed], .derived), (tags.suffixed(.maxspeedOther, "source"), .derived),
        (tags[.maxspeed], .derived),
    ]
    for (text, provenance) in sources {
        guard let value = text?.lowercased() else { continue }
        switch value.split(separator: ":").last {
        case "urban", "nsl_restricted": return (true, provenance)
        case "rural", "nsl_single", "nsl_dual": return (false, provenance)
        default: continue
        }
    }
    return nil
}

/// The additional facts of a road inside a drawn built-up area: it is built up, and the legal limit
/// applies if no other limit is known.
///
/// There are none if its tags state this themselves, or for roads that such areas do not describe
/// well. These are motorways, trunk roads and tunnels, which pass through or below, and roads whose
/// own limit is above the limit of built-up areas.
func builtUpFacts(
    _ tags: Tags,
    _ road: RoadKind,
    under law: Jurisdiction,
    beside facts: [RoadFact]
) -> [RoadFact] {
    let isThrough = road.roadClass == .motorway || road.roadClass == .trunk
    let isInTunnel = facts.contains { $0.kind == .tunnel && $0.value == 1 }
    guard builtUpArea(tags) == nil, !isThrough, !isInTunnel, tags[.motorroad] != "yes" else {
        return []
    }
    // No law in the table allows more.
    let most = law.limit(.urban)?.kilometresPerHour ?? 60
    let own = facts.filter { fact in
        fact.kind == .speedLimit
            || fact.kind == .particularSpeedLimit
                && SpeedLimitRule(attributeValue: fact.value)?.isRejected == true
    }.compactMap { SpeedLimit(attributeValue: $0.value)?.kilometresPerHour }
    guard own.allSatisfy({ $0 <= most }) else { return [] }
    var noted = TagRemarks()
    var limits = SpeedLimitTags(tags: tags, road: road, law: law, isInBuiltUpArea: true)
        .limits(noting: &noted).filter { $0.rule.kind == .general && $0.conditions.isEmpty }
        .map(\.fact)
    limits.removeAll { facts.contains($0) }
    return [RoadFact(kind: .builtUpArea, value: 1, directions: .both, provenance: .derived)]
        + limits
}
