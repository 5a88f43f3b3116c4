import Geodesy
import Quantities

/// The steps of the hidden Markov model, with their fixes and places.
struct Trellis {
    private var filter: MarkovFilter
    private var history: StepHistory
    /// The road of the last decision; `nil` off the road and without a decision.
    private var lastRoad: RoadPlace?

    /// A trellis of at most so many states a step and so many open steps.
    init(states: Int, window: Int) {
        filter = MarkovFilter(states: states, window: window)
        // One more, so that the last decided step is still there.
        history = StepHistory(states: states, window: window + 1)
    }

    /// Whether there is no step.
    var isEmpty: Bool { filter.isEmpty }
    /// Whether a step has to be decided before the next one.
    var isFull: Bool { filter.isFull }
    /// The number of steps that are not decided.
    var openCount: Int { filter.open.count }
    /// The time of the oldest step that is not decided.
    var oldestTime: MonotonicTime? { filter.open.first.map { history.step($0).time } }

    /// The probability of a state of the latest step, given all steps so far.
    func probability(of state: Int) -> Double { filter.probability(of: state) }

    /// The probability of a state of the step before the latest one, given all steps up to it; 0 without one.
    func probabilityBefore(of state: Int) -> Double { filter.probabilityBefore(of: state) }

    /// The log-ratio of the best path to a state of the latest step, against the best path of all.
    func score(of state: Int) -> Double { filter.score(of: state) }

    /// A state of the latest step as an answer.
    func place(of state: Int, probability: Double) -> MatchedPlace {
        history.latest(state, probability: probability)
    }

    /// Forgets all steps.
    mutating func removeAll() {
        filter.reset()
        history.removeAll()
        lastRoad = nil
    }

    /// Starts with a fix.
    mutating func begin(_ fix: DatedFix, _ roads: RoadObservation) {
        filter.begin(logEmissions: roads.emissions, count: roads.stateCount)
        history.begin(fix: fix.number, time: fix.time)
        lastRoad = nil
    }

    /// Adds a step for a fix; `false`, without a change, if no route leads to any of its states.
    mutating func advance(_ fix: DatedFix, _ roads: RoadObservation) -> Bool {
        let isPossible = filter.advance(
            logTransitions: roads.transitions,
            reachable: roads.reachable,
            logEmissions: roads.emissions,
            count: roads.stateCount
        )
        if isPossible { history.append(fix: fix.number, time: fix.time) }
        return isPossible
    }

    /// Adds a fix that is not used to the latest step.
    mutating func extend(to number: Int) { history.extend(to: number) }

    /// Stores the places of the latest step; `offRoad` is the answer off the road, if that is possible. Places on both
    /// sides of a node are one up to `limit` metres.
    mutating func keep(
        _ candidates: [Candidate], heading: PlanarVector?, offRoad: MatchResult?,
        samePlace limit: Double
    ) {
        history.keep(candidates, heading: heading, offRoad: offRoad, samePlace: limit)
    }

    /// Decides the oldest open step; `nil` if none is open.
    mutating func decide() -> DecidedState? {
        guard var decision = filter.decide() else { return nil }
        let step = history.step(decision.step)
        var probability = probabilityDecided(of: decision.state, step: decision.step)
        if probability < LatestAnswer.improbable.probability {
            // The best path as a whole leads over an improbable place: the most probable one counts.
            decision = filter.decide(instead: mostProbable(insteadOf: decision), of: decision)
            probability = probabilityDecided(of: decision.state, step: decision.step)
        }
        let before = lastRoad
        lastRoad =
            decision.state == 0 ? nil : history.road(of: decision.state, step: decision.step)
        // Both sides of a node are one place: a vehicle that stands there may be decided to be on either.
        var isSame = false
        if let before, let lastRoad {
            isSame = lastRoad.isSamePlace(as: before, within: step.samePlaceLimit)
        }
        let place =
            decision.state == 0
            ? nil
            : history.matched(
                step: decision.step, state: decision.state, probability: min(probability, 1))
        return DecidedState(
            step: decision.step, firstFix: step.firstFix, place: place, offRoad: step.offRoad,
            follows: decision.follows || isSame)
    }

    /// The state with the most probable place of the step that was decided last. Between places of similar probability,
    /// the more probable road decides.
    private func mostProbable(insteadOf decision: MarkovFilter.Decision) -> Int {
        var (best, worth) = (decision.state, -1.0)
        for state in 0..<filter.count(of: decision.step) {
            let own = filter.probabilityDecided(of: state)
            guard own > 0 else { continue }
            let ofPlace = probabilityDecided(of: state, step: decision.step)
            let ofState = ofPlace + own * LatestAnswer.ownShare
            if ofState > worth { (best, worth) = (state, ofState) }
        }
        return best
    }

    /// The probability of the place of a state of the step that was decided last. Places on both sides of a node are
    /// one place, as in the answer at once.
    private func probabilityDecided(of state: Int, step: Int) -> Double {
        guard state != 0 else { return filter.probabilityDecided(of: 0) }
        var sum = 0.0
        for other in 1..<filter.count(of: step)
        where history.isSamePlace(state, as: other, step: step) {
            sum += filter.probabilityDecided(of: other)
        }
        return sum
    }

    /// Closes all open steps but the latest without a decision.
    mutating func closeOlderSteps() {
        while filter.open.count > 1 { filter.closeOldest() }
    }

    /// The fix of the latest step; `nil` without a step.
    var latestFix: Int? { isEmpty ? nil : history.step(history.count - 1).firstFix }

    /// The last fix that belongs to a step, which is the last decided one or a later one.
    func lastFix(of step: Int) -> Int { history.step(step).lastFix }
}
