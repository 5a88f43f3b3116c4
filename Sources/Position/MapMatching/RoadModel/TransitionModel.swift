import Geodesy
import Quantities
import RoadMap
import Routing

/// The log-likelihood of the route from a candidate of one fix to a candidate of the next fix.
struct TransitionModel {
    private var search: RouteSearch
    private var sources: [LinkPlace] = []
    private var targets: [LinkPlace] = []
    private let parameters: MatchingParameters

    init(_ parameters: MatchingParameters) {
        self.parameters = parameters
        search = RouteSearch(
            reserved: parameters.transitions.maximumLinksPerCandidate * 6
                + parameters.candidates.maximumCandidates
        )
        sources.reserveCapacity(1)
        targets.reserveCapacity(parameters.candidates.maximumCandidates)
    }

    /// A route from a candidate to the next one.
    struct Leg {
        /// The length of the route, metres; negative backwards on the road.
        var length: Double
        var uTurns = 0
        var deadEnds = 0
        var forbiddenTurns = 0
        /// The log-likelihood.
        var log: Double
    }

    /// Fills the first row for the state off the road, and one row for each candidate before: `row(i)[j]`
    /// stands at `(i + 1) * (to.count + 1) + j + 1`. For a candidate that is not `relevant` only the
    /// transition off the road is filled. The origin of `frame` is the fix of the candidates `to`. `visit` gets the
    /// route from each relevant candidate to each candidate, by their numbers.
    mutating func fill(
        _ logs: inout [Double],
        from: [Candidate],
        to: [Candidate],
        relevant: [Bool],
        motion: Motion,
        around frame: LocalFrame,
        on map: RoadMap,
        visit: ((Int, Int, Leg) -> Void)? = nil
    ) throws(MapError) {
        // A measured distance includes the bends of the road between the fixes.
        let unobserved = parameters.transitions.transitionScaleRate.value * motion.unseen
        let scale =
            parameters.transitions.transitionScale.value
            + min(unobserved, motion.driven?.deviation ?? unobserved) + motion.noise
        let fastest =
            parameters.transitions.maximumSpeed.value * motion.unseen + 2
            * parameters.sequence.jumpDistance.value
        let excess = max(scale * parameters.transitions.searchScales, windingLength(motion))
        let longest = min(motion.routeLength + excess, fastest)
        targets.removeAll(keepingCapacity: true)
        if longest > Self.longestWithoutTargets {
            for candidate in to { targets.append(candidate.place) }
        }
        var farthest = 0.0
        for candidate in to { farthest = max(farthest, candidate.distance) }
        let goal = SearchGoal(around: frame, radius: Metres(farthest), longest: Metres(longest))
        var left = parameters.transitions.maximumLinksPerFix
        let width = to.count + 1
        for column in 0..<width {
            logs[column] =
                column == 0 ? parameters.offRoad.stayOffRoadLog : parameters.offRoad.returnToRoadLog
        }
        for row in 1..<from.count + 1 { logs[row * width] = parameters.offRoad.leaveRoadLog }
        for row in from.indices where relevant[row] {
            let start = from[row]
            sources.removeAll(keepingCapacity: true)
            sources.append(start.place)
            let settled = min(left, parameters.transitions.maximumLinksPerCandidate)
            try search.run(
                on: map,
                from: sources,
                targets: targets,
                limits: SearchLimits(
                    cost: longest,
                    settledLinks: settled,
                    uTurns: .penalised(-parameters.transitions.uTurnLog * scale),
                    forbiddenTurns: .penalised(-parameters.transitions.forbiddenTurnLog * scale)
                ),
                goal: goal
            )
            left = max(left - search.settledLinks, 0)
            for column in to.indices {
                let leg = leg(
                    from: start, to: to[column], motion, scale: scale, longest: longest)
                visit?(row, column, leg)
                logs[(row + 1) * width + column + 1] = leg.log
            }
        }
    }

    /// The most likely route to a candidate, after the search from another one.
    private func leg(
        from start: Candidate, to end: Candidate, _ motion: Motion, scale: Double, longest: Double
    ) -> Leg {
        var leg = Leg(length: 0, log: -.infinity)
        if let reach = search.reach(of: end.place), reach.length.value <= longest {
            leg.length = reach.length.value
            leg.uTurns = reach.uTurns
            leg.deadEnds = reach.deadEnds
            leg.forbiddenTurns = reach.forbiddenTurns
            leg.log = lengthLog(reach.length.value, motion, scale: scale)
            leg.log += Double(reach.uTurns) * parameters.transitions.uTurnLog
            leg.log += Double(reach.deadEnds) * parameters.transitions.deadEndUTurnLog
            leg.log += Double(reach.forbiddenTurns) * parameters.transitions.forbiddenTurnLog
        }
        if let back = Self.distanceBehind(from: start, to: end) {
            let log = -(back + motion.routeLength) / scale
            if log > leg.log { leg = Leg(length: -back, log: log) }
        }
        if let turn = Self.routeWithUTurn(from: start, to: end) {
            let log = parameters.transitions.uTurnLog + lengthLog(turn, motion, scale: scale)
            if log > leg.log { leg = Leg(length: turn, uTurns: 1, log: log) }
        }
        return leg
    }

    /// The log-likelihood of the length of a route. Between rare fixes a road may wind: then all lengths up to a limit
    /// are equally likely.
    private func lengthLog(_ length: Double, _ motion: Motion, scale: Double) -> Double {
        let excess = length - motion.routeLength
        let usual = -excess.magnitude / scale
        guard excess > 0, excess <= windingLength(motion) else { return usual }
        return max(usual, parameters.transitions.windingLog)
    }

    /// How much longer than the distance between two fixes a winding road is at most, metres. A measured distance
    /// includes the bends.
    private func windingLength(_ motion: Motion) -> Double {
        motion.driven == nil ? parameters.transitions.windingSpeed.value * motion.unseen : 0
    }

    /// Up to this range, metres, settling all links takes less time than testing for targets.
    private static let longestWithoutTargets = 200.0

    /// The distance of a candidate *behind* another one on the same road; `nil` for one ahead.
    /// Noise moves a standing vehicle backwards, and that must not look like a drive around the
    /// block.
    private static func distanceBehind(from start: Candidate, to end: Candidate) -> Double? {
        if start.place.link == end.place.link {
            let back = (start.place.offset - end.place.offset).value
            return back > 0 ? back : nil
        }
        guard end.exit == start.entry, start.place.link != end.place.link.reversed else {
            return nil
        }
        return start.place.offset.value + end.length - end.place.offset.value
    }

    /// The route length between two places in opposite directions of one link, with a U-turn in between. The
    /// route search covers a U-turn at the start.
    private static func routeWithUTurn(from start: Candidate, to end: Candidate) -> Double? {
        guard start.place.link == end.place.link.reversed else { return nil }
        let length = start.length - start.place.offset.value - end.place.offset.value
        return length > 0 ? length : nil
    }
}
