import Geodesy
import Quantities
import RoadMap
import Routing

/// How likely it is to drive from a candidate of one fix to a candidate of the next.
struct TransitionModel {
    private var search: RouteSearch
    private var sources: [LinkPlace] = []
    private var targets: [LinkPlace] = []
    private let parameters: MatchingParameters

    init(_ parameters: MatchingParameters) {
        self.parameters = parameters
        search = RouteSearch(
            reserved: parameters.maximumLinksPerCandidate * 6 + parameters.maximumCandidates
        )
        sources.reserveCapacity(1)
        targets.reserveCapacity(parameters.maximumCandidates)
    }

    /// Fills one row for each candidate before, and the first one for the state off the road:
    /// `row(i)[j]` stands at `(i + 1) * (to.count + 1) + j + 1`. Of candidates that are not `relevant`
    /// no way leads on along roads, and only the way off the road is filled. `frame` is that around the fix of
    /// the candidates `to`.
    mutating func fill(
        _ logs: inout [Double],
        from: [Candidate],
        to: [Candidate],
        relevant: [Bool],
        motion: Motion,
        around frame: LocalFrame,
        on map: RoadMap
    ) throws(MapError) {
        // Where the car counts how far it comes, bends of the road between the fixes hide nothing.
        let hidden = parameters.transitionScalePerSecond.value * motion.unseen
        let scale =
            parameters.transitionScale.value
            + min(hidden, motion.driven?.deviation ?? hidden) + motion.noise
        let fastest =
            parameters.maximumSpeed.value * motion.unseen + 2 * parameters.jumpDistance.value
        let longest = min(motion.way + scale * parameters.searchScales, fastest)
        targets.removeAll(keepingCapacity: true)
        if longest > Self.longestWithoutTargets {
            for candidate in to { targets.append(candidate.place) }
        }
        var farthest = 0.0
        for candidate in to { farthest = max(farthest, candidate.distance) }
        let goal = SearchGoal(around: frame, radius: Metres(farthest), longest: Metres(longest))
        var left = parameters.maximumLinksPerFix
        let width = to.count + 1
        for column in 0..<width {
            logs[column] = column == 0 ? parameters.stayOffRoadLog : parameters.returnToRoadLog
        }
        for row in 1..<from.count + 1 { logs[row * width] = parameters.leaveRoadLog }
        for row in from.indices where relevant[row] {
            let start = from[row]
            sources.removeAll(keepingCapacity: true)
            sources.append(start.place)
            let settled = min(left, parameters.maximumLinksPerCandidate)
            try search.run(
                on: map,
                from: sources,
                targets: targets,
                limits: SearchLimits(
                    cost: longest,
                    settledLinks: settled,
                    turningBack: .penalised(-parameters.turnLog * scale),
                    forbiddenTurns: .penalised(-parameters.forbiddenTurnLog * scale)
                ),
                goal: goal
            )
            left = max(left - search.settledLinks, 0)
            for column in to.indices {
                var log = -Double.infinity
                if let reach = search.reach(of: to[column].place), reach.length.value <= longest {
                    log = -(reach.length.value - motion.way).magnitude / scale
                    log += Double(reach.turnsBack) * parameters.turnLog
                    log += Double(reach.deadEnds) * parameters.deadEndTurnLog
                    log += Double(reach.forbiddenTurns) * parameters.forbiddenTurnLog
                }
                if let back = Self.wayBack(from: start, to: to[column]) {
                    log = max(log, -(back + motion.way) / scale)
                }
                if let turn = Self.wayTurned(from: start, to: to[column]) {
                    let detour = (turn - motion.way).magnitude / scale
                    log = max(log, parameters.turnLog - detour)
                }
                logs[(row + 1) * width + column + 1] = log
            }
        }
    }

    /// Looking for targets takes longer than going to all links within so many metres.
    private static let longestWithoutTargets = 200.0

    /// How far a candidate lies *behind* another on the same road: noise moves a car that stands, and
    /// that must not look as if it had driven around the block. `nil` where it does not lie behind.
    private static func wayBack(from start: Candidate, to end: Candidate) -> Double? {
        if start.place.link == end.place.link {
            let back = (start.place.offset - end.place.offset).value
            return back > 0 ? back : nil
        }
        guard end.exit == start.entry, start.place.link != end.place.link.reversed else {
            return nil
        }
        return start.place.offset.value + end.length - end.place.offset.value
    }

    /// The way between two places on the two sides of one road, driving on before turning; the search
    /// knows of turning at once.
    private static func wayTurned(from start: Candidate, to end: Candidate) -> Double? {
        guard start.place.link == end.place.link.reversed else { return nil }
        let way = start.length - start.place.offset.value - end.place.offset.value
        return way > 0 ? way : nil
    }
}
