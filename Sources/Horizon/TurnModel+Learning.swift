import RoadMap

// What the vehicle itself did at a junction before.
extension TurnModel {
    /// Takes in that the vehicle went on from one link by another.
    mutating func learn(from: DirectedLink, into: DirectedLink) throws(MapError) {
        let (from, into) = (try road(from), try road(into))
        learned?.learn(from: from, into: into)
    }

    private func road(_ link: DirectedLink) throws(MapError) -> LearnedTurns.Road {
        LearnedTurns.Road(try map.stableID(of: try map.link(link.link)), link.direction)
    }

    /// Whether the vehicle has been known to go on from the end of a link.
    func hasLearned(after link: DirectedLink) throws(MapError) -> Bool {
        guard let learned, learned.count > 0 else { return false }
        return learned.knows(try road(link))
    }

    /// Gives the exits of a junction the probabilities that they have by what was learned.
    func weigh(_ exits: inout [Exit], after link: DirectedLink) throws(MapError) {
        guard exits.count > 1, let learned, learned.count > 0 else { return }
        let from = try road(link)
        guard learned.knows(from) else { return }
        // An exit that is not there any more, or may not be taken now, says nothing.
        var total = 1.0
        for index in exits.indices where exits[index].legality == .legal {
            let count = Double(learned.count(of: try road(exits[index].link), from: from))
            exits[index].prior += count
            total += count
        }
        for index in exits.indices {
            exits[index].prior /= total
            exits[index].probability = exits[index].prior
        }
    }
}
