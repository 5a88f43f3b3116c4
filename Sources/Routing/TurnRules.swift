public import RoadMap

/// Which exits may be taken where a link ends, by the turn restrictions and closed barriers of the
/// map. Restrictions that hold only at times count where it is known that they hold.
///
/// Restrictions at one place are few; the memory is kept, so that nothing is allocated once it has
/// grown to the most of them.
public struct TurnRules {
    private var rules: [TurnRestriction] = []

    /// No rules yet, and room for those of any usual place.
    public init() { rules.reserveCapacity(16) }

    private init(without room: Void) {}

    /// No rules, and no memory.
    static var none: TurnRules { TurnRules(without: ()) }

    /// Whether every exit may be taken.
    public var isEmpty: Bool { rules.isEmpty }

    /// Reads the rules for who leaves a link at its far end. `cameBy` says whether the road before it
    /// was part of a way; `moment` is in seconds since 1970.
    public mutating func read(
        leaving link: Link,
        _ direction: Direction,
        on map: RoadMap,
        vehicle: TurnRestriction.Vehicles = .cars,
        at moment: Int64? = nil,
        cameBy: (Int64) throws(MapError) -> Bool
    ) throws(MapError) {
        rules.removeAll(keepingCapacity: true)
        guard link.restrictedExits.contains(direction) else { return }
        var found: [TurnRestriction] = []
        swap(&found, &rules)
        defer { swap(&found, &rules) }
        try map.forEachTurnRestriction(of: link, direction, at: moment) {
            (restriction, previousWay, holds) throws(MapError) in
            guard holds == true, restriction.holds(for: vehicle) else { return }
            if let previousWay, !(try cameBy(previousWay)) { return }
            found.append(restriction)
        }
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
            case .only:
                isOnly = true
                isNamed = isNamed || rule.toWay == way
            }
        }
        return !isOnly || isNamed
    }
}
