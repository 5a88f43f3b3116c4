import Quantities
import RoadMap

/// Checks whether conditional turn restrictions (times, rain, snow) and closures of the host still apply as
/// they did when the tree reached their junctions. Times begin and end with a minute.
struct RuleWatch {
    /// The conditions of the last check.
    private var seen = Conditions(moment: nil, surface: .unknown)
    /// Memory for the exits of one junction.
    private var legalExits: [DirectedLink] = []

    /// The conditions of restrictions.
    private struct Conditions: Equatable {
        let minute: Int64?
        let surface: SurfaceCondition
        let restrictions: Int

        init(moment: Int64?, surface: SurfaceCondition, restrictions: Int = 0) {
            self.restrictions = restrictions
            minute = moment.map { ($0 - ($0 % 60 + 60) % 60) / 60 }
            self.surface = surface
        }
    }

    init() { legalExits.reserveCapacity(ExitFinder.mostUsualExits) }

    /// The reason why the legal exits of a junction ahead differ from those in the tree; `nil` where none do. It
    /// checks only after a change of time, surface or restrictions.
    mutating func findChange(
        in store: PathStore, with turns: inout TurnModel
    ) throws(MapError) -> RuleChange? {
        let now = Conditions(
            moment: turns.moment, surface: turns.surface, restrictions: turns.restrictions.number)
        guard now != seen else { return nil }
        // Restrictions of the host are on any road, those of the map on roads that have some.
        let isAny = now.restrictions != seen.restrictions
        let change: RuleChange =
            isAny ? .restrictions : now.surface != seen.surface ? .surface : .time
        var errors = FirstError<MapError>()
        var isFound = false
        for path in store.paths.indices where !isFound {
            for number in store.paths[path].links.indices where !isFound {
                // A junction that cannot be read hides none of the others.
                errors.attempt { () throws(MapError) in
                    isFound = try hasOtherExits(
                        after: number, on: path, of: store, with: &turns, isAny: isAny)
                }
            }
        }
        // After an error the next update looks again: nobody repeats a closure.
        if isFound || errors.isEmpty { seen = now } else { try errors.rethrow() }
        return isFound ? change : nil
    }

    private mutating func hasOtherExits(
        after number: Int, on path: Int, of store: PathStore, with turns: inout TurnModel,
        isAny: Bool
    ) throws(MapError) -> Bool {
        let link = store.paths[path].links[number]
        let isLast = number == store.paths[path].links.count - 1
        guard isAny || link.record.restrictedExits.contains(link.link.direction),
            !isLast || store.paths[path].end != .open,
            store.paths[path].startDistance + link.end > .zero
        else { return false }
        try turns.findLegalExits(
            after: link.link, record: link.record,
            trail: store.paths[path].trail(toWayOf: number), into: &legalExits)
        var count = isLast ? 0 : 1
        if !isLast, !legalExits.contains(store.paths[path].links[number + 1].link) { return true }
        for side in store.paths.indices
        where store.paths[side].leaves(store.paths[path].id, at: link.end)
            && store.paths[side].isFollowed
        {
            guard legalExits.contains(store.paths[side].links[0].link) else { return true }
            count += 1
        }
        return count != legalExits.count
    }
}
