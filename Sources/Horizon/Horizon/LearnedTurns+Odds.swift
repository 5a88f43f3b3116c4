extension LearnedTurns {
    /// The probability of an exit that was taken so many times in so many passes. `expected` is its
    /// probability without learned turns.
    static func probability(expected: Double, taken: Double, of passes: Double) -> Double {
        (taken + expected) / (passes + 1)
    }

    /// The probability of an exit without learned turns: the inverse of
    /// ``probability(expected:taken:of:)``.
    static func expected(probability: Double, taken: Double, of passes: Double) -> Double {
        max(probability * (passes + 1) - taken, 0)
    }
}
