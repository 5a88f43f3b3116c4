import Geodesy
import Positioning
import Quantities
import RoadMap

/// The observation of a fix: the candidates, and the input of the Markov filter.
///
/// State 0 is off the road; state i is candidate i − 1.
struct RoadObservation {
    /// The candidates of the latest fix, in the order of the map file.
    private(set) var candidates: [Candidate] = []
    /// The emission model of the latest fix; `nil` before the first one.
    private(set) var emission: EmissionModel?
    /// The log-emission of each state.
    private(set) var emissions: [Double]
    /// The log-transitions, one row for each state before.
    private(set) var transitions: [Double]
    /// For each state before, the number of states that it leads to.
    private(set) var reachable: [Int] = []

    /// The errors of the receiver against the accuracy that it states.
    private(set) var scale = AccuracyScale()

    let map: RoadMap
    private let parameters: MatchingParameters
    private var search: CandidateSearch
    private(set) var model: TransitionModel
    /// The candidates of the step before.
    private(set) var before: [Candidate] = []
    /// Which of them have an effect on the latest step.
    private(set) var isRelevant: [Bool] = []
    /// The latest step, from whose input the emissions and transitions are; `nil` after an error.
    private(set) var step: Step?

    /// The movement to a fix, and the frame around it.
    struct Step {
        let motion: Motion
        let frame: LocalFrame
    }

    /// No fix yet. It allocates all memory.
    init(_ parameters: MatchingParameters, on map: RoadMap) {
        self.map = map
        self.parameters = parameters
        search = CandidateSearch(parameters)
        model = TransitionModel(parameters)
        let states = parameters.candidates.maximumCandidates + 1
        emissions = [Double](repeating: 0, count: states)
        transitions = [Double](repeating: 0, count: states * states)
        candidates.reserveCapacity(states)
        before.reserveCapacity(states)
        isRelevant.reserveCapacity(states)
        reachable.reserveCapacity(states)
    }

    /// The number of states of the latest fix.
    var stateCount: Int { candidates.count + 1 }

    /// Drops the latest fix, and what is known of the receiver.
    mutating func reset() {
        emission = nil
        scale = AccuracyScale()
    }

    /// Learns the errors of the receiver from the latest fix, after its step of a trellis. Where the vehicle is
    /// probably off the road its distance from a road shows nothing.
    mutating func learnAccuracy(from trellis: Trellis) {
        guard let emission, let step, step.motion.seconds > 0 else { return }
        var (sum, squares) = (0.0, 0.0)
        for (index, candidate) in candidates.enumerated() {
            let probability = trellis.probability(of: index + 1)
            sum += probability
            squares += probability * candidate.distance * candidate.distance
        }
        guard sum >= 0.5 else { return }
        scale.learn(squares / sum, seconds: step.motion.seconds, of: emission, parameters)
    }

    /// Observes the first fix. On an error it has no candidates.
    mutating func begin(_ fix: DatedFix, _ motion: Motion) throws(MapError) {
        emission = nil
        step = nil
        do { try weigh(fix, motion) } catch {
            candidates.removeAll(keepingCapacity: true)
            throw error
        }
        emissions[0] += parameters.offRoad.startOffRoadLog
        weighLevels()
        step = Step(motion: motion, frame: fix.frame)
    }

    /// Observes the next fix, after the latest step of a trellis. On an error it keeps the previous
    /// fix.
    mutating func advance(
        _ fix: DatedFix, _ motion: Motion, after trellis: Trellis
    ) throws(MapError) {
        let former = emission
        step = nil
        swap(&before, &candidates)
        do {
            try weigh(fix, motion)
            try weighTransitions(motion, to: fix.frame, after: trellis)
            step = Step(motion: motion, frame: fix.frame)
        } catch {
            swap(&before, &candidates)
            emission = former
            throw error
        }
    }

    /// The distances from a place off the road: to the next ferry line and the next parking aisle (`nil`
    /// for none near), and to the area of the map.
    mutating func surroundings(
        of frame: LocalFrame
    ) throws(MapError) -> (ferry: Metres?, carPark: Metres?, outside: Metres) {
        let (ferry, carPark) = try search.distancesOffRoad(
            from: frame, within: parameters.offRoad.reach, on: map)
        return (ferry, carPark, frame.distance(to: map.header.bounds))
    }

    /// Fills the candidates and their emissions.
    private mutating func weigh(_ fix: DatedFix, _ motion: Motion) throws(MapError) {
        let emission = EmissionModel(
            accuracy: fix.fix.accuracy,
            scale: scale,
            motion: motion,
            after: emission,
            parameters
        )
        try search.fill(
            &candidates,
            around: fix.frame,
            on: map,
            model: emission,
            limit: parameters.candidates.maximumCandidates
        )
        self.emission = emission
        emissions[0] = emission.offRoad
        for index in candidates.indices {
            // After a fix off the road the error before is unknown.
            emissions[index + 1] =
                emission.correlation == nil
                ? candidates[index].logLikelihood : candidates[index].otherLog
        }
    }

    /// A vehicle seldom starts on a road under another road. Later only the route between the two counts.
    private mutating func weighLevels() {
        let limit = 2 * parameters.accuracy.laneDeviation.value
        for state in candidates.indices {
            let isBelow = candidates.contains { candidates[state].isBelow($0, within: limit) }
            if isBelow { emissions[state + 1] += parameters.levels.startBelowLog }
        }
    }

    /// Fills the transitions.
    private mutating func weighTransitions(
        _ motion: Motion, to frame: LocalFrame, after trellis: Trellis
    ) throws(MapError) {
        isRelevant.removeAll(keepingCapacity: true)
        reachable.removeAll(keepingCapacity: true)
        reachable.append(stateCount)
        for row in 1..<before.count + 1 {
            // A state less likely than this has no effect on the next step. The limit is low, so that the road on
            // which the vehicle is does not get lost while all fixes lie beside another one.
            let isRelevant = trellis.probability(of: row) > 1e-12 || trellis.score(of: row) > -28
            self.isRelevant.append(isRelevant)
            reachable.append(isRelevant ? stateCount : 1)
        }
        try model.fill(
            &transitions, from: before, to: candidates, relevant: isRelevant, motion: motion,
            around: frame, on: map)
        emission?.addErrors(
            to: &transitions, from: before, relevant: isRelevant, to: candidates)
    }
}
