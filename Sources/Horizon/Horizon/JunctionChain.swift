/// The probabilities of the exits of a junction, reason by reason.
struct JunctionChain {
    let exits: [Exit]
    /// The probabilities of all exits after each reason.
    var chain: [(factor: ExitFactor, probabilities: [Double])] = []
    /// The reason for the rest of each exit.
    var rest: [ExitFactor]

    /// The smallest change that is one: sums of numbers are rounded.
    static var leastChange: Double { 1e-9 }
}
