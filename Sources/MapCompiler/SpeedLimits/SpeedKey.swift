import RoadMap

/// What the part of a key behind `maxspeed:` says the limit is for: `hgv:forward:conditional`.
struct SpeedKey: Hashable {
    var kind = SpeedLimitKind.general
    var directions: DirectionSet?
    var isLanes = false
    var isConditional = false
    /// Whether it is a limit beside the road's own: neither that one for a direction, nor what it
    /// rests on, nor a remark between mappers.
    var isLimit = true

    /// Reads it, `nil` where it is no key that is known.
    init?(_ suffix: Substring) {
        var isPlain = true
        for part in suffix.split(separator: ":", omittingEmptySubsequences: false) {
            switch part {
            case "forward": directions = .forward
            case "backward": directions = .backward
            case "hgv": setKind(.truck, &isPlain)
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
            case "type", "source", "note", "practical", "signed", "reason", "date", "fixme",
                "check_date", "motorcycle", "moped", "bicycle", "description", "wikidata":
                isLimit = false
                return
            default: return nil
            }
        }
        if isLanes, kind != .general || isConditional { return nil }
        if isPlain { isLimit = false }
    }

    private mutating func setKind(_ kind: SpeedLimitKind, _ isPlain: inout Bool) {
        self.kind = kind
        isPlain = false
    }
}
