import MapMatching

/// The terms of a path through the steps of a matcher, or the difference of two paths: natural logarithms.
struct PathTerms: Encodable {
    /// The distance from the road, and its change.
    var distance = 0.0
    /// The heading against the road.
    var heading = 0.0
    /// The route against the driven distance.
    var route = 0.0
    /// The moves from and to places off the road, and the fixes there.
    var offRoad = 0.0
    /// Tunnels, levels, and the distance of a first fix.
    var other = 0.0

    /// The sum of all terms.
    var sum: Double { distance + heading + route + offRoad + other }

    /// The terms with four decimals.
    var rounded: PathTerms {
        PathTerms(
            distance: distance.rounded(4), heading: heading.rounded(4), route: route.rounded(4),
            offRoad: offRoad.rounded(4), other: other.rounded(4))
    }

    static func + (left: PathTerms, right: PathTerms) -> PathTerms {
        PathTerms(
            distance: left.distance + right.distance, heading: left.heading + right.heading,
            route: left.route + right.route, offRoad: left.offRoad + right.offRoad,
            other: left.other + right.other)
    }

    static func - (left: PathTerms, right: PathTerms) -> PathTerms {
        PathTerms(
            distance: left.distance - right.distance, heading: left.heading - right.heading,
            route: left.route - right.route, offRoad: left.offRoad - right.offRoad,
            other: left.other - right.other)
    }
}

extension MatchStep {
    /// The logarithm of the probability of a move without a route. It is finite, so that a path over it has a score.
    static let impossible = -60.0

    /// The terms of the move from a state of the step before, `nil` at the start of a path, to a state.
    func terms(from before: Int?, to state: Int) -> PathTerms {
        var terms = PathTerms(heading: states[state].heading)
        if state == 0 { terms.offRoad = states[0].other } else { terms.other = states[state].other }
        // A matcher that began anew has no moves.
        guard let before, !isFirst else { return terms }
        let move = max(route(from: before, to: state), Self.impossible)
        if before == 0 || state == 0 { terms.offRoad += move } else { terms.route = move }
        terms.distance = error(from: before, to: state)
        return terms
    }
}

/// The most probable path through consecutive steps, over allowed states alone (Viterbi's recursion).
struct StepPath {
    /// The state of each step.
    let states: [Int]

    /// The best path over `steps` after a state of the step before; `nil` for a start with the first step. It ends in
    /// the state `end`, if that is given.
    init(
        over steps: ArraySlice<MatchStep>, from start: Int?, to end: Int?,
        allowed: (_ step: Int, _ state: Int) -> Bool
    ) {
        var scores: [Double] = []
        var backs: [[Int]] = []
        for (index, step) in zip(steps.indices, steps) {
            var now = [Double](repeating: -.infinity, count: step.states.count)
            var back = [Int](repeating: 0, count: step.states.count)
            let isLast = index == steps.endIndex - 1
            for state in now.indices {
                let isOpen = isLast && end != nil ? state == end : allowed(index, state)
                guard isOpen else { continue }
                if index == steps.startIndex {
                    now[state] = step.terms(from: start, to: state).sum
                    continue
                }
                for (origin, score) in scores.enumerated() where score > -.infinity {
                    let sum = score + step.terms(from: origin, to: state).sum
                    if sum > now[state] { (now[state], back[state]) = (sum, origin) }
                }
            }
            scores = now
            backs.append(back)
        }
        var path: [Int] = []
        var state = scores.indices.max { scores[$0] < scores[$1] } ?? 0
        for back in backs.reversed() {
            path.append(state)
            state = back[state]
        }
        states = path.reversed()
    }

    /// A path of its states.
    init(states: [Int]) { self.states = states }

    /// The terms of each step of the path.
    func terms(over steps: ArraySlice<MatchStep>, from start: Int?) -> [PathTerms] {
        var before = start
        return zip(steps, states).map { step, state in
            defer { before = state }
            return step.terms(from: before, to: state)
        }
    }
}
