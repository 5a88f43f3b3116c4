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

    /// How often the vehicle went on from one link by another, as far as that is known.
    func timesTaken(_ exit: DirectedLink, after link: DirectedLink) throws(MapError) -> Double {
        guard let learned, learned.count > 0 else { return 0 }
        let from = try road(link)
        return learned.knows(from) ? Double(learned.count(of: try road(exit), from: from)) : 0
    }

    /// Gives the exits of a junction the probabilities that they have by what was learned.
    func weigh(_ exits: inout [Exit], after link: DirectedLink) throws(MapError) {
        guard exits.count > 1, let learned, learned.count > 0 else { return }
        let from = try road(link)
        guard learned.knows(from) else { return }
        // An exit that is not there any more, or may not be taken now, says nothing.
        var passes = 0.0
        for index in exits.indices where exits[index].legality == .legal {
            exits[index].taken =
                Double(learned.count(of: try road(exits[index].link), from: from))
            passes += exits[index].taken
        }
        for index in exits.indices {
            exits[index].prior = LearnedTurns.probability(
                expected: exits[index].prior, taken: exits[index].taken, of: passes)
            exits[index].probability = exits[index].prior
        }
    }
}

extension LearnedTurns {
    /// The probability of an exit that was taken so many times `of` so many passes, and is expected with
    /// another one without that.
    static func probability(expected: Double, taken: Double, of passes: Double) -> Double {
        (taken + expected) / (passes + 1)
    }

    /// What is expected of an exit without what was learned, of its ``probability(expected:taken:of:)``.
    static func expected(probability: Double, taken: Double, of passes: Double) -> Double {
        max(probability * (passes + 1) - taken, 0)
    }
}
