public import Quantities
public import RoadMap

/// Which exits may be taken where a link ends, by the turn restrictions and closed barriers of the
/// map. Restrictions that hold only at times or in some weather count where it is known that they hold.
///
/// Restrictions at one place are few; the memory is kept, so that nothing is allocated once it has
/// grown to the most of them.
public struct TurnRules {
    private var rules: [TurnRestriction] = []
    /// Ways that a restriction over several ways goes on over, with those that one has to have come by.
    private var onward: [(way: Int64, previousWays: WayTrail)] = []

    /// No rules yet, and room for those of any usual place.
    public init() {
        rules.reserveCapacity(16)
        onward.reserveCapacity(8)
    }

    private init(without room: Void) {}

    /// No rules, and no memory.
    static var none: TurnRules { TurnRules(without: ()) }

    /// Whether every exit may be taken.
    public var isEmpty: Bool { rules.isEmpty }

    /// Reads the rules for who leaves a link at its far end and came by ways before the link's own, as
    /// far as they are known; `moment` is in seconds since 1970, `surface` what the road's is like then.
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

    /// The ways that one came by before the link's own, as far as restrictions ask for them that go on
    /// over a way; `nil` where none does.
    func trail(onwardTo way: Int64) -> WayTrail? {
        var longest: WayTrail?
        for entry in onward where entry.way == way {
            if longest.map({ $0.count < entry.previousWays.count }) ?? true {
                longest = entry.previousWays
            }
        }
        return longest
    }

    /// Whether one may turn into a way. Turning back onto the link itself is a turn into its way,
    /// which a barrier does not hinder.
    public func allows(_ way: Int64, turningBack: Bool = false) -> Bool {
        var isOnly = false
        var isNamed = false
        for rule in rules {
            switch rule.rule {
            case .no: if rule.toWay == way { return false }
            case .noPassage: if !turningBack { return false }
            case .onward: break
            case .only:
                isOnly = true
                isNamed = isNamed || rule.toWay == way
            }
        }
        return !isOnly || isNamed
    }
}
