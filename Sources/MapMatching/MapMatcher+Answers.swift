import Geodesy
import Positioning
import RoadMap

extension MapMatcher {
    /// Appends all places where the car may be after the last fix, the likeliest first, each road and
    /// direction by itself with its own probability, at least so much. None off the road and before the
    /// first answer.
    public func appendPlaces(to places: inout [PossiblePlace], atLeast least: Double) {
        guard case .onRoad = answer, !filter.isEmpty else { return }
        let first = places.count
        for state in 1..<now.count + 1 {
            let probability = filter.probability(of: state)
            guard probability >= least else { continue }
            let place = PossiblePlace(
                history.latest(state, probability: probability), relation(of: state))
            let at =
                places[first...].firstIndex { $0.matched.probability < probability }
                ?? places.count
            places.insert(place, at: at)
        }
    }

    /// What is answered after a fix that was used.
    mutating func answerFix() -> MatchResult {
        guard isCalibrated else { return .notCalibrated }
        guard !now.isEmpty, filter.probability(of: 0) <= mostOffRoad else { return offRoad.result }
        let (state, probability) = bestPlace()
        answerState = state
        return .onRoad(history.latest(state, probability: min(probability, 1)))
    }

    /// The highest probability of being off the road with which the answer is a road: it leaves roads and
    /// comes back to them only where that is sure enough, and begins with what is more probable.
    private var mostOffRoad: Double {
        switch answer {
        case .onRoad: parameters.leaveRoadProbability
        case .offRoad, .noMap: parameters.returnToRoadProbability
        case .notCalibrated: 0.5
        }
    }

    /// The state of the highest probability of a place. Of places that are about as probable it is the one
    /// on the likelier road.
    private func bestPlace() -> (state: Int, probability: Double) {
        let marginals = filter.marginals
        let first = filter.latestSlot
        var best = 1
        for state in 1..<now.count + 1 where marginals[first + state] > marginals[first + best] {
            best = state
        }
        var ofBest = probabilityOfPlace(best)
        if marginals[first + best] < Self.surest {
            var value = -1.0
            for state in 1..<now.count + 1 {
                let ofPlace = probabilityOfPlace(state)
                let worth = ofPlace + marginals[first + state] * Self.ownShare
                guard worth > value else { continue }
                best = state
                value = worth
                ofBest = ofPlace
            }
        }
        return (best, ofBest)
    }

    /// That of the place of a state, whichever of the roads that meet there the car is on: those so near
    /// along the road that the fix does not tell them apart.
    private func probabilityOfPlace(_ state: Int) -> Double {
        let first = filter.latestSlot
        var sum = 0.0
        for other in 1..<now.count + 1 where isSamePlace(other, as: state) {
            sum += filter.marginals[first + other]
        }
        return sum
    }

    /// Whether two states on roads are one place as far as the fix tells.
    private func isSamePlace(_ other: Int, as state: Int) -> Bool {
        guard other != state else { return true }
        let (this, that) = (state - 1, other - 1)
        // Most share no node.
        guard now[this].entry == now[that].exit || now[that].entry == now[this].exit else {
            return false
        }
        return now[this].isBeside(now[that], within: samePlaceLimit)
    }

    /// How a state on a road lies to the answer.
    private func relation(of state: Int) -> PossiblePlace.Relation {
        if state == answerState { return .answer }
        let (place, answer) = (now[state - 1], now[answerState - 1])
        if answer.follows(place, within: samePlaceLimit) { return .before }
        return place.follows(answer, within: samePlaceLimit) ? .beyond : .apart
    }

    /// Places before and after a node less far apart are one, metres.
    private var samePlaceLimit: Double {
        parameters.samePlaceDeviations * (emission?.deviation ?? 0)
    }

    /// So much of the probability of a road counts beside that of the place: it decides where roads meet.
    private static let ownShare = 0.1
    /// No other place can be worth as much as that of a road that is so probable.
    private static let surest = (1 + ownShare) / (1 + ownShare + 0.09)

    /// Finds out what the car is in, where it may be off the road.
    mutating func lookAround(_ frame: LocalFrame) throws(MapError) {
        let least = min(Self.leastOffRoad, mostOffRoad)
        guard filter.probability(of: 0) > least else { return offRoad.returnToRoad() }
        let reach = parameters.offRoadReach
        let (ferry, carPark) = try search.distancesOffRoad(from: frame, within: reach, on: map)
        offRoad.advance(
            ferry: ferry, carPark: carPark,
            outside: frame.distance(to: map.header.bounds), parameters)
    }

    /// What is less probable is not looked at.
    private static let leastOffRoad = 0.01
}
