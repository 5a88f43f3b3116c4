public import Quantities
public import RoadMap
public import Routing

/// The latest step of a matcher with all its terms: those of each state, and those between each state and each
/// state of the step before. Paths through the steps of a drive can be compared term by term.
///
/// State 0 is off the road.
public struct MatchStep {
    /// The number of the fix that was used.
    public let fixNumber: Int
    /// Whether the matcher began here, without a step before.
    public let isFirst: Bool
    /// The states.
    public let states: [State]
    private let routes: [Float]
    private let errors: [Float]

    /// A state of a step.
    public struct State {
        /// The place; `nil` off the road.
        public let place: LinkPlace?
        /// The distance of the fix from the place; `nil` off the road.
        public let distance: Metres?
        /// The probability, 0...1, given all fixes up to this one.
        public let probability: Double
        /// The log-likelihood of the heading; 0 off the road.
        public let heading: Double
        /// The log-likelihood of everything else that belongs to the state alone: of a fix in a tunnel, of a start
        /// below another road, of the distance of a first fix, and of a fix off the road.
        public let other: Double
    }

    /// The log-likelihood of the route from a state of the step before, or of the move from or to a place off the
    /// road; minus infinity if there is none.
    public func route(from before: Int, to state: Int) -> Double {
        Double(routes[before * states.count + state])
    }

    /// The log-likelihood of the distance from the road, after the distance at a state of the step before.
    public func error(from before: Int, to state: Int) -> Double {
        Double(errors[before * states.count + state])
    }

    init(fixNumber: Int, states: [State], routes: [Float] = [], errors: [Float] = []) {
        self.fixNumber = fixNumber
        isFirst = routes.isEmpty
        self.states = states
        self.routes = routes
        self.errors = errors
    }
}

// No program but `ehorizon match --explain` links it.
extension MapMatcher {
    /// The latest step with its terms; `nil` where the matcher has no place. The step is evaluated again, so
    /// ingesting a fix costs nothing more. It is for people and allocates memory.
    public func latestStep() throws(MapError) -> MatchStep? {
        guard let fix = trellis.latestFix else { return nil }
        return try roads.terms(of: fix, in: trellis)
    }
}
