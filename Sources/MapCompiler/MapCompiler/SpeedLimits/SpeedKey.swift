import RoadMap

/// The meaning of the part of a key after `maxspeed:`, as in `hgv:forward:conditional`.
struct SpeedKey: Hashable {
    var kind = SpeedLimitKind.general
    var directions: DirectionSet?
    var isLanes = false
    var isConditional = false
    /// The condition of the road, as in `maxspeed:wet`.
    var weather: Condition.Weather?
    /// Whether it is an additional limit of the road: not the road's own limit in a direction, not
    /// its basis, and not a remark between mappers.
    var isLimit = true

    /// Reads it; `nil` if the key is unknown.
    init?(_ suffix: Substring) {
        var isPlain = true
        var isSeasonal = false
        for part in suffix.split(separator: ":", omittingEmptySubsequences: false) {
            switch part {
            case "forward": directions = .forward
            case "backward": directions = .backward
            // A limit for cars is the road's own limit.
            case "both_ways", "motorcar", "motor_vehicle", "vehicle": break
            case "hgv": setKind(.truck, &isPlain)
            case "goods": setKind(.goods, &isPlain)
            case "hgv_articulated", "articulated": setKind(.articulatedTruck, &isPlain)
            case "trailer", "caravan": setKind(.trailer, &isPlain)
            case "bus", "coach", "tourist_bus": setKind(.bus, &isPlain)
            case "advisory": setKind(.advisory, &isPlain)
            case "variable": setKind(.variable, &isPlain)
            case "lanes":
                isLanes = true
                isPlain = false
            case "conditional":
                isConditional = true
                isPlain = false
            case "wet", "rain": setWeather(.wet, &isPlain)
            case "snow": setWeather(.snow, &isPlain)
            case "ice": setWeather(.ice, &isPlain)
            case "fog": setWeather(.fog, &isPlain)
            case "night": setWeather(.night, &isPlain)
            case "seasonal": isSeasonal = true
            case "winter" where isSeasonal:
                isSeasonal = false
                setWeather(.winter, &isPlain)
            case "type", "source", "note", "practical", "signed", "reason", "date", "fixme",
                "check_date", "motorcycle", "moped", "bicycle", "description", "wikidata":
                isLimit = false
                return
            default: return nil
            }
        }
        if isSeasonal || weather != nil && (isLanes || isConditional) { return nil }
        if isLanes, kind == .truck {
            kind = .truckLane
        } else if isLanes {
            guard kind == .general else { return nil }
            kind = .lane
        }
        if isPlain { isLimit = false }
    }

    private mutating func setWeather(_ weather: Condition.Weather, _ isPlain: inout Bool) {
        self.weather = weather
        isPlain = false
    }

    private mutating func setKind(_ kind: SpeedLimitKind, _ isPlain: inout Bool) {
        self.kind = kind
        isPlain = false
    }
}
