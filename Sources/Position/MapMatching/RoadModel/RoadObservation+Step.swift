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
        var model = model
        var routes = transitions
        try model.fill(
            &routes, from: before, to: candidates, relevant: isRelevant, motion: step.motion,
            around: step.frame, on: map)
        let width = stateCount
        var moves = [Float](repeating: -.infinity, count: (before.count + 1) * width)
        var errors = [Float](repeating: 0, count: moves.count)
        for row in 0...before.count {
            let isOpen = row == 0 || isRelevant[row - 1]
            for column in 0..<(isOpen ? width : 1) {
                let slot = row * width + column
                moves[slot] = Float(routes[slot])
                if routes[slot] > -.infinity {
                    errors[slot] = Float(transitions[slot] - routes[slot])
                }
            }
        }
        return MatchStep(fixNumber: fix, states: states, routes: moves, errors: errors)
    }
}
