import RoadMap

extension SpeedLimit {
    /// The limit that a value of `maxspeed` signs: a whole number of km/h, a number with its unit, or
    /// `none`. A number without a unit is in km/h in every country
    /// (https://wiki.openstreetmap.org/wiki/Key:maxspeed). `nil` for everything else, and for numbers
    /// that no sign shows.
    init?(maxspeed text: String) {
        var rest = Substring(text).drop { $0 == " " }
        while rest.last == " " { rest.removeLast() }
        if rest == "none" {
            self = .unlimited
            return
        }
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        guard let number = UInt16(digits), (1...300).contains(number) else { return nil }
        switch rest[digits.endIndex...].drop(while: { $0 == " " }) {
        case "", "km/h", "kmh", "kph", "kmph": self = .limited(number, .kilometresPerHour)
        case "mph": self = .limited(number, .milesPerHour)
        default: return nil
        }
    }
}

/// The signed limit of each direction that may be driven. A value for one direction comes before the
/// one for both, and where it is not understood there is no limit rather than another one.
func speedLimits(
    _ tags: Tags,
    _ directions: DirectionSet
) -> [(limit: SpeedLimit, directions: DirectionSet)] {
    let forward = (tags[.maxspeedForward] ?? tags[.maxspeed]).flatMap(SpeedLimit.init(maxspeed:))
    let backward = (tags[.maxspeedBackward] ?? tags[.maxspeed]).flatMap(SpeedLimit.init(maxspeed:))
    if directions == .both, let forward, forward == backward { return [(forward, .both)] }
    var limits: [(limit: SpeedLimit, directions: DirectionSet)] = []
    if let forward, directions.contains(.forward as Direction) {
        limits.append((forward, .forward))
    }
    if let backward, directions.contains(.backward as Direction) {
        limits.append((backward, .backward))
    }
    return limits
}

/// Whether the tags place the road inside (true) or outside (false) a built-up area: `zone:traffic`,
/// or the kind of road that a limit is said to come from, such as `DE:urban`.
func builtUpArea(_ tags: Tags) -> (isBuiltUp: Bool, provenance: Provenance)? {
    let sources: [(TagKey, Provenance)] = [
        (.zoneTraffic, .tagged), (.maxspeedType, .derived), (.sourceMaxspeed, .derived),
    ]
    for (key, provenance) in sources {
        guard let value = tags[key]?.lowercased(), let colon = value.firstIndex(of: ":") else {
            continue
        }
        switch value[value.index(after: colon)...] {
        case "urban": return (true, provenance)
        case "rural": return (false, provenance)
        default: continue
        }
    }
    return nil
}
