import Horizon
import MatchingTrials
import Quantities
import RoadMap
import Routing

/// What a way of predicting says at the junctions of reference routes, and what came of it.
struct PredictionTrial {
    /// Which exit is predicted, and how sure that is.
    enum Predictor {
        /// The straightest exit of the class that one comes by, where there is none of that class the
        /// straightest.
        case sameClassThenStraightest
        /// The likeliest one.
        case model(TurnCoefficients)
        /// The likeliest one, for a car that has driven the same stretch once before and learned it.
        case secondTime
        /// The likeliest one, for a car that has learned what others drove.
        case learnedOfOthers
    }

    /// How far ahead paths are looked at, m.
    static let reaches = [200.0, 500, 1000, 2000]

    /// Junctions with two exits or more that the car left by one of them.
    private(set) var decisions = 0
    /// How many of them in roundabouts.
    private(set) var roundaboutDecisions = 0
    /// How many of them were predicted right.
    private(set) var right = 0
    /// Where the car turned round, and where it took an exit that the map forbids.
    private(set) var turnsBack = 0, forbidden = 0
    /// How far was driven, m.
    private(set) var length = 0.0
    /// The probability of each exit of each decision.
    private(set) var score = ProbabilityScore()
    /// Those decisions for a fit.
    private(set) var choices: [Choice] = []

    /// A decision.
    struct Choice {
        /// The number of its stretch.
        var stretch: Int
        /// What the exits lead to.
        var alternatives: [(features: [Double], isChosen: Bool)]
        /// The exit of each of these, and the one that was taken.
        var exits: [Int]
        var taken: Int
        /// The exits' shares in the road that may be driven to; empty where they are not known.
        var roadShares: [Double]
    }

    let predictor: Predictor
    /// What others drove.
    private var others = LearnedTurns()
    private var stretches = 0
    private var driven = [Double](repeating: 0, count: reaches.count)
    private var foreseen = [Double](repeating: 0, count: reaches.count)

    init(_ predictor: Predictor) { self.predictor = predictor }

    /// Whether it says how likely each exit is.
    var isModel: Bool { if case .sameClassThenStraightest = predictor { false } else { true } }

    /// The share of right predictions.
    var top1: Double { decisions > 0 ? Double(right) / Double(decisions) : 0 }

    /// Of the places with so much of a way before them, by length, the share for which the car took the
    /// predicted path for all of it.
    func share(of reach: Int) -> Double {
        driven[reach] > 0 ? foreseen[reach] / driven[reach] : 0
    }

    /// Learns what somebody else drove.
    mutating func learn(_ stretch: ReferenceRoutes.Stretch, on map: RoadMap) throws(MapError) {
        guard case .learnedOfOthers = predictor else { return }
        others = try Self.learned(stretch, on: map, knowing: others)
    }

    private static func learned(
        _ stretch: ReferenceRoutes.Stretch, on map: RoadMap, knowing known: LearnedTurns
    ) throws(MapError) -> LearnedTurns {
        var turns = DrivenTurns(map: map)
        turns.learned = known
        for step in stretch.steps { try turns.enter(step.link) }
        return turns.learned ?? known
    }

    /// Drives along a stretch.
    mutating func drive(_ stretch: ReferenceRoutes.Stretch, on map: RoadMap) throws(MapError) {
        var turns: DrivenTurns
        switch predictor {
        case .sameClassThenStraightest: turns = DrivenTurns(map: map)
        case .model(let coefficients): turns = DrivenTurns(map: map, coefficients: coefficients)
        case .secondTime:
            turns = DrivenTurns(map: map)
            turns.learned = try Self.learned(stretch, on: map, knowing: LearnedTurns())
        case .learnedOfOthers:
            turns = DrivenTurns(map: map)
            turns.learned = others
        }
        stretches += 1
        var along = 0.0
        var misses: [Double] = []
        for (step, next) in zip(stretch.steps, stretch.steps.dropFirst()) {
            along += step.length
            try turns.enter(step.link)
            guard let taken = turns.exits.firstIndex(where: { $0.link == next.link }) else {
                misses.append(along)
                if next.link == step.link.reversed { turnsBack += 1 } else { forbidden += 1 }
                continue
            }
            guard turns.exits.count > 1 else { continue }
            if !take(taken, of: turns) { misses.append(along) }
        }
        along += stretch.steps.last?.length ?? 0
        length += along
        for (index, reach) in Self.reaches.enumerated() where along > reach {
            driven[index] += along - reach
            foreseen[index] += along - reach
            // From each place less than the reach before a miss it is met.
            var end = 0.0
            for miss in misses {
                let from = max(miss - reach, end)
                let to = min(miss, along - reach)
                if to > from {
                    foreseen[index] -= to - from
                    end = to
                }
            }
        }
    }

    /// Counts a decision. Says whether it was predicted.
    private mutating func take(_ taken: Int, of turns: DrivenTurns) -> Bool {
        decisions += 1
        if turns.isInRoundabout { roundaboutDecisions += 1 }
        for (index, exit) in turns.exits.enumerated() {
            score.add(probability: min(max(exit.probability, 0), 1), isRight: index == taken)
        }
        let alternatives = turns.alternatives.map { alternative in
            let values = alternative.features.values
            return (values.indices.map { values[$0] }, alternative.exit == taken)
        }
        choices.append(
            Choice(
                stretch: stretches, alternatives: alternatives,
                exits: turns.alternatives.map(\.exit), taken: taken,
                roadShares: turns.roadShares))
        let isRight = prediction(of: turns) == taken
        if isRight { right += 1 }
        return isRight
    }

    private func prediction(of turns: DrivenTurns) -> Int? {
        let exits = turns.exits
        switch predictor {
        case .sameClassThenStraightest:
            let same = exits.indices.filter {
                exits[$0].functionalRoadClass == turns.functionalRoadClass
            }
            return (same.isEmpty ? Array(exits.indices) : same)
                .min { abs(exits[$0].turnAngle.value) < abs(exits[$1].turnAngle.value) }
        case .model, .secondTime, .learnedOfOthers:
            // As in the tree: the first one where several tie.
            return exits.indices.max {
                (exits[$0].probability, -$0) < (exits[$1].probability, -$1)
            }
        }
    }
}
