public import Quantities
import RoadMap
import Routing

/// What restrictions at times and in rain or snow are looked at by. Times begin and end with a minute.
struct RuleState: Equatable {
    let minute: Int64?
    let surface: SurfaceCondition

    init(moment: Int64?, surface: SurfaceCondition) {
        minute = moment.map { ($0 - ($0 % 60 + 60) % 60) / 60 }
        self.surface = surface
    }
}

extension PathTree {
    /// The moment that the last advance was for, in seconds since 1970; `nil` where it is not known.
    public var moment: Int64? { turns.moment }
    /// What the road is like, of which limits and turns ahead may depend.
    public var surface: SurfaceCondition {
        get { turns.surface }
        set { turns.surface = newValue }
    }

    /// Begins a new main path where the vehicle is, once a turn ahead is forbidden or open that was not
    /// when the tree came to it: a time began or ended, or the road became wet or dry.
    mutating func followRules() throws(MapError) {
        let now = RuleState(moment: turns.moment, surface: turns.surface)
        guard now != rulesSeen else { return }
        // A map that cannot be read does not hold the tree up again and again.
        rulesSeen = now
        guard try hasOtherTurns() else { return }
        try beginWhereVehicleIs()
    }

    /// Whether a junction ahead has other legal exits now than the tree has.
    private mutating func hasOtherTurns() throws(MapError) -> Bool {
        for path in paths.indices {
            for number in paths[path].links.indices {
                let link = paths[path].links[number]
                let isLast = number == paths[path].links.count - 1
                guard link.record.restrictedExits.contains(link.link.direction),
                    !isLast || paths[path].end != .open,
                    paths[path].startDistance + link.end > .zero
                else { continue }
                var legal: [DirectedLink] = []
                swap(&legal, &legalExits)
                defer { swap(&legal, &legalExits) }
                try turns.findLegalExits(
                    after: link.link, record: link.record,
                    trail: paths[path].trail(toWayOf: number), into: &legal)
                var count = isLast ? 0 : 1
                if !isLast, !legal.contains(paths[path].links[number + 1].link) { return true }
                for side in paths
                where side.branch?.parent == paths[path].id && side.branch?.offset == link.end
                    && side.isFollowed
                {
                    guard legal.contains(side.links[0].link) else { return true }
                    count += 1
                }
                if count != legal.count { return true }
            }
        }
        return false
    }

    /// Begins a new main path where the vehicle is on the one there is.
    mutating func beginWhereVehicleIs() throws(MapError) {
        guard let main = paths.first, let place = vehiclePlace,
            let number = main.links.lastIndex(where: { $0.link == place.link })
        else { return }
        try begin(at: place, trail: main.trail(toWayOf: number))
        updateDistances()
    }
}
