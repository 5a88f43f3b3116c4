import MapSketch
import RandomNumbers
import Testing

@testable import MapMatching

/// A model so small that all paths can be tried.
private struct SmallModel {
    /// Log-likelihoods of states by step.
    var emissions: [[Double]]
    /// Log-probabilities by step after the first, a row for each state before.
    var transitions: [[Double]]

    /// All paths through the first steps with their log-probabilities.
    func paths(steps: Int) -> [(states: [Int], log: Double)] {
        var paths = emissions[0].indices.map { (states: [$0], log: emissions[0][$0]) }
        for step in 1..<max(steps, 1) {
            let count = emissions[step].count
            paths = paths.flatMap { path in
                (0..<count).map { state in
                    let from = path.states[path.states.count - 1]
                    let log = transitions[step - 1][from * count + state]
                    return (path.states + [state], path.log + log + emissions[step][state])
                }
            }
        }
        return paths
    }

    /// The probability of a state at a step given the first steps: the sum over all paths.
    func probability(of state: Int, at step: Int, steps: Int) -> Double {
        let paths = paths(steps: steps)
        let top = paths.map(\.log).max() ?? 0
        let all = paths.reduce(0) { $0 + exponential($1.log - top) }
        let through = paths.filter { $0.states[step] == state }
        return through.reduce(0) { $0 + exponential($1.log - top) } / all
    }

    private func exponential(_ x: Double) -> Double {
        // A series of its own, independent of the tested code.
        if x < -40 { return 0 }
        let part = x / 64
        var term = 1.0
        var sum = 1.0
        for index in 1..<24 {
            term *= part / Double(index)
            sum += term
        }
        var power = sum
        for _ in 0..<6 { power *= power }
        return power
    }

    static func random(seed: UInt64, steps: Int, holes: Bool) -> SmallModel {
        var random = SplitMix64(seed: seed)
        var model = SmallModel(emissions: [], transitions: [])
        for step in 0..<steps {
            let count = Int.random(in: 1...4, using: &random)
            model.emissions.append((0..<count).map { _ in .random(in: -4...0, using: &random) })
            guard step > 0 else { continue }
            let before = model.emissions[step - 1].count
            let row = (0..<before * count).map { index -> Double in
                // State 0 can always be reached, as off the road can.
                if holes && index % count != 0 && Bool.random(using: &random) { return -.infinity }
                return .random(in: -3...0, using: &random)
            }
            model.transitions.append(row)
        }
        return model
    }

    /// Runs the filter over the first steps.
    func filter(steps: Int, window: Int) -> MarkovFilter {
        var filter = MarkovFilter(states: 5, window: window)
        filter.begin(logEmissions: emissions[0], count: emissions[0].count)
        for step in 1..<max(steps, 1) {
            let isPossible = filter.advance(
                logTransitions: transitions[step - 1],
                logEmissions: emissions[step],
                count: emissions[step].count
            )
            #expect(isPossible)
        }
        return filter
    }
}

@Suite struct MarkovFilterTests {
    @Test func aHandMadeModel() throws {
        // Rain and sun, Rabiner's coins: two states that like to stay, seen through noise.
        let model = SmallModel(
            emissions: [[-0.1, -2.3], [-0.1, -2.3], [-2.3, -0.1]],
            transitions: [[-0.36, -1.2, -1.2, -0.36], [-0.36, -1.2, -1.2, -0.36]]
        )
        var filter = model.filter(steps: 3, window: 5)
        #expect(abs(filter.probability(of: 1) - model.probability(of: 1, at: 2, steps: 3)) < 1e-6)
        #expect(filter.decide()?.state == 0)
        #expect(filter.decide()?.state == 0)
        #expect(filter.decide()?.state == 1)
        #expect(filter.decide() == nil)
    }

    @Test(arguments: 1...40) func probabilitiesAreSumsOverAllPaths(seed: UInt64) {
        let model = SmallModel.random(seed: seed, steps: 6, holes: seed % 2 == 0)
        for steps in 1...6 {
            let filter = model.filter(steps: steps, window: 8)
            for state in model.emissions[steps - 1].indices {
                let expected = model.probability(of: state, at: steps - 1, steps: steps)
                #expect(abs(filter.probability(of: state) - expected) < 1e-6)
            }
        }
    }

    @Test(arguments: 1...40) func decisionsAreTheBestPath(seed: UInt64) throws {
        let model = SmallModel.random(seed: seed, steps: 6, holes: seed % 2 == 0)
        var filter = model.filter(steps: 6, window: 6)
        #expect(filter.isFull)
        let best = try #require(model.paths(steps: 6).max { $0.log < $1.log })
        for step in 0..<6 {
            let decided = filter.decide()
            let decision = try #require(decided)
            #expect(decision.step == step)
            #expect(decision.state == best.states[step])
            let expected = model.probability(of: decision.state, at: step, steps: 6)
            #expect(abs(filter.probabilityDecided(of: decision.state) - expected) < 1e-5)
        }
    }

    /// With a lag of two steps each decision is on the best path of all, whatever was decided before, and says
    /// whether a path leads there from the decision before.
    @Test(arguments: 1...40) func aDecisionBindsNoLaterOne(seed: UInt64) throws {
        let model = SmallModel.random(seed: seed, steps: 8, holes: true)
        var filter = MarkovFilter(states: 5, window: 3)
        filter.begin(logEmissions: model.emissions[0], count: model.emissions[0].count)
        var decided: [MarkovFilter.Decision] = []
        for step in 1..<8 {
            if filter.isFull, let decision = filter.decide() { decided.append(decision) }
            let isPossible = filter.advance(
                logTransitions: model.transitions[step - 1],
                logEmissions: model.emissions[step],
                count: model.emissions[step].count
            )
            #expect(isPossible)
            let best = try #require(model.paths(steps: step + 1).max { $0.log < $1.log })
            var copy = filter
            #expect(copy.decide()?.state == best.states[decided.count])
        }
        while let decision = filter.decide() { decided.append(decision) }
        #expect(decided.count == 8 && decided[0].follows == false)
        for (before, now) in zip(decided, decided.dropFirst()) {
            let row = before.state * model.emissions[now.step].count
            let log = model.transitions[now.step - 1][row + now.state]
            #expect(now.follows == (log > -.infinity))
        }
    }

    /// A path that the evidence has left is given up, though decisions about its beginning were made: no state
    /// leads to the other one.
    @Test func aWrongDecisionIsGivenUp() throws {
        var filter = MarkovFilter(states: 2, window: 2)
        filter.begin(logEmissions: [-1, 0], count: 2)
        var decisions: [MarkovFilter.Decision] = []
        func decide() -> Bool {
            guard let decision = filter.decide() else { return false }
            decisions.append(decision)
            return filter.probabilityDecided(of: decision.state) > 0.5
        }
        for emissions in [[-1.0, 0], [0, -20], [0, -20]] {
            if filter.isFull { #expect(decide()) }
            let isPossible = filter.advance(
                logTransitions: [0, -.infinity, -.infinity, 0],
                logEmissions: emissions, count: 2)
            #expect(isPossible)
        }
        while !filter.open.isEmpty { #expect(decide()) }
        #expect(decisions.map(\.state) == [1, 0, 0, 0])
        #expect(decisions.map(\.follows) == [false, false, true, true])
    }

    /// The caller may decide for another state. The next decision follows that one.
    @Test func aDecisionCanBeChanged() throws {
        var filter = MarkovFilter(states: 2, window: 3)
        filter.begin(logEmissions: [-1, 0], count: 2)
        for _ in 0..<2 {
            let isPossible = filter.advance(
                logTransitions: [0, -.infinity, -.infinity, 0], logEmissions: [-1, 0], count: 2)
            #expect(isPossible)
        }
        let decisionFirst = filter.decide()
        let first = try #require(decisionFirst)
        #expect(first.state == 1)
        let changed = filter.decide(instead: 0, of: first)
        #expect(changed == .init(step: 0, state: 0, follows: false))
        let decisionSecond = filter.decide()
        let second = try #require(decisionSecond)
        #expect(second.state == 1 && !second.follows)
        let back = filter.decide(instead: 0, of: second)
        #expect(back.state == 0 && back.follows)
        let decisionThird = filter.decide()
        let third = try #require(decisionThird)
        #expect(third.state == 1 && !third.follows)
    }

    /// A transition beyond `reachable` is impossible, whatever its value.
    @Test(arguments: 1...20) func onlyTheFirstStatesOfARowAreReached(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var model = SmallModel.random(seed: seed, steps: 2, holes: false)
        let width = model.emissions[1].count
        let reachable = model.emissions[0].map { _ in Int.random(in: 1...width, using: &random) }
        var short = MarkovFilter(states: 5, window: 3)
        short.begin(logEmissions: model.emissions[0], count: model.emissions[0].count)
        let isPossible = short.advance(
            logTransitions: model.transitions[0], reachable: reachable,
            logEmissions: model.emissions[1], count: width)
        #expect(isPossible)
        for (origin, count) in reachable.enumerated() {
            for state in count..<width { model.transitions[0][origin * width + state] = -.infinity }
        }
        var long = model.filter(steps: 2, window: 3)
        for state in 0..<width {
            #expect(short.probability(of: state) == long.probability(of: state))
            #expect(short.score(of: state) == long.score(of: state))
        }
        for _ in 0..<2 {
            let decision = short.decide()
            let expected = long.decide()
            #expect(decision == expected)
        }
    }

    @Test func anImpossibleStepChangesNothing() {
        var filter = MarkovFilter(states: 2, window: 4)
        filter.begin(logEmissions: [0, 0], count: 2)
        let none = filter.advance(
            logTransitions: [-.infinity, -.infinity, -.infinity, -.infinity],
            logEmissions: [0, 0],
            count: 2
        )
        #expect(!none)
        #expect(filter.stepCount == 1)
        #expect(filter.probability(of: 0) == 0.5)
    }
}
