import Horizon
import Quantities

// What a state of the tree means for the paths on the wire.
extension WireTree {
    /// The distance until a path comes within reach, is passed, or needs more of its profiles;
    /// `nil` if each update must check the paths.
    func distanceUntouched(by tree: borrowing PathTree) -> Centimetres? {
        guard sideRoads.areServed, let main = tree.mainID, contains(main) else { return nil }
        var distance = Centimetres(Int.max)
        for number in tree.paths.indices where tree.paths[number].branch != nil {
            let start = tree.paths[number].startDistance
            if start >= parameters.passedRoad {
                distance = min(distance, start - parameters.passedRoad)
            }
            if start >= .zero { distance = min(distance, start) }
            let level = tree.paths[number].level
            guard level < tree.parameters.lookAhead.count else { continue }
            let reach = tree.parameters.lookAhead[level]
            if start >= reach { distance = min(distance, start - reach) }
        }
        for number in paths.indices {
            let level = parameters.level(paths[number].level)
            let left = paths[number].open.nextReach(
                short: reach(level.profileShort, from: paths[number].startDistance),
                long: reach(level.profileLong, from: paths[number].startDistance))
            // The reach is rounded to whole metres.
            if let left { distance = min(distance, max(Centimetres(left * 100 - 100), .zero)) }
        }
        return distance
    }

    /// The reach of a kind of message on a path that starts at a distance, in metres of the path.
    func reach(_ stream: StreamParameters, from start: Centimetres) -> Int {
        wireMetres((Centimetres(rounding: stream.reach) ?? .zero) - start)
    }

    /// Whether the tree has the path, its parent precedes it, and clients still need it.
    func isWithinReach(_ number: Int, in tree: borrowing PathTree) -> Bool {
        guard let current = tree.index(of: paths[number].id) else { return false }
        guard let branch = tree.paths[current].branch else { return true }
        return tree.paths[current].startDistance >= parameters.passedRoad
            && (firstIndex(of: branch.parent) ?? number) < number
    }
}
