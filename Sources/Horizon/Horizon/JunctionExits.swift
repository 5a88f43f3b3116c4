import Quantities
import RoadMap

/// The legal exits of a junction of the main path, except U-turns. Policies add expectations and
/// evidence for each exit. Then it weighs the exits against each other.
struct JunctionExits {
    /// The offset of the junction on the main path.
    private(set) var offset = Centimetres.zero
    /// The exits, the exit of the main path first.
    private(set) var exits: [IntendedExit] = []
    /// The sum of the expected probabilities: less than 1 if a U-turn is possible.
    private(set) var expected = 0.0

    init() { exits.reserveCapacity(16) }

    /// Reads the exits of a junction, each with its probability without course and evidence.
    mutating func read(at offset: Centimetres, of store: PathStore) {
        self.offset = offset
        exits.removeAll(keepingCapacity: true)
        guard !store.paths.isEmpty else { return }
        for number in store.paths[0].links.indices.dropFirst()
        where store.paths[0].links[number].start == offset {
            let link = store.paths[0].links[number]
            exits.append(
                IntendedExit(side: nil, link: link, angle: link.turnAngle, expected: link.prior))
        }
        for side in store.paths.indices.dropFirst()
        where store.paths[side].leaves(store.paths[0].id, at: offset) {
            guard let branch = store.paths[side].branch, branch.legality == .legal,
                !branch.isUTurn
            else { continue }
            exits.append(
                IntendedExit(
                    side: side, link: store.paths[side].links[0], angle: branch.turnAngle,
                    expected: branch.prior))
        }
    }

    /// The angle of the straightest exit, degrees.
    var straightestAngle: Double {
        exits.reduce(180) { abs($1.angle) < abs($0) ? $1.angle : $0 }
    }

    /// Stores the expectation of an exit without evidence.
    mutating func expect(_ probability: Double, ofExit index: Int) {
        exits[index].expect(probability)
    }

    /// Stores the destinations of an exit.
    mutating func note(_ reached: IntendedExit.Destinations, ofExit index: Int) {
        exits[index].note(reached)
    }

    /// Stores how often other cars took each exit. Returns the sum; 0 if unknown.
    mutating func count(with turns: TurnModel, after link: PathLink) throws(MapError) -> Double {
        guard link.traits.hasExitCounts else { return 0 }
        return try turns.count(&exits, after: link.link, record: link.record)
    }

    /// Stores the weight of the destinations of an exit.
    mutating func setWeight(_ weight: Double, ofExit index: Int) { exits[index].setWeight(weight) }

    /// Stores that the tree's course takes an exit.
    mutating func setOnCourse(_ index: Int) { exits[index].setOnCourse() }

    /// Stores the factor by which a kind of evidence changes the odds of an exit.
    mutating func setRatio(_ ratio: Double, by kind: IntentEvidence, ofExit index: Int) {
        exits[index].setRatio(ratio, by: kind)
    }

    /// Sets the probability of each exit to its expectation without evidence.
    mutating func weighWithoutEvidence() {
        for index in exits.indices { exits[index].weigh(exits[index].expected) }
    }

    /// Weighs all evidence. `false` if no exit is possible.
    mutating func weigh() -> Bool {
        var total = 0.0
        expected = 0
        for index in exits.indices {
            total += exits[index].odds
            expected += exits[index].expected
        }
        guard total > 0 else { return false }
        for index in exits.indices {
            // A U-turn keeps its probability.
            exits[index].weigh(exits[index].odds / total * expected)
        }
        return true
    }

    /// The exit that the course takes, or the main path without one.
    var exitOnCourse: Int? { exits.lastIndex { $0.isOnCourse } }

    /// The most probable exit, the first one of several.
    var likeliest: Int {
        var best = 0
        for index in exits.indices where exits[index].probability > exits[best].probability {
            best = index
        }
        return best
    }

    /// Whether evidence changes the probability of an exit.
    var differsFromExpected: Bool {
        exits.contains { abs($0.probability - $0.expected) > 1e-9 }
    }

    /// The evidence that supports one exit more than another one.
    func evidence(for exit: Int, against other: Int) -> IntentEvidence {
        var evidence: IntentEvidence = []
        for number in 0..<IntendedExit.kindCount {
            let kind = IntentEvidence(rawValue: 1 << UInt8(number))
            if exits[exit].ratio(by: kind) > exits[other].ratio(by: kind) { evidence.insert(kind) }
        }
        return evidence
    }
}
