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

    /// Fills the first row for the state off the road, and one row for each candidate before: `row(i)[j]`
    /// stands at `(i + 1) * (to.count + 1) + j + 1`. For a candidate that is not `relevant` only the
    /// transition off the road is filled. The origin of `frame` is the fix of the candidates `to`.
    mutating func fill(
        _ logs: inout [Double],
        from: [Candidate],
        to: [Candidate],
        relevant: [Bool],
        motion: Motion,
        around frame: LocalFrame,
        on map: RoadMap
    ) throws(MapError) {
        // A measured distance includes the bends of the road between the fixes.
        let unobserved = parameters.transitions.transitionScaleRate.value * motion.unseen
        let scale =
            parameters.transitions.transitionScale.value
            + min(unobserved, motion.driven?.deviation ?? unobserved) + motion.noise
        let fastest =
            parameters.transitions.maximumSpeed.value * motion.unseen + 2
            * parameters.sequence.jumpDistance.value
        let longest = min(motion.routeLength + scale * parameters.transitions.searchScales, fastest)
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
                var log = -Double.infinity
                if let reach = search.reach(of: to[column].place), reach.length.value <= longest {
                    log = -(reach.length.value - motion.routeLength).magnitude / scale
                    log += Double(reach.uTurns) * parameters.transitions.uTurnLog
                    log += Double(reach.deadEnds) * parameters.transitions.deadEndUTurnLog
                    log += Double(reach.forbiddenTurns) * parameters.transitions.forbiddenTurnLog
                }
                if let back = Self.distanceBehind(from: start, to: to[column]) {
                    log = max(log, -(back + motion.routeLength) / scale)
                }
                if let turn = Self.routeWithUTurn(from: start, to: to[column]) {
                    let detour = (turn - motion.routeLength).magnitude / scale
                    log = max(log, parameters.transitions.uTurnLog - detour)
                }
                logs[(row + 1) * width + column + 1] = log
            }
        }
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
