/// The cause of a wrong stretch of a match.
enum MismatchCause: String, Encodable, CaseIterable {
    /// The distance from the road, and its change, was in favour of the answer.
    case distance
    /// The heading was in favour of the answer.
    case heading
    /// The route against the driven distance was in favour of the answer.
    case route
    /// The answer was off the road, or its moves and fixes there were in its favour.
    case offRoad = "off-road"
    /// Tunnels or levels were in favour of the answer.
    case other
    /// The right road is the most probable one with all fixes, and was not yet at the decision.
    case decision
    /// The right road was no candidate.
    case noCandidate = "no-candidate"
    /// A gap in the fixes, or a new start of the matcher after one; or the route between two right places.
    case gap
    /// The start of the drive.
    case start
    /// The end of the drive.
    case end
    /// The true route is unknown there.
    case truth
}

/// A stretch of a drive that a match has wrong.
struct WrongStretch: Encodable {
    /// The road of a state.
    struct Road: Encodable, Hashable {
        let way: Int64
        let direction: String
    }

    /// A state of a step; off the road it has no road.
    struct State: Encodable {
        let road: Road?
        let distance: Double?
        let probability: Double
    }

    /// A step at which the right path and the path of the answer differ.
    struct Step: Encodable {
        let time: Double
        /// The right state; `nil` if there was no candidate on the right road.
        let right: State?
        let answer: State
        /// The terms of the right path, less those of the answer.
        let terms: PathTerms
        /// The sum of all terms since the start of the stretch.
        let score: Double
    }

    /// The times of the first and of the last fix.
    let from: Double
    let to: Double
    let cause: MismatchCause
    /// The length of truth that was not matched, and of the match that is not truth, metres.
    let missed: Double
    let added: Double
    let missedWays: [Int64]
    let addedWays: [Int64]
    /// The terms of the right path, less those of the answer.
    let terms: PathTerms
    let steps: [Step]
}
