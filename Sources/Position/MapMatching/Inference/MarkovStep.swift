import Geodesy

/// The input of a step, in relation to the previous step.
struct MarkovStep {
    let transitions: [Double]
    let emissions: [Double]
    /// For each previous state, the number of states that it leads to; `nil` for all.
    let reachable: [Int]?
    /// The number of states before.
    let before: Int
    /// The number of states.
    let count: Int

    /// Below e⁻⁶⁰ a factor does not change a probability.
    private static let leastLog = -60.0

    /// e to the power of `log`; 0 if it does not change a probability.
    static func weight(_ log: Double) -> Double { log > leastLog ? exponential(log) : 0 }

    /// Fills a table with the logarithms of transition times emission, `capacity` places for each state
    /// before, and returns the maximum.
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

    /// The forward recursion: the probabilities of the states at `to`, from the probabilities at
    /// `from`; `false` if no state is reachable.
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
                guard log > Self.leastLog else { continue }
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
