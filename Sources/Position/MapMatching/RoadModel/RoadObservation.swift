import Geodesy
import Positioning
import Quantities
import RoadMap
import Routing

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
    /// The transitions from each state before.
    private var moves: Moves

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

    /// The transitions to the states of a step.
    private struct Moves {
        /// The log-transitions, one row for each state before.
        var logs: [Double]
        /// For each state before, the number of states that it leads to.
        var reachable: [Int] = []
    }

    /// The movement to a fix, and the frame around it.
    struct Step {
        let motion: Motion
        let frame: LocalFrame
        /// The log-likelihood of staying off the road while the vehicle stands.
        var standingOffRoadLog = 0.0
        /// How far the fixes of a vehicle that stands lie from the last used one, metres.
        var standing = PlanarVector(x: 0, y: 0)
    }

    /// No fix yet. It allocates all memory.
    init(_ parameters: MatchingParameters, on map: RoadMap) {
        self.map = map
        self.parameters = parameters
        search = CandidateSearch(parameters)
        model = TransitionModel(parameters)
        let states = parameters.candidates.maximumCandidates + 1
        emissions = [Double](repeating: 0, count: states)
        moves = Moves(logs: [Double](repeating: 0, count: states * states))
        candidates.reserveCapacity(states)
        before.reserveCapacity(states)
        isRelevant.reserveCapacity(states)
        moves.reachable.reserveCapacity(states)
    }

    /// The log-transitions, one row for each state before.
    var transitions: [Double] { moves.logs }
    /// For each state before, the number of states that it leads to.
    var reachable: [Int] { moves.reachable }
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
        guard sum >= 0.99 else { return }
        scale.learn(squares / sum, seconds: step.motion.seconds, of: emission, parameters)
    }

    /// Observes the first fix. On an error it has no candidates.
    mutating func begin(_ fix: DatedFix, _ motion: Motion) throws(MapError) {
        emission = nil
        step = nil
        scale.begin(at: fix.time)
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

    /// Observes a fix of a vehicle that stands since the latest used fix, from which the mean of the fixes lies `error`
    /// metres. The states stay what they are, and each shows another error of the fixes. `false` without a step, and
    /// where the mean has not moved: some receivers hold the position of a vehicle that stands, which shows nothing.
    mutating func stand(
        _ fix: DatedFix, _ motion: Motion, error: PlanarVector, after trellis: Trellis
    ) -> Bool {
        guard let emission, let step else { return false }
        let shift = error - step.standing
        // A smaller change is what lanes and lines of the map have anyway.
        guard shift.length > parameters.errors.minimumErrorChange.value else { return false }
        let motion = Motion(standing: motion, after: step.motion)
        let now = EmissionModel(
            accuracy: fix.fix.accuracy, scale: scale, motion: motion, after: emission, parameters)
        before.removeAll(keepingCapacity: true)
        before.append(contentsOf: candidates)
        isRelevant.removeAll(keepingCapacity: true)
        moves.reachable.removeAll(keepingCapacity: true)
        for index in candidates.indices {
            candidates[index] = candidates[index].shifted(by: shift)
            isRelevant.append(true)
            moves.reachable.append(stateCount)
        }
        moves.reachable.append(stateCount)
        self.emission = now
        Self.fillStanding(&moves.logs, states: stateCount, offRoad: 0)
        now.addErrors(to: &moves.logs, from: before, relevant: isRelevant, to: candidates)
        // Off the road there is no error to compare: a stand shows as much there as on the roads in the mean.
        var (sum, all) = (0.0, 0.0)
        for index in candidates.indices {
            let probability = trellis.probability(of: index + 1)
            sum += probability * exponential(moves.logs[(index + 1) * (stateCount + 1)])
            all += probability
        }
        if all > 0 { moves.logs[0] = logarithm(sum / all) }
        self.step = Step(
            motion: motion, frame: fix.frame, standingOffRoadLog: moves.logs[0], standing: error)
        for state in 0..<stateCount { emissions[state] = 0 }
        return true
    }

    /// Fills the transitions of a vehicle that stands: each state stays.
    private static func fillStanding(_ logs: inout [Double], states width: Int, offRoad: Double) {
        for slot in 0..<width * width { logs[slot] = -.infinity }
        for state in 0..<width { logs[state * (width + 1)] = state == 0 ? offRoad : 0 }
    }

    /// Fills the transitions to the latest step again, without the errors; `visit` gets the routes.
    func fillRoutes(
        _ logs: inout [Double], relevant: [Bool], of step: Step,
        visit: ((Int, Int, TransitionModel.Leg) -> Void)? = nil
    ) throws(MapError) {
        if step.motion.isStanding {
            return Self.fillStanding(
                &logs, states: stateCount, offRoad: step.standingOffRoadLog)
        }
        var model = model
        try model.fill(
            &logs, from: before, to: candidates, relevant: relevant, motion: step.motion,
            around: step.frame, on: map, visit: visit)
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
            age: scale.age(at: fix.time),
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
        moves.reachable.removeAll(keepingCapacity: true)
        moves.reachable.append(stateCount)
        for row in 1..<before.count + 1 {
            // A state less likely than this has no effect on the next step.
            let isRelevant = trellis.probability(of: row) > 1e-5 || trellis.score(of: row) > -12
            self.isRelevant.append(isRelevant)
            moves.reachable.append(isRelevant ? stateCount : 1)
        }
        try model.fill(
            &moves.logs, from: before, to: candidates, relevant: isRelevant, motion: motion,
            around: frame, on: map)
        emission?.addErrors(
            to: &moves.logs, from: before, relevant: isRelevant, to: candidates)
    }
}
