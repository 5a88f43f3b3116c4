import RoadMap

/// Whether the tags place the road inside (true) or outside (false) a built-up area: `zone:traffic`,
/// or the kind of road that a limit is said to come from, such as `DE:urban`. That a road is lit or
/// has a pavement is no evidence: the sign of the place's name counts.
func builtUpArea(_ tags: Tags) -> (isBuiltUp: Bool, provenance: Provenance)? {
    let sources: [(TagKey, Provenance)] = [
        (.zoneTraffic, .tagged), (.maxspeedType, .derived), (.sourceMaxspeed, .derived),
        (.maxspeed, .derived),
    ]
    for (key, provenance) in sources {
        guard let value = tags[key]?.lowercased() else { continue }
        switch value.split(separator: ":").last {
        case "urban", "nsl_restricted": return (true, provenance)
        case "rural", "nsl_single", "nsl_dual": return (false, provenance)
        default: continue
        }
    }
    return nil
}
