import RoadMap

/// How often other cars took each exit of a junction, as the map has it (``RoadMap/ExitCount``), as evidence beside the
/// turn model.
///
/// An exit that was taken n times out of N has the probability (n + κp) / (N + κ). p is the probability of the turn model
/// and of the destinations, which count as κ passes: the mean of a Dirichlet distribution with that prior. So an exit that
/// nobody was seen to take keeps a probability, and few passes change little.
enum CountedTurns {
    /// κ, by the taxis of Porto that were left out in turn (`tools/measure fleet`).
    static var passesOfModel: Double { 5 }

    /// The passes of an exit without a count, where others have one: fewer cars than a map publishes may have taken it. For
    /// each car that it takes to publish a count, beyond the first.
    static var hiddenPasses: Double { 0.2 }

    /// The probability of an exit that was taken so many times in so many passes; `expected` is its probability without counts.
    static func probability(expected: Double, counted: Double, of passes: Double) -> Double {
        guard passes > 0 else { return expected }
        return (counted + passesOfModel * expected) / (passes + passesOfModel)
    }

    /// The probability of an exit without counts: the inverse of ``probability(expected:counted:of:)``.
    static func expected(probability: Double, counted: Double, of passes: Double) -> Double {
        guard passes > 0 else { return probability }
        return max(probability * (passes + passesOfModel) - counted, 0) / passesOfModel
    }
}

/// An exit that the map may have a count of.
protocol CountedExit {
    var link: DirectedLink { get }
    var record: Link { get }
    /// How often other cars took it; not whole where the map has counts of other exits alone. 0 where it has none at all.
    var counted: Double { get }

    mutating func setCounted(_ count: Double)
}

extension TurnModel {
    /// The comparisons of a count with an exit in a step of work (``/RoadMap/RoadMap/maximumSteps``).
    private static var comparisonsInStep: Int { 8 }

    /// Notes how often other cars took each of the legal exits of a junction, without the U-turn. Returns the sum, 0 where
    /// the map has no count of these exits. Nothing is allocated.
    func count(
        _ exits: inout [some CountedExit], after arriving: DirectedLink, record: Link
    ) throws(MapError) -> Double {
        var passes = 0.0
        var comparisons = 0
        try map.forEachExitCount(after: record, arriving.direction) { counted in
            comparisons += exits.count
            for index in exits.indices
            where exits[index].record.way == counted.way
                && exits[index].link.direction == counted.direction
            {
                exits[index].setCounted(exits[index].counted + Double(counted.count))
                passes += Double(counted.count)
            }
        }
        try map.charge(comparisons / Self.comparisonsInStep)
        guard passes > 0 else { return 0 }
        let hidden = CountedTurns.hiddenPasses * Double(try map.leastCars(of: record) - 1)
        for index in exits.indices where exits[index].counted == 0 {
            exits[index].setCounted(hidden)
            passes += hidden
        }
        return passes
    }

    /// Sets the probabilities of the legal exits of a junction, without the U-turn, by the turns of other cars.
    func weighByCounts(
        _ exits: inout [Exit], after arriving: DirectedLink, record: Link
    ) throws(MapError) {
        let passes = try count(&exits, after: arriving, record: record)
        guard passes > 0 else { return }
        for index in exits.indices {
            exits[index].setPrior(
                CountedTurns.probability(
                    expected: exits[index].prior, counted: exits[index].counted, of: passes))
        }
    }
}
