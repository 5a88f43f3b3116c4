import Geodesy

/// A hidden Markov model, run forward over a window of steps. It does not know roads: a state is a
/// number, and the caller passes emissions and transitions.
///
/// ```swift
/// var filter = MarkovFilter(states: 3, window: 10)
/// filter.begin(logEmissions: [-1, -2], count: 2)
/// _ = filter.advance(logTransitions: [0, -3, -3, 0], logEmissions: [-2, -1], count: 2)
/// filter.probability(of: 1)         // given all steps so far
/// let oldest = filter.decide()      // the first step's state on the best way as a whole
/// ```
/// Two recursions run side by side (Rabiner 1989, doi:10.1109/5.18626): the forward recursion of sums, whose
/// normalised values are the probabilities, and Viterbi's recursion of maxima with its back pointers. A
/// decision is about the most probable path of all, given all steps so far, unless the caller changes it. It binds
/// no later decision: a path that the evidence has left is given up, and ``Decision/follows`` says where. All memory
/// is allocated at the start.
struct MarkovFilter {
    /// The largest number of states of a step.
    private let capacity: Int
    /// The largest number of open steps.
    private let window: Int
    /// The steps that are not decided, by their number since ``begin(logEmissions:count:)``.
    private(set) var open = 0..<0
    /// The number of steps so far.
    private(set) var stepCount = 0
    /// The state of the last decision, about the step before the oldest open one, and that of the decision before;
    /// `nil` without one.
    private var decided: (last: Int?, before: Int?)

    // Rings of `window` slots; a state's place is slot * capacity + state.
    private var counts: [Int]
    private var scores: [Double]
    private var backs: [Int32]
    private var marginals: [Double]
    /// Logarithms of transition times emission into the slot's step: slot * capacity² + from *
    /// capacity + to.
    private var logs: [Float]
    private var backward: [Double]
    private var backwardNext: [Double]

    /// A filter with at most `states` states a step, and at most `window` open steps.
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

    /// Whether there is no step.
    var isEmpty: Bool { stepCount == 0 }
    /// Whether a step must be decided before the next one.
    var isFull: Bool { open.count >= window }
    /// The number of states of the latest step.
    var count: Int { isEmpty ? 0 : counts[(stepCount - 1) % window] }

    /// The number of states of a step in the window.
    func count(of step: Int) -> Int { counts[step % window] }

    /// Forgets all steps.
    mutating func reset() {
        open = 0..<0
        stepCount = 0
        decided = (nil, nil)
    }

    /// Starts again with a first step. At least one state must be possible.
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

    /// Adds a step. `logTransitions` has a row of `count` values for each state of the previous
    /// step. In row i only the first `reachable[i]` values count; the others are minus infinity.
    /// Returns `false`, without adding the step, if no state is reachable or the window is full.
    mutating func advance(
        logTransitions: [Double], reachable: [Int]? = nil, logEmissions: [Double], count: Int
    ) -> Bool {
        guard !isEmpty, !isFull, count > 0, count <= capacity else { return false }
        let before = (stepCount - 1) % window
        let now = stepCount % window
        let step = MarkovStep(
            transitions: logTransitions, emissions: logEmissions, reachable: reachable,
            before: counts[before], count: count)
        let highest = step.fill(&logs, at: now * capacity * capacity, capacity)
        counts[now] = count
        let from = before * capacity
        guard highest > -.infinity,
            Self.climb(
                &scores, &backs, over: logs, capacity, to: now * capacity, count, from: from,
                counts[before], reachable)
        else { return false }
        guard step.spread(&marginals, from: from, to: now * capacity, highest) else {
            return false
        }
        stepCount += 1
        open = open.lowerBound..<stepCount
        return true
    }

    /// One step of Viterbi's recursion, from slot to slot, over the reachable states. Scores are
    /// relative to the best one. Of equally probable paths, the path over the first state counts.
    /// `false` if no state is reachable.
    private static func climb(
        _ scores: inout [Double], _ backs: inout [Int32], over logs: [Float], _ capacity: Int,
        to: Int, _ count: Int, from: Int, _ countBefore: Int, _ reachable: [Int]?
    ) -> Bool {
        // Spans, since each change of an array tests whether its memory is shared.
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

    /// The probability of a state of the step before the latest one, given all steps up to it; 0 without one.
    func probabilityBefore(of state: Int) -> Double {
        stepCount < 2 ? 0 : marginals[(stepCount - 2) % window * capacity + state]
    }

    /// The index of the latest step's states in the rings.
    private var latestSlot: Int { (stepCount - 1) % window * capacity }

    /// The log-ratio between the best path to a state of the latest step and the best path of all: 0 for the
    /// best state, minus infinity for an impossible one.
    func score(of state: Int) -> Double {
        scores[latestSlot + state]
    }

    /// The decision about a step.
    struct Decision: Equatable {
        /// The number of the step.
        var step: Int
        /// The state of the step on the best path.
        var state: Int
        /// Whether the state can be reached from the state of the decision before.
        var follows: Bool
    }

    /// Decides the oldest open step: its state on the most probable path to any state of the latest step.
    mutating func decide() -> Decision? {
        guard let step = open.first else { return nil }
        let head = (stepCount - 1) % window * capacity
        var best = 0
        for state in 0..<count where scores[head + state] > scores[head + best] { best = state }
        let state = origin(of: best, at: step)
        let follows = decided.last.map { leads(from: $0, to: state, at: step) } ?? false
        smooth(step)
        open = step + 1..<open.upperBound
        decided = (last: state, before: decided.last)
        return Decision(step: step, state: state, follows: follows)
    }

    /// The probability of a state of the step that was decided last, given all steps up to the decision, later ones
    /// included.
    func probabilityDecided(of state: Int) -> Double { backward[state] }

    /// Changes the last decision to another state of its step.
    mutating func decide(instead state: Int, of decision: Decision) -> Decision {
        decided.last = state
        let follows = decided.before.map { leads(from: $0, to: state, at: decision.step) } ?? false
        return Decision(step: decision.step, state: state, follows: follows)
    }

    /// Closes the oldest open step without a decision.
    mutating func closeOldest() {
        guard !open.isEmpty else { return }
        open = open.lowerBound + 1..<open.upperBound
        decided = (nil, nil)
    }

    /// Whether a state of the step before an open step leads to a state of that step.
    private func leads(from before: Int, to state: Int, at step: Int) -> Bool {
        logs[(step % window * capacity + before) * capacity + state] > -.infinity
    }

    /// The state of an open step on the best path to a state of the latest step.
    private func origin(of state: Int, at step: Int) -> Int {
        var state = state
        var at = stepCount - 1
        while at > step {
            state = Int(backs[at % window * capacity + state])
            at -= 1
        }
        return state
    }

    /// Fills ``backward`` with the probabilities of the states of an open step, given all steps so far: the backward
    /// recursion.
    private mutating func smooth(_ step: Int) {
        for index in 0..<count { backward[index] = 1 }
        var at = stepCount - 1
        while at > step {
            let now = at % window
            let before = (at - 1) % window
            let table = now * capacity * capacity
            var largest = 0.0
            var highest = -Float.infinity
            for origin in 0..<counts[before] {
                for target in 0..<counts[now] {
                    highest = max(highest, logs[table + origin * capacity + target])
                }
            }
            for origin in 0..<counts[before] {
                var sum = 0.0
                for target in 0..<counts[now] {
                    let log = logs[table + origin * capacity + target] - highest
                    sum += MarkovStep.weight(Double(log)) * backward[target]
                }
                backwardNext[origin] = sum
                largest = max(largest, sum)
            }
            for origin in 0..<counts[before] { backward[origin] = backwardNext[origin] / largest }
            at -= 1
        }
        let slot = step % window
        var sum = 0.0
        for index in 0..<counts[slot] {
            backward[index] *= marginals[slot * capacity + index]
            sum += backward[index]
        }
        for index in 0..<counts[slot] { backward[index] = sum > 0 ? backward[index] / sum : 0 }
    }
}
