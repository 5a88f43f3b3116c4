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
    private(set) var open = 0..<0
    /// The number of steps so far.
    private(set) var stepCount = 0

    // Rings of `window` slots; a state's place is slot * capacity + state.
    private var counts: [Int]
    private var scores: [Double]
    private var backs: [Int32]
    private var marginals: [Double]
    /// Transition times emission into the slot's step, up to a factor: slot * capacity² + from *
    /// capacity + to.
    private var weights: [Float]
    private var backward: [Double]
    private var backwardNext: [Double]

    /// A filter for steps of at most so many states, of which at most `window` are open.
    init(states: Int, window: Int) {
        capacity = states
        self.window = window
        counts = [Int](repeating: 0, count: window)
        scores = [Double](repeating: 0, count: window * states)
        backs = [Int32](repeating: -1, count: window * states)
        marginals = [Double](repeating: 0, count: window * states)
        weights = [Float](repeating: 0, count: window * states * states)
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

    /// Adds a step. `logTransitions` holds a row of `count` values for each state of the step before.
    /// Returns `false`, and changes nothing that counts, where no state can be reached or the window
    /// is full.
    mutating func advance(logTransitions: [Double], logEmissions: [Double], count: Int) -> Bool {
        guard !isEmpty, !isFull, count > 0, count <= capacity else { return false }
        let before = (stepCount - 1) % window
        let now = stepCount % window
        let from = before * capacity
        let to = now * capacity
        let table = now * capacity * capacity
        let beforeCount = counts[before]

        var best = -Double.infinity
        var highest = -Double.infinity
        for state in 0..<count {
            var score = -Double.infinity
            var back: Int32 = -1
            for origin in 0..<beforeCount {
                let step = logTransitions[origin * count + state]
                highest = max(highest, step + logEmissions[state])
                let candidate = scores[from + origin] + step
                if candidate > score {
                    score = candidate
                    back = Int32(origin)
                }
            }
            scores[to + state] = score + logEmissions[state]
            backs[to + state] = back
            best = max(best, scores[to + state])
        }
        guard best > -.infinity else { return false }
        var sum = 0.0
        for state in 0..<count {
            scores[to + state] -= best
            var mass = 0.0
            for origin in 0..<beforeCount {
                let log = logTransitions[origin * count + state] + logEmissions[state] - highest
                // Below e⁻⁶⁰ nothing shows in a probability.
                let weight = log > -60 ? exponential(log) : 0
                weights[table + origin * capacity + state] = Float(weight)
                mass += marginals[from + origin] * weight
            }
            marginals[to + state] = mass
            sum += mass
        }
        guard sum > 0 else { return false }
        for state in 0..<count { marginals[to + state] /= sum }
        counts[now] = count
        stepCount += 1
        open = open.lowerBound..<stepCount
        return true
    }

    /// The probability of a state of the latest step, given all steps so far.
    func probability(of state: Int) -> Double {
        marginals[(stepCount - 1) % window * capacity + state]
    }

    /// How much less probable than the best one is the best way that ends in a state of the latest
    /// step: the natural logarithm of the ratio, 0 for the best, minus infinity for the impossible.
    func score(of state: Int) -> Double {
        scores[(stepCount - 1) % window * capacity + state]
    }
}

extension MarkovFilter {
    /// What was decided of a step.
    struct Decision: Equatable {
        /// The step.
        var step: Int
        /// Its state on the best way.
        var state: Int
        /// The probability of that state, given all steps so far, those after it included.
        var probability: Double
    }

    /// Decides the oldest open step: its state on the most probable way to any state of the latest
    /// step. Ways that lead over other states of it are given up.
    mutating func decide() -> Decision? {
        guard let step = open.first else { return nil }
        let latest = stepCount - 1
        let head = latest % window * capacity
        var best = 0
        for state in 0..<count where scores[head + state] > scores[head + best] { best = state }
        let decided = origin(of: best, at: step)
        for state in 0..<count where scores[head + state] > -.infinity {
            if origin(of: state, at: step) != decided { scores[head + state] = -.infinity }
        }
        let probability = smoothed(decided, at: step)
        open = step + 1..<open.upperBound
        return Decision(step: step, state: decided, probability: probability)
    }

    /// Closes the oldest open step without a decision.
    mutating func giveUp() {
        guard !open.isEmpty else { return }
        open = open.lowerBound + 1..<open.upperBound
    }

    /// The state at an open step over which the best way to a state of the latest step leads.
    private func origin(of state: Int, at step: Int) -> Int {
        var state = state
        var at = stepCount - 1
        while at > step {
            state = Int(backs[at % window * capacity + state])
            at -= 1
        }
        return state
    }

    /// The probability of a state at an open step, given all steps so far: the backward recursion.
    private mutating func smoothed(_ state: Int, at step: Int) -> Double {
        for index in 0..<count { backward[index] = 1 }
        var at = stepCount - 1
        while at > step {
            let now = at % window
            let before = (at - 1) % window
            let table = now * capacity * capacity
            var largest = 0.0
            for origin in 0..<counts[before] {
                var sum = 0.0
                for target in 0..<counts[now] {
                    sum += Double(weights[table + origin * capacity + target]) * backward[target]
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
            sum += marginals[slot * capacity + index] * backward[index]
        }
        return sum > 0 ? marginals[slot * capacity + state] * backward[state] / sum : 0
    }
}
