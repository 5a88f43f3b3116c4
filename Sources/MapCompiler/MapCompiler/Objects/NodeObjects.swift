import RoadMap

/// An object from the tags of a node on a road.
struct NodeObject: Hashable {
    var object: RoadObject
    /// Its directions along the way; both if not stated.
    var directions = DirectionSet.both
    /// The driving direction that a sign faces, whole degrees 0 ..< 360; `nil` if its bearing is
    /// not stated.
    var heading: Double?
    /// The content of a sign.
    var text: String?
}

/// The road objects of a node's tags.
func roadObjects(_ tags: Tags) -> [NodeObject] {
    if tags.pairs.isEmpty { return [] }
    var found: [NodeObject] = []
    let stated = statedDirections(tags)
    func add(_ kind: RoadObjectKind, access: AccessRight = .unknown) {
        let object = RoadObject(kind, carAccess: access, hasStatedDirection: stated != nil)
        let isFacing = kind == .stopSign || kind == .giveWaySign
        found.append(
            NodeObject(
                object: object, directions: stated ?? .both,
                heading: isFacing ? statedHeading(tags) : nil))
    }
    for part in (tags[.highway] ?? "").listed {
        switch part {
        case "traffic_signals": add(.trafficLight)
        case "stop": add(.stopSign)
        case "give_way": add(.giveWaySign)
        case "crossing": addCrossing()
        case "speed_camera": add(.speedCamera)
        case "toll_gantry": add(.tollGantry)
        case "rest_area", "services": add(.restArea)
        case "mini_roundabout": add(.miniRoundabout)
        case "motorway_junction": add(.motorwayExit)
        case "bus_stop": add(.busStop)
        default: break
        }
    }
    func addCrossing() {
        switch tags[.crossing] {
        case "no": break
        case "unmarked": add(.unmarkedCrossing)
        default: add(.pedestrianCrossing)
        }
        let hasLight = (tags[.crossing] ?? "").listed.contains("traffic_signals")
        let isListed = (tags[.highway] ?? "").listed.contains("traffic_signals")
        if hasLight, !isListed { add(.trafficLight) }
    }
    switch tags[.railway] {
    case "level_crossing": add(.levelCrossing)
    case "tram_level_crossing": add(.tramCrossing)
    default: break
    }
    switch tags[.trafficCalming] {
    case nil, "no": break
    case "hump", "bump", "table", "cushion", "mini_bumps", "dip", "rumble_strip":
        add(.speedBump)
    default: add(.trafficCalming)
    }
    if let barrier = tags[.barrier], let (kind, access) = barrierObject(barrier, tags) {
        add(kind, access: access)
    }
    found += signs(tags)
    return found
}

/// The directions of an object along the way; `nil` if not stated.
private func statedDirections(_ tags: Tags, by own: TagKey? = nil) -> DirectionSet? {
    for key in [own, .trafficSignalsDirection, .direction].compactMap(\.self) {
        switch tags[key] {
        case "forward": return .forward
        case "backward": return .backward
        case "both": return .both
        default: continue
        }
    }
    return nil
}

/// The driving direction that a sign faces, from the bearing of its front: `direction=90`,
/// `direction=NW`
/// (https://wiki.openstreetmap.org/wiki/Key:direction).
private func statedHeading(_ tags: Tags) -> Double? {
    for text in [tags[.trafficSignDirection], tags[.direction]].compactMap(\.self) {
        if let degrees = Double(text), (0...360).contains(degrees) {
            return (degrees.rounded() + 180).truncatingRemainder(dividingBy: 360)
        }
        if let point = compass.firstIndex(of: text.uppercased()) {
            return ((Double(point) * 22.5).rounded() + 180).truncatingRemainder(dividingBy: 360)
        }
    }
    return nil
}

private let compass = [
    "N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE",
    "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW",
]

/// Traffic signs by their codes: `DE:274[50]`, `FI:371;FI:511`, `city_limit`.
private func signs(_ tags: Tags) -> [NodeObject] {
    let stated = statedDirections(tags, by: .trafficSignDirection)
    let heading = statedHeading(tags)
    var found: [NodeObject] = []
    let keys: [(TagKey, DirectionSet?)] = [
        (.trafficSign, stated), (.trafficSignForward, .forward), (.trafficSignBackward, .backward),
    ]
    for (key, directions) in keys {
        guard let value = tags[key], !value.isEmpty, value != "no" else { continue }
        let kind = value == "city_limit" ? RoadObjectKind.cityLimit : .trafficSign
        found.append(
            NodeObject(
                object: RoadObject(kind, hasStatedDirection: directions != nil),
                directions: directions ?? .both,
                heading: directions == nil ? heading : nil,
                text: kind == .cityLimit ? nil : value
            )
        )
    }
    return found
}

/// A barrier across a road, and whether cars may pass it. Its access tags decide, or else the usual
/// purpose of such barriers (https://wiki.openstreetmap.org/wiki/Key:barrier). The data do not
/// state whether a gate is open.
private func barrierObject(
    _ barrier: String,
    _ tags: Tags
) -> (kind: RoadObjectKind, access: AccessRight)? {
    let stated = CarAccess.stated(in: tags, .forward)?.right
    switch barrier {
    case "no", "kerb", "entrance", "yes", "city_wall", "hedge": return nil
    case "gate", "swing_gate", "sliding_gate", "hampshire_gate", "door", "wicket_gate":
        return (.gate, stated ?? .unknown)
    case "lift_gate", "sliding_beam", "sally_port": return (.liftGate, stated ?? .unknown)
    case "bollard", "block", "jersey_barrier", "fence", "wall", "log", "debris", "rope", "stone",
        "rock", "boulder", "planter", "guard_rail", "vehicle_block", "vehicle_barrier",
        "motorcycle_barrier", "cycle_barrier", "kissing_gate", "stile", "turnstile", "bus_trap",
        "sump_buster", "full-height_turnstile", "horse_stile", "barrier_board":
        return (.bollard, stated ?? .closed)
    case "toll_booth": return (.tollBooth, stated ?? .open)
    case "border_control": return (.borderCrossing, stated ?? .open)
    case "cattle_grid", "bump_gate": return (.cattleGrid, stated ?? .open)
    case "height_restrictor", "arch", "archway": return (.heightRestrictor, stated ?? .open)
    default: return (.barrier, stated ?? .unknown)
    }
}
