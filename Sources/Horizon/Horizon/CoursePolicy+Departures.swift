import Quantities
import RoadMap

// Departures of the most probable path: into the exit that the driver is about to take, or else
// into the exit of the course.
extension CoursePolicy {
    /// Sets the departure of the most probable path from each path, and the level of each path.
    func setDepartures(in store: inout PathStore, for turn: IntendedTurn?, vehicle: Metres) {
        for index in store.paths.indices { store.setDeparture(nil, from: index) }
        var parent = 0
        for index in store.paths.indices {
            guard let branch = store.paths[index].branch,
                store.findPath(branch.parent, near: &parent)
            else {
                store.setLevel(0, of: index)
                continue
            }
            let departure = store.paths[parent].departure
            // Side paths are in the order of their branch points: the first turn counts.
            let reason =
                departure == nil && branch.legality == .legal
                ? reason(toLeave: parent, into: index, branch, store, for: turn, vehicle) : nil
            if let reason {
                store.setDeparture(
                    Departure(offset: branch.offset, reason: reason), from: parent)
            }
            let isBeyond = departure.map { branch.offset > $0 } ?? false
            let turns = reason != nil ? 0 : isBeyond ? 2 : 1
            store.setLevel(store.paths[parent].level + turns, of: index)
        }
    }

    private func reason(
        toLeave path: Int, into side: Int, _ branch: Branch, _ store: PathStore,
        for turn: IntendedTurn?, _ vehicle: Metres
    ) -> DepartureReason? {
        if let turn, turn.offset == branch.offset, turn.path == branch.parent {
            return turn.exit == store.paths[side].links[0].link ? .driver(turn.evidence) : nil
        }
        guard !course.isEmpty, leaves(path, into: side, branch, store, vehicle) else { return nil }
        return route == nil ? .course : .route
    }

    /// Whether the course leaves a path for a side path instead of following it.
    private func leaves(
        _ path: Int, into side: Int, _ branch: Branch, _ store: PathStore, _ vehicle: Metres
    ) -> Bool {
        let number = store.paths[path].number(before: branch.offset)
        guard number >= 0 else { return false }
        let from = store.paths[path].links[number].link
        let behind = store.linksBehind(vehicle, path, number)
        guard course.goes(from: from, into: store.paths[side].links[0].link, behind: behind) else {
            return false
        }
        guard number + 1 < store.paths[path].links.count else { return true }
        return !course.goes(
            from: from, into: store.paths[path].links[number + 1].link, behind: behind)
    }

    /// Whether the most probable path turns off the main path ahead into a road that a new main
    /// path could follow.
    func needsNewPath(in store: PathStore, for turn: IntendedTurn?, vehicle: Metres) -> Bool {
        guard let main = store.paths.first, let departure = main.departure,
            departure.metres > vehicle
        else { return false }
        let number = main.number(before: departure)
        guard number >= 0 else { return false }
        let from = main.links[number].link
        let into = store.paths.first {
            // No path continues by a U-turn.
            $0.leaves(main.id, at: departure) && $0.branch?.legality == .legal
                && $0.branch?.isUTurn == false
                && (course.goes(from: from, into: $0.links[0].link)
                    || $0.links[0].link == turn?.exit)
        }?.links[0].link
        // No path has a link twice, and a new one would not either.
        return into.map { into in
            !main.links.contains { $0.link == into && $0.end.metres > vehicle }
        } ?? false
    }
}
