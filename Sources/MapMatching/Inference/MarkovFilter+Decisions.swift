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
            guard origin(of: state, at: step) != decided else { continue }
            bind(step, to: decided)
            break
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

    /// Gives up all ways that lead over other states of an open step, and finds the best of the rest.
    private mutating func bind(_ step: Int, to decided: Int) {
        let slot = step % window
        for state in 0..<counts[slot] where state != decided {
            scores[slot * capacity + state] = -.infinity
        }
        var at = step + 1
        while at < stepCount {
            _ = climb(to: at % window, from: (at - 1) % window)
            at += 1
        }
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
                    sum += Self.weight(Double(log)) * backward[target]
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
