import Geodesy

/// Chooses the answer to the latest fix from the states of a trellis.
struct LatestAnswer {
    /// The answer.
    private(set) var result = MatchResult.notCalibrated
    /// The state of the answer; `nil` off the road.
    private var state = 0
    /// Whether there may be an answer with a place.
    private(set) var isCalibrated = false
    /// How long fixes have shown that the answer off the road is improbable, s.
    private var improbableFor = 0.0
    private var wasImprobable = false
    private let samePlaceDeviations: Double
    private let leaveRoadProbability: Double
    private let returnToRoadProbability: Double

    /// The weight of a road's own probability beside the probability of the place. It decides
    /// between roads that meet.
    static let ownShare = 0.1
    /// No other place can win against a road with this probability.
    private static let certain = (1 + ownShare) / (1 + ownShare + 0.09)
    /// Below this probability the matcher does not look for the kind of place off the road.
    private static let leastOffRoad = 0.01
    /// An answer off the road that stays below this probability for so long is given up. Below this probability, a
    /// decision after the lag is given up too.
    static let improbable = (probability: 0.2, seconds: 10.0)

    init(_ parameters: MatchingParameters) {
        samePlaceDeviations = parameters.answers.samePlaceDeviations
        leaveRoadProbability = parameters.offRoad.leaveRoadProbability
        returnToRoadProbability = parameters.offRoad.returnToRoadProbability
    }

    /// The place is unknown. The first fix with a heading calibrates the matcher; without a
    /// heading, the second fix does: one that is used, or one that shows a standstill.
    mutating func reset(isCalibrated: Bool = false) {
        result = .notCalibrated
        (improbableFor, wasImprobable) = (0, false)
        self.isCalibrated = isCalibrated
    }

    /// A second fix follows the first one, or confirms that the vehicle stands.
    mutating func calibrate() { isCalibrated = true }

    /// Whether the vehicle may be off the road, so that the kind of place there matters.
    func mayBeOffRoad(_ trellis: Trellis) -> Bool {
        trellis.probability(of: 0) > min(Self.leastOffRoad, mostOffRoad)
    }

    /// Chooses the answer to a used fix, so many seconds after the fix before it; `offRoad` is the answer off the road.
    mutating func choose(
        from trellis: Trellis, _ roads: RoadObservation, offRoad: MatchResult,
        after seconds: Double
    ) {
        guard isCalibrated else {
            result = .notCalibrated
            return
        }
        let limit = min(Self.improbable.probability, leaveRoadProbability)
        let isImprobable = trellis.probability(of: 0) < limit
        let isGivenUp =
            isImprobable && wasImprobable && improbableFor + seconds >= Self.improbable.seconds
        guard !roads.candidates.isEmpty, isGivenUp || trellis.probability(of: 0) <= mostOffRoad
        else {
            // The first such fix shows nothing of the time before it.
            improbableFor = isImprobable ? improbableFor + (wasImprobable ? seconds : 0) : 0
            wasImprobable = isImprobable
            result = offRoad
            return
        }
        (improbableFor, wasImprobable) = (0, false)
        let (state, probability) = bestPlace(in: trellis, roads)
        self.state = state
        result = .onRoad(trellis.place(of: state, probability: min(probability, 1)))
    }

    /// The highest off-road probability of an answer on a road: hysteresis, since each change of the answer
    /// needs evidence. The first answer is the more probable one.
    private var mostOffRoad: Double {
        switch result {
        case .onRoad: leaveRoadProbability
        case .offRoad, .noMap: returnToRoadProbability
        case .notCalibrated: 0.5
        }
    }

    /// The state of the most probable place. Between places of similar probability, the more probable road
    /// decides.
    private func bestPlace(
        in trellis: Trellis, _ roads: RoadObservation
    ) -> (state: Int, probability: Double) {
        let states = 1..<roads.stateCount
        let limit = samePlaceLimit(roads)
        var best = 1
        for state in states where trellis.probability(of: state) > trellis.probability(of: best) {
            best = state
        }
        var ofBest = Self.probability(ofPlace: best, in: trellis, roads.candidates, limit)
        if trellis.probability(of: best) < Self.certain {
            var value = -1.0
            for state in states {
                let ofPlace = Self.probability(ofPlace: state, in: trellis, roads.candidates, limit)
                let worth = ofPlace + trellis.probability(of: state) * Self.ownShare
                guard worth > value else { continue }
                best = state
                value = worth
                ofBest = ofPlace
            }
        }
        return (best, ofBest)
    }

    /// The probability of a place: the sum over all indistinguishable states on the roads that meet
    /// there.
    private static func probability(
        ofPlace state: Int, in trellis: Trellis, _ candidates: [Candidate], _ limit: Double
    ) -> Double {
        var sum = 0.0
        for other in 1..<candidates.count + 1 {
            let isSame =
                other == state
                || candidates[state - 1].isSamePlace(as: candidates[other - 1], within: limit)
            if isSame { sum += trellis.probability(of: other) }
        }
        return sum
    }

    /// The longest road between two places on both sides of a node that are one place, metres.
    func samePlaceLimit(_ roads: RoadObservation) -> Double {
        samePlaceDeviations * (roads.emission?.deviation ?? 0)
    }

    /// Appends all possible places of the latest fix with at least a probability, the most probable first.
    /// There are none off the road and before the first answer.
    func appendPlaces(
        to places: inout [PossiblePlace], atLeast least: Double, from trellis: Trellis,
        _ roads: RoadObservation
    ) {
        guard case .onRoad = result, !trellis.isEmpty else { return }
        let first = places.count
        for state in 1..<roads.stateCount {
            let probability = trellis.probability(of: state)
            guard probability >= least else { continue }
            let place = PossiblePlace(
                trellis.place(of: state, probability: probability), relation(of: state, roads))
            let at =
                places[first...].firstIndex { $0.matched.probability < probability }
                ?? places.count
            places.insert(place, at: at)
        }
    }

    /// The relation of a state on a road to the answer; `nil` where there is no answer on a road.
    func relationToAnswer(of state: Int, _ roads: RoadObservation) -> PossiblePlace.Relation? {
        guard case .onRoad = result else { return nil }
        return relation(of: state, roads)
    }

    /// The relation of a state on a road to the answer.
    private func relation(of other: Int, _ roads: RoadObservation) -> PossiblePlace.Relation {
        if other == state { return .answer }
        let limit = samePlaceLimit(roads)
        let (place, answer) = (roads.candidates[other - 1], roads.candidates[state - 1])
        if answer.follows(place, within: limit) { return .before }
        return place.follows(answer, within: limit) ? .beyond : .apart
    }
}
