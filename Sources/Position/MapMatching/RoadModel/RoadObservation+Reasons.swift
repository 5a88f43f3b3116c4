import Geodesy
import Quantities
import RoadMap

// The reasons for the probabilities of the latest step: the functions that have weighed it weigh it again.
extension RoadObservation {
    /// The reasons for the probability of each state of the latest step; empty before the first step and after an
    /// error of the map.
    func reasons(in trellis: Trellis) throws(MapError) -> [CandidateReasons] {
        guard let step, let emission else { return [] }
        guard emission.correlation != nil else { return firstReasons(emission, step, trellis) }
        let width = stateCount
        var routes = transitions
        var legs = [TransitionModel.Leg?](repeating: nil, count: (before.count + 1) * width)
        try fillRoutes(&routes, relevant: isRelevant, of: step) { (row, column, leg) in
            legs[(row + 1) * width + column + 1] = leg
        }
        return (0..<stateCount).map { state in
            nextReasons(of: state, emission, step, routes, legs, trellis)
        }
    }

    /// The reasons of the states of a first fix.
    private func firstReasons(
        _ emission: EmissionModel, _ step: Step, _ trellis: Trellis
    ) -> [CandidateReasons] {
        (0..<stateCount).map { state in
            var terms: [MatchTerm] = []
            if state == 0 {
                terms.append(MatchTerm(factor: .offRoad, log: emission.offRoad))
                let start = emissions[0] - emission.offRoad
                terms.append(MatchTerm(factor: .offRoadMove, log: start))
            } else {
                let candidate = candidates[state - 1]
                terms.append(MatchTerm(factor: .distance, log: candidate.distanceLog))
                terms += otherTerms(of: candidate, emission)
                let level = emissions[state] - candidate.logLikelihood
                if level != 0 { terms.append(MatchTerm(factor: .level, log: level)) }
            }
            return reasons(of: state, terms, nil, emission, step, trellis)
        }
    }

    /// The reasons of a state of a later fix.
    private func nextReasons(
        of state: Int, _ emission: EmissionModel, _ step: Step, _ routes: [Double],
        _ legs: [TransitionModel.Leg?], _ trellis: Trellis
    ) -> CandidateReasons {
        let width = stateCount
        /// The logarithm of the probability by way of each state before.
        var ways: [Double] = []
        for row in 0...before.count {
            let isOpen = row == 0 || state == 0 || isRelevant[row - 1]
            let probability = trellis.probabilityBefore(of: row)
            ways.append(
                isOpen && probability > 0
                    ? logarithm(probability) + transitions[row * width + state] : -.infinity)
        }
        var best = 0
        for row in ways.indices where ways[row] > ways[best] { best = row }
        guard ways[best] > -.infinity else {
            let terms = [MatchTerm(factor: .route, log: -.infinity)]
            return reasons(of: state, terms, nil, emission, step, trellis)
        }
        let slot = best * width + state
        let probability = trellis.probabilityBefore(of: best)
        var terms = [MatchTerm(factor: .previous, log: logarithm(probability))]
        let isOnRoad = best > 0 && state > 0
        terms.append(
            MatchTerm(factor: isOnRoad ? .route : .offRoadMove, log: routes[slot]))
        if state > 0 {
            let candidate = candidates[state - 1]
            if isOnRoad, let correlation = emission.correlation {
                let drift = correlation.logLikelihood(of: candidate, after: before[best - 1])
                terms.append(MatchTerm(factor: .drift, log: drift))
                let excess = emission.excessLog(of: candidate)
                if excess != 0 { terms.append(MatchTerm(factor: .distance, log: excess)) }
            } else {
                // After a place off the road the error before is unknown.
                terms.append(MatchTerm(factor: .distance, log: candidate.distanceLog))
            }
            terms += otherTerms(of: candidate, emission)
        } else {
            terms.append(MatchTerm(factor: .offRoad, log: emission.offRoad))
        }
        var all = 0.0
        for way in ways where way > -.infinity { all += exponential(way - ways[best]) }
        terms.append(MatchTerm(factor: .others, log: logarithm(all)))
        let route = legs[slot].map { leg in
            CandidateReasons.Route(
                length: Metres(leg.length), driven: Metres(step.motion.routeLength),
                uTurns: leg.uTurns, forbiddenTurns: leg.forbiddenTurns)
        }
        let previous = CandidateReasons.Previous(
            place: best == 0 ? nil : before[best - 1].place, probability: probability,
            route: state == 0 ? nil : route)
        return reasons(of: state, terms, previous, emission, step, trellis)
    }

    /// The terms of the heading and of a tunnel.
    private func otherTerms(of candidate: Candidate, _ emission: EmissionModel) -> [MatchTerm] {
        let heading = emission.otherLog(candidate.bearing, isInTunnel: false)
        var terms = [MatchTerm(factor: .heading, log: heading)]
        if candidate.otherLog != heading {
            terms.append(MatchTerm(factor: .tunnel, log: candidate.otherLog - heading))
        }
        return terms
    }

    private func reasons(
        of state: Int, _ terms: [MatchTerm], _ previous: CandidateReasons.Previous?,
        _ emission: EmissionModel, _ step: Step, _ trellis: Trellis
    ) -> CandidateReasons {
        let candidate = state == 0 ? nil : candidates[state - 1]
        return CandidateReasons(
            place: candidate?.place, coordinate: candidate?.coordinate,
            distance: candidate.map { Metres($0.distance) }, deviation: Metres(emission.deviation),
            relativeHeading: candidate.flatMap { candidate in
                step.motion.heading.map { $0.bearing.turn(from: candidate.bearing.bearing) }
            },
            previous: previous, terms: terms, probability: trellis.probability(of: state),
            state: state)
    }
}
