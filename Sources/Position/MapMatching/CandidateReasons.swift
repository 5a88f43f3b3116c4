public import Geodesy
public import Quantities
public import Routing

/// A term of the log-likelihood of a place.
public enum MatchFactor: String, Sendable, CaseIterable {
    /// The probability of the best place before.
    case previous
    /// The length of the route from there, against the driven distance.
    case route
    /// The distance from the road: in full at a start and after a place off the road, else as far as it is too large
    /// to last.
    case distance
    /// The change of the error since the step before.
    case drift
    /// The heading against the direction of the road.
    case heading
    /// A fix in a tunnel.
    case tunnel
    /// A start on a road below another road.
    case level
    /// The vehicle leaves the road, returns to it, starts or stays off it.
    case offRoadMove = "off-road-move"
    /// A fix off the road.
    case offRoad = "off-road"
    /// All other places before, beside the best one.
    case others
}

/// A term with its value.
public struct MatchTerm {
    /// The term.
    public let factor: MatchFactor
    /// Its part of the log-likelihood: the natural logarithm of a factor on the probability.
    public let log: Double
}

/// A place where the vehicle may be after a fix, with the reasons for its probability.
///
/// The terms sum to ``score``. The probability is e to the power of the score, divided by that of all places.
public struct CandidateReasons {
    /// The place; `nil` off the road.
    public let place: LinkPlace?
    /// The coordinate of the place; `nil` off the road.
    public let coordinate: Coordinate?
    /// The distance of the fix from the place; `nil` off the road.
    public let distance: Metres?
    /// The standard deviation of that distance.
    public let deviation: Metres
    /// The heading of the vehicle against the direction of the road, -180 ..< 180, clockwise positive; `nil` if
    /// unknown.
    public let relativeHeading: Degrees?
    /// The best place before; `nil` for the first fix, and if no place before leads here.
    public let previous: Previous?
    /// The terms.
    public let terms: [MatchTerm]
    /// The probability, 0...1, as the matcher has it.
    public let probability: Double
    /// The relation to the answer of the matcher; `nil` off the road and where the answer is no road. The probability
    /// of the answer is the sum of all places that are no ``PossiblePlace/Relation/apart``, at most 1.
    public internal(set) var relation: PossiblePlace.Relation?
    /// The number of the state.
    let state: Int

    /// The best place before.
    public struct Previous {
        /// The place; `nil` off the road.
        public let place: LinkPlace?
        /// Its probability after the fix before, 0...1.
        public let probability: Double
        /// The route from there; `nil` from or to a place off the road.
        public let route: Route?
    }

    /// A route from the place before.
    public struct Route {
        /// Its length, negative for a move back on the same road.
        public let length: Metres
        /// The driven distance: measured by the vehicle, or the distance between the fixes.
        public let driven: Metres
        /// The number of U-turns.
        public let uTurns: Int
        /// The number of forbidden turns.
        public let forbiddenTurns: Int
    }

    /// The log-likelihood, up to a constant that all places of a fix have; minus infinity for an impossible place.
    public var score: Double { terms.reduce(0) { $0 + $1.log } }
}
