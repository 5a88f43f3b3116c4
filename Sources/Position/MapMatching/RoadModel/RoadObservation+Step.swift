import Quantities
import RoadMap

// The terms of the latest step: the functions that have weighed it weigh it again.
extension RoadObservation {
    /// The latest step of a trellis, which used a fix; `nil` before the first step and after an error of the map.
    func terms(of fix: Int, in trellis: Trellis) throws(MapError) -> MatchStep? {
        guard let step, let emission else { return nil }
        var states = [
            MatchStep.State(
                place: nil, distance: nil, probability: trellis.probability(of: 0), heading: 0,
                other: emissions[0])
        ]
        for (index, candidate) in candidates.enumerated() {
            let heading = emission.otherLog(candidate.bearing, isInTunnel: false)
            states.append(
                MatchStep.State(
                    place: candidate.place, distance: Metres(candidate.distance),
                    probability: trellis.probability(of: index + 1), heading: heading,
                    other: emissions[index + 1] - heading))
        }
        guard emission.correlation != nil else { return MatchStep(fixNumber: fix, states: states) }
        // Moves from improbable states too, which the matcher leaves out: a path over them has a score.
        let all = [Bool](repeating: true, count: before.count)
        var routes = transitions
        try fillRoutes(&routes, relevant: all, of: step)
        var sums = routes
        emission.addErrors(to: &sums, from: before, relevant: all, to: candidates)
        let moves = routes.prefix((before.count + 1) * stateCount)
        let errors = zip(sums, moves).map { sum, move in move > -.infinity ? Float(sum - move) : 0 }
        return MatchStep(
            fixNumber: fix, states: states, routes: moves.map { Float($0) }, errors: errors)
    }
}
