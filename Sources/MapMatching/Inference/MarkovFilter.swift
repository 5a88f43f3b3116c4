import Geodesy

/// A hidden Markov model run forward over a window of steps. It knows nothing of roads: a state is a
/// number, and what it costs to be in one or to come from another is handed in.
///
/// ```swift
/// var filter = MarkovFilter(states: 3, window: 10)
/// filter.begin(logEmissions: [-1, -2], count: 2)
/// _ = filter.advance(logTransitions: [0, -3, -3, 0], logEmissions: [-2, -1], count: 2)
/// filter.probability(of: 1)         // given all steps so far
/// let oldest = filter.decide()      // the first step's state on the best way as a whole
/// ```
/// Two recursions run side by side: the forward one of sums, whose normalised values are the
/// probabilities, and Viterbi's of maxima with its pointers back (Rabiner 1989,
/// doi:10.1109/5.18626). Deciding the oldest step binds all that follow to it, so that decisions one
/// after the other always are one possible way. All memory is allocated at the start.
struct MarkovFilter {
    /// The most states of a step.
    let capacity: Int
    /// The most steps that can be open, decided ones left out.
    let window: Int
    /// The open steps: from the oldest that is not decided to the latest, by their number since
    /// ``begin(logEmissions:count:)``.
    var open = 0..<0
    /// The number of steps so far.
    private(set) var stepCount = 0

    // Rings of `window` slots; a state's place is slot * capacity + state.
    var counts: [Int]
    var scores: [Double]
    var backs: [Int32]
    var marginals: [Double]
    /// Logarithms of transition times emission into the slot's step: slot * capacity² + from *
    /// capacity + to.
    var logs: [Float]
    var backward: [Double]
    var backwardNext: [Double]

    /// A filter for steps of at most so many states, of which at most `window` are open.
    init(states: Int, window: Int) {
        capacity = states
        self.window = window
        counts = [Int](repeating: 0, count: window)
        scores = [Double](repeating: 0, count: window * states)
        backs = [Int32](repeating: -1, count: window * states)
        marginals = [Double](repeating: 0, count: window * states)
        logs = [Float](repeating: 0, count: window * states * states)
        backward = [Double](repeating: 0, count: states)
        backwardNext = [Double](repeating: 0, count: states)
    }

    /// Whether it has seen no step.
    var isEmpty: Bool { stepCount == 0 }
    /// Whether a step must be decided before the next one.
    var isFull: Bool { open.count >= window }
    /// The number of states of the latest step.
    var count: Int { isEmpty ? 0 : counts[(stepCount - 1) % window] }

    /// Forgets all steps.
    mutating func reset() {
        open = 0..<0
        stepCount = 0
    }

    /// Starts anew: the first step. At least one state must be possible.
    mutating func begin(logEmissions: [Double], count: Int) {
        reset()
        var best = -Double.infinity
        for state in 0..<count { best = max(best, logEmissions[state]) }
        var sum = 0.0
        for state in 0..<count {
            scores[state] = logEmissions[state] - best
            backs[state] = -1
            marginals[state] = exponential(logEmissions[state] - best)
            sum += marginals[state]
        }
        for state in 0..<count { marginals[state] /= sum }
        counts[0] = count
        stepCount = 1
        open = 0..<1
    }

    /// Adds a step. `logTransitions` holds a row of `count` values for each state of the step before. Of
    /// the row of state i only the first `reachable[i]` are looked at, as if the rest were minus infinity.
    /// Returns `false`, and changes nothing that counts, where no state can be reached or the window
    /// is full.
    mutating func advance(
        logTransitions: [Double], reachable: [Int]? = nil, logEmissions: [Double], count: Int
    ) -> Bool {
        guard !isEmpty, !isFull, count > 0, count <= capacity else { return false }
        let before = (stepCount - 1) % window
        let now = stepCount % window
        let step = Step(
            transitions: logTransitions, emissions: logEmissions, reachable: reachable,
            before: counts[before], count: count)
        let highest = step.fill(&logs, at: now * capacity * capacity, capacity)
        counts[now] = count
        guard highest > -.infinity, climb(to: now, from: before, reachable: reachable) else {
            return false
        }
        let from = before * capacity
        guard step.spread(&marginals, from: from, to: now * capacity, highest) else {
            return false
        }
        stepCount += 1
        open = open.lowerBound..<stepCount
        return true
    }

    /// e to the power of `log`.
    static func weight(_ log: Double) -> Double { log > leastLog ? exponential(log) : 0 }

    /// Below e⁻⁶⁰ nothing shows in a probability.
    fileprivate static let leastLog = -60.0

    /// One step of Viterbi's recursion, from slot to slot, over the first states that can be reached from
    /// each; scores count from the best one. Of ways that are equally probable the one over the first state
    /// counts. `false` where no state can be reached.
    mutating func climb(to now: Int, from before: Int, reachable: [Int]? = nil) -> Bool {
        Self.climb(
            &scores, &backs, over: logs, capacity, to: now * capacity, counts[now],
            from: before * capacity, counts[before], reachable)
    }

    private static func climb(
        _ scores: inout [Double], _ backs: inout [Int32], over logs: [Float], _ capacity: Int,
        to: Int, _ count: Int, from: Int, _ countBefore: Int, _ reachable: [Int]?
    ) -> Bool {
        // Spans, since each change of an array asks whether it is shared.
        var scores = scores.mutableSpan
        var backs = backs.mutableSpan
        for state in 0..<count {
            scores[to + state] = -.infinity
            backs[to + state] = -1
        }
        for origin in 0..<countBefore {
            let score = scores[from + origin]
            let row = (to + origin) * capacity
            for state in 0..<(reachable?[origin] ?? count) {
                let candidate = score + Double(logs[row + state])
                guard candidate > scores[to + state] else { continue }
                scores[to + state] = candidate
                backs[to + state] = Int32(origin)
            }
        }
        var best = -Double.infinity
        for state in 0..<count { best = max(best, scores[to + state]) }
        guard best > -.infinity else { return false }
        for state in 0..<count { scores[to + state] -= best }
        return true
    }

    /// The probability of a state of the latest step, given all steps so far.
    func probability(of state: Int) -> Double { marginals[latestSlot + state] }

    /// Where the latest step's states begin in the rings.
    var latestSlot: Int { (stepCount - 1) % window * capacity }

    /// How much less probable than the best one is the best way that ends in a state of the latest
    /// step: the natural logarithm of the ratio, 0 for the best, minus infinity for the impossible.
    func score(of state: Int) -> Double {
        scores[latestSlot + state]
    }
}

/// What leads to a step from the one before.
private struct Step {
    let transitions: [Double]
    let emissions: [Double]
    /// How many of the first states can be reached from each state before; `nil` for all.
    let reachable: [Int]?
    /// The number of states before.
    let before: Int
    /// The number of states.
    let count: Int

    /// Fills a table with the logarithms of transition times emission, a row of so many places for each state
    /// before, and returns the highest.
    func fill(_ logs: inout [Float], at table: Int, _ capacity: Int) -> Double {
        var logs = logs.mutableSpan
        var highest = -Double.infinity
        for origin in 0..<before {
            let row = origin * count
            let slot = table + origin * capacity
            let width = reachable?[origin] ?? count
            for state in 0..<width {
                let log = transitions[row + state] + emissions[state]
                highest = max(highest, log)
                logs[slot + state] = Float(log)
            }
            for state in width..<count { logs[slot + state] = -.infinity }
        }
        return highest
    }

    /// The forward recursion: the probabilities of the states at `to`, from those at `from`; `false` where none
    /// can be reached.
    func spread(
        _ marginals: inout [Double], from: Int, to: Int, _ highest: Double
    ) -> Bool {
        var marginals = marginals.mutableSpan
        for state in 0..<count { marginals[to + state] = 0 }
        for origin in 0..<before where marginals[from + origin] > 0 {
            let row = origin * count
            let weight = marginals[from + origin]
            for state in 0..<(reachable?[origin] ?? count) {
                let log = transitions[row + state] + emissions[state] - highest
                guard log > MarkovFilter.leastLog else { continue }
                marginals[to + state] += weight * exponential(log)
            }
        }
        var sum = 0.0
        for state in 0..<count { sum += marginals[to + state] }
        guard sum > 0 else { return false }
        for state in 0..<count { marginals[to + state] /= sum }
        return true
    }
}
