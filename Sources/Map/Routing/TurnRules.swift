public import Quantities
public import RoadMap

/// The permitted exits at the end of a link, by the turn restrictions and closed barriers of the map. A
/// restriction with a condition (times, weather) counts where the condition is known to hold.
///
/// The memory stays, so that nothing is allocated once it has grown to the largest number of restrictions at
/// one place.
public struct TurnRules {
    private var rules: [TurnRestriction] = []
    /// The ways over which a restriction over several ways continues, each with the ways before it.
    private var onward: [(way: Int64, previousWays: WayTrail)] = []

    /// No rules yet, with memory for a usual junction.
    public init() {
        rules.reserveCapacity(16)
        onward.reserveCapacity(8)
    }

    private init(without room: Void) {}

    /// No rules, and no memory.
    static var none: TurnRules { TurnRules(without: ()) }

    /// The number of rules, each of which a turn is compared with.
    var count: Int { rules.count + onward.count }

    /// Whether all exits are permitted.
    public var isEmpty: Bool { rules.isEmpty }

    /// Reads the rules at the end of a link. `trail` holds the ways before the link, as far as they are known;
    /// `moment` is in seconds since 1970, `surface` the condition of the road surface then.
    public mutating func read(
        leaving link: Link,
        _ direction: Direction,
        on map: RoadMap,
        vehicle: TurnRestriction.Vehicles = .cars,
        at moment: Int64? = nil,
        on surface: SurfaceCondition = .unknown,
        cameBy trail: WayTrail
    ) throws(MapError) {
        rules.removeAll(keepingCapacity: true)
        onward.removeAll(keepingCapacity: true)
        guard link.restrictedExits.contains(direction) else { return }
        var found = Self.none
        swap(&found, &self)
        defer { swap(&found, &self) }
        try map.forEachTurnRestriction(of: link, direction, at: moment, on: surface) {
            (restriction, previousWays, holds) throws(MapError) in
            guard holds == true, restriction.holds(for: vehicle), trail.begins(with: previousWays)
            else { return }
            if restriction.rule == .onward {
                found.onward.append((restriction.toWay, previousWays))
            } else {
                found.rules.append(restriction)
            }
        }
    }

    /// The ways before the link on which a restriction that continues over a way depends; `nil` where no
    /// restriction continues.
    func trail(onwardTo way: Int64) -> WayTrail? {
        var longest: WayTrail?
        for entry in onward where entry.way == way {
            if longest.map({ $0.count < entry.previousWays.count }) ?? true {
                longest = entry.previousWays
            }
        }
        return longest
    }

    /// Whether the turn into a way is permitted. A U-turn is a turn into the link's own way, and a barrier does
    /// not forbid it.
    public func allows(_ way: Int64, uTurn: Bool = false) -> Bool {
        var isOnly = false
        var isNamed = false
        for rule in rules {
            switch rule.rule {
            case .no: if rule.toWay == way { return false }
            case .noPassage: if !uTurn { return false }
            case .onward: break
            case .only:
                isOnly = true
                isNamed = isNamed || rule.toWay == way
            }
        }
        return !isOnly || isNamed
    }
}
