import RoadMap

/// A fact of an entry, which replaces the fact of the data.
enum OverlayFact: Sendable, Hashable {
    /// The value of `maxspeed`; `nil`: the data's limit does not hold. The basis is the value of `source:maxspeed`.
    case limit(String?, basis: String?)
    /// The value of `maxspeed:conditional`; `nil`: the data's limit does not hold.
    case conditionalLimit(String?)
    /// Closed to cars, or open.
    case closed(Bool)
    /// Closed to cars under a condition.
    case closedAt(String)
    /// The value of `oneway`.
    case oneWay(String)
    /// The value of `highway`.
    case roadClass(String)
    /// The text of a sign.
    case sign(String)
    /// Road works.
    case roadWorks

    /// The property that states it. Two facts of one property contradict each other if they differ.
    var name: String {
        switch self {
        case .limit: "limit"
        case .conditionalLimit: "conditional_limit"
        case .closed, .closedAt: "closed"
        case .oneWay: "oneway"
        case .roadClass: "class"
        case .sign: "sign"
        case .roadWorks: "road_works"
        }
    }

    /// Whether it closes a road under a condition.
    var isClosureAtTimes: Bool { if case .closedAt = self { true } else { false } }

    /// Whether it opens or closes a direction.
    var isOfTraffic: Bool {
        switch self {
        case .closed, .closedAt, .oneWay: true
        default: false
        }
    }

    /// The text of the sign that it puts up; `nil` if it changes tags.
    var signText: String? {
        switch self {
        case .sign(let text): text
        case .roadWorks: "road_works"
        default: nil
        }
    }
}

extension Tags {
    /// Replaces the tags that state a fact. A limit of one direction becomes the limit of both: the caller takes the
    /// direction from the result.
    mutating func take(_ fact: OverlayFact, _ directions: DirectionSet) {
        switch fact {
        case .limit(let value, let basis):
            // The other tags of its basis stay: they also state whether the road is in a built-up area.
            remove([.maxspeed, .zoneMaxspeed, .sourceMaxspeedOther])
            removeSuffixes(of: .maxspeedOther) { Self.ownLimitKeys.contains(String($0)) }
            moveBasis()
            if let value { append(.maxspeed, value) }
            if let basis { append(.sourceMaxspeed, basis) }
        case .conditionalLimit(let value):
            removeSuffixes(of: .maxspeedOther) { suffix in
                suffix.hasSuffix("conditional")
                    && SpeedKey(suffix).map { $0.kind == .general && !$0.isLanes } ?? false
            }
            if let value { append(.maxspeedOther, "conditional=\(value)") }
        case .closed(let isClosed):
            let value = isClosed ? "no" : "yes"
            if directions == .both {
                remove([.motorcarForward, .motorcarBackward, .motorcar])
                append(.motorcar, value)
            } else {
                let key: TagKey = directions == .forward ? .motorcarForward : .motorcarBackward
                remove([key])
                append(key, value)
            }
        case .closedAt(let condition):
            remove([.motorcarConditional])
            append(.motorcarConditional, "no @ (\(condition))")
        case .oneWay(let value):
            remove([.oneway, .onewayMotorcar, .onewayMotorVehicle, .onewayVehicle])
            append(.oneway, value)
        case .roadClass(let value):
            remove([.highway])
            append(.highway, value)
        case .sign, .roadWorks: break
        }
    }

    /// The keys of a car's own limit and of its basis after `maxspeed:`.
    private static let ownLimitKeys: Set<String> = Set(
        ["", "motorcar", "motor_vehicle", "vehicle"].flatMap { vehicle in
            (vehicle.isEmpty ? [] : [vehicle])
                + ["forward", "backward"].map { vehicle.isEmpty ? $0 : "\(vehicle):\($0)" }
        } + ["both_ways", "type:forward", "type:backward"])

    /// Keeps of the basis of a limit what it states about the built-up area.
    private mutating func moveBasis() {
        let isStated = builtUpArea(self)?.isBuiltUp
        remove([.maxspeedType, .sourceMaxspeed])
        removeSuffixes(of: .maxspeedOther) { $0 == "source" }
        if let isStated, builtUpArea(self) == nil {
            append(.zoneTraffic, isStated ? "urban" : "rural")
        }
    }
}
