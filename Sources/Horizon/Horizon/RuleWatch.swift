import Quantities
import RoadMap

/// Checks whether conditional turn restrictions (times, rain, snow) and closures of the host still apply as
/// they did when the tree reached their junctions. Times begin and end with a minute.
struct RuleWatch {
    /// The conditions of the last check.
    private var seen = Conditions(moment: nil, surface: .unknown)
    private var due = Check()
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

    /// A check that is due. Nobody repeats a closure: after an error the check is due again, after pauses that double, so
    /// that a map which cannot be read does not delay the tree again and again.
    private struct Check {
        private var change: RuleChange?
        /// Whether roads count that have no restriction in the map.
        private var onAnyRoad = false
        /// So many updates pass before the check.
        private var wait = 0
        private var pause = shortestPause

        /// A second and a minute, at ten updates a second.
        private static let shortestPause = 10
        private static let longestPause = 600

        /// The conditions have changed.
        mutating func note(_ change: RuleChange, onAnyRoad: Bool) {
            self.change = change
            self.onAnyRoad = self.onAnyRoad || onAnyRoad
            wait = 0
            if onAnyRoad { pause = Self.shortestPause }
        }

        /// The check, if it is due now. Without ``clear()`` it is due again.
        mutating func take() -> (change: RuleChange, onAnyRoad: Bool)? {
            guard let change else { return nil }
            guard wait == 0 else {
                wait -= 1
                return nil
            }
            wait = pause
            pause = min(2 * pause, Self.longestPause)
            return (change, onAnyRoad)
        }

        /// All was checked.
        mutating func clear() { self = Check() }
    }

    init() { legalExits.reserveCapacity(ExitFinder.mostUsualExits) }

    /// The reason why the legal exits of a junction ahead differ from those in the tree; `nil` where none do. It
    /// checks only after a change of time, surface or restrictions.
    mutating func findChange(
        in store: PathStore, with turns: inout TurnModel
    ) throws(MapError) -> RuleChange? {
        let now = Conditions(
            moment: turns.moment, surface: turns.surface, restrictions: turns.restrictions.number)
        if now != seen {
            // Restrictions of the host are on any road, those of the map on roads that have some.
            let areOthers = now.restrictions != seen.restrictions
            due.note(
                areOthers ? .restrictions : now.surface != seen.surface ? .surface : .time,
                onAnyRoad: areOthers)
            seen = now
        }
        guard let check = due.take() else { return nil }
        var failure: MapError?
        for path in store.paths.indices {
            for number in store.paths[path].links.indices {
                do throws(MapError) {
                    guard
                        try hasOtherExits(
                            after: number, on: path, of: store, with: &turns,
                            isAny: check.onAnyRoad)
                    else { continue }
                    due.clear()
                    return check.change
                } catch {
                    // A junction that cannot be read hides none of the others.
                    failure = failure ?? error
                }
            }
        }
        guard let failure else {
            due.clear()
            return nil
        }
        throw failure
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
