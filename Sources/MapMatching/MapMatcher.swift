public import Positioning
public import Quantities
public import RoadMap

import Geodesy

/// Finds the place of a moving car on the road map, fix by fix.
///
/// ```swift
/// var matcher = MapMatcher(map: map, lag: .seconds(10))
/// let now = try matcher.ingest(fix, at: arrival)        // what is known at once
/// while let then = matcher.takeDecision() { … }         // what is known of an older fix
/// ```
/// A hidden Markov model after Newson and Krumm (doi:10.1145/1653771.1653818), run forward as a filter:
/// each fix is answered at once with the road and direction of the highest probability given all fixes
/// so far. With a lag, the most probable way as a whole is decided that much later. What a fix costs is
/// bounded by the parameters; nothing is allocated in the steady state.
public struct MapMatcher {
    /// The numbers it works with.
    public let parameters: MatchingParameters
    /// How much later it decides; `nil` where it only answers at once.
    public let lag: Nanoseconds?

    let map: RoadMap
    var filter: MarkovFilter
    var search: CandidateSearch
    private var model: TransitionModel
    private var before: [Candidate] = []
    private(set) var now: [Candidate] = []
    private var isRelevant: [Bool] = []
    /// Of how many states the transitions from each state before count.
    private var reachable: [Int] = []
    private var emissions: [Double]
    private var transitions: [Double]

    private var clock = MatchClock()
    private var noise: FixNoise
    /// The last fix that was used.
    private var last: (frame: LocalFrame, time: MonotonicTime)?
    /// The time of the last fix of use, passed over or not.
    private var lastSeen = MonotonicTime.zero
    var stand: StandingPlace?
    /// How fast the car was at the last fix that was used, m/s.
    var speed: Double?
    /// How it has moved since by its own signals.
    var ego = EgoMotion()
    /// Whether the last fix was so far off that it waits for the next one: the answer is that of the fix
    /// before.
    public internal(set) var hasDoubted = false
    /// The model of the last fix that was used.
    private(set) var emission: EmissionModel?
    private(set) var isCalibrated = false
    private(set) var answer = MatchResult.notCalibrated
    /// The state that it is, where it is on a road.
    var answerState = 0
    /// What the car is in if it is off the road.
    var offRoad = OffRoadState()
    var history: StepHistory
    var decisions = DecisionQueue()
    /// Fixes that say nothing and are not decided yet; only with a lag.
    var ofNoUse: [Int] = []
    var decided: DecidedStep?
    /// The number of fixes so far.
    public private(set) var fixCount = 0

    /// A matcher that has seen no fix. With a lag it also decides each fix that much later.
    public init(
        map: RoadMap,
        parameters: MatchingParameters = MatchingParameters(),
        lag: Nanoseconds? = nil
    ) {
        self.map = map
        self.parameters = parameters
        self.lag = lag
        let states = parameters.maximumCandidates + 1
        let window = max(lag == nil ? 2 : parameters.window, 2)
        filter = MarkovFilter(states: states, window: window)
        // One more, so that the step decided last still stands there.
        history = StepHistory(states: states, window: window + 1)
        search = CandidateSearch(parameters)
        model = TransitionModel(parameters)
        noise = FixNoise(parameters)
        emissions = [Double](repeating: 0, count: states)
        transitions = [Double](repeating: 0, count: states * states)
        before.reserveCapacity(states)
        now.reserveCapacity(states)
        isRelevant.reserveCapacity(states)
        reachable.reserveCapacity(states)
    }

    /// Takes a fix and says where the car is. One that claims to be worse than
    /// ``MatchingParameters/worstAccuracy`` says nothing, and the answer is that it is not known. `arrival` is
    /// when the fix came; it dates the fixes that carry no time of their own. `motion` is what the car's own
    /// signals say of its way since the fix before.
    public mutating func ingest(
        _ fix: Fix, after motion: EgoMotion = EgoMotion(), at arrival: MonotonicTime
    ) throws(MapError) -> MatchResult {
        ego = ego + motion
        let number = fixCount
        fixCount += 1
        let time = clock.advance(to: fix.time, arrival)
        let seen = SeenFix(fix: fix, number: number, time: time)
        let isOfNoUse = fix.accuracy.map { $0 > parameters.worstAccuracy } ?? false
        if isOfNoUse {
            if !filter.isEmpty, time - lastSeen > parameters.maximumGap { forgetPlace() }
            if !filter.isEmpty, lag != nil { ofNoUse.append(number) }
            hold(number)
        } else if let last, !filter.isEmpty {
            // A car that stands for long has been seen all the time.
            let silence = time - lastSeen
            lastSeen = time
            if isDoubted(seen, since: last) {
                hold(number)
            } else {
                try take(seen, since: last, silence)
            }
        } else {
            lastSeen = time
            noise.ingest(seen, parameters)
            try begin(seen)
        }
        decideWhatIsDue(at: time)
        // The car may be anywhere by now.
        return isOfNoUse ? .notCalibrated : answer
    }

    /// Whether it knows where the car was last, so that the next fix goes on from there.
    public var knowsPlace: Bool { !filter.isEmpty }

    /// Forgets all fixes and drops the decisions that were not taken.
    public mutating func reset() {
        filter.reset()
        history.removeAll()
        decisions.removeAll()
        ofNoUse.removeAll()
        decided = nil
        clock = MatchClock()
        noise = FixNoise(parameters)
        (last, emission, stand, speed) = (nil, nil, nil, nil)
        ego = EgoMotion()
        (hasDoubted, isCalibrated) = (false, false)
        answer = .notCalibrated
        offRoad = OffRoadState()
        fixCount = 0
    }

    /// After so long without a fix of use nobody knows where the car is.
    private mutating func forgetPlace() {
        decideAll()
        filter.reset()
        isCalibrated = false
        answer = .notCalibrated
    }

    /// Takes a fix after the last one that was used.
    private mutating func take(
        _ seen: SeenFix, since last: (frame: LocalFrame, time: MonotonicTime),
        _ silence: Nanoseconds
    ) throws(MapError) {
        let fix = seen.fix
        noise.ingest(seen, parameters)
        let gap = seen.time - last.time
        let motion = Motion(
            from: stand?.origin(noise: noise.deviation, parameters) ?? last.frame,
            to: fix,
            seconds: gap.seconds,
            unseen: silence.seconds,
            ego: ego,
            noise: noise.deviation,
            parameters
        )
        let reachable = parameters.maximumSpeed.value * gap.seconds + parameters.jumpDistance.value
        if silence > parameters.maximumGap || motion.distance > reachable {
            try begin(seen)
        } else if isStanding(fix, motion) {
            let said = said(by: fix, motion) ?? 0
            stand?.add(fix.place, said: said)
            hold(seen.number)
        } else {
            try advance(seen, motion)
        }
    }

    /// Passes over a fix: it stands where the one before stands.
    private mutating func hold(_ number: Int) {
        history.extend(to: number)
        guard filter.isEmpty, lag != nil else { return }
        decisions.append(
            MatchDecision(fixNumber: number, result: .notCalibrated, continues: false)
        )
    }

    private mutating func begin(_ seen: SeenFix) throws(MapError) {
        decideAll()
        let motion = Motion(first: seen.fix, parameters)
        emission = nil
        do { try weigh(seen, motion) } catch {
            // What the filter knew was of other candidates than those that are half read.
            now.removeAll(keepingCapacity: true)
            forgetPlace()
            throw error
        }
        emissions[0] += parameters.startOffRoadLog
        weighLayers()
        filter.begin(logEmissions: emissions, count: now.count + 1)
        history.begin(fix: seen.number, time: seen.time)
        hasDoubted = false
        answer = .notCalibrated
        isCalibrated = motion.heading != nil
        try use(seen, motion)
    }

    private mutating func advance(_ seen: SeenFix, _ motion: Motion) throws(MapError) {
        let former = emission
        swap(&before, &now)
        do {
            try weigh(seen, motion)
            try weighTransitions(motion, to: seen.frame)
        } catch {
            // The next fix follows the one before this.
            swap(&before, &now)
            emission = former
            throw error
        }
        if filter.isFull { decideOldest() }
        let isPossible = filter.advance(
            logTransitions: transitions,
            reachable: reachable,
            logEmissions: emissions,
            count: now.count + 1
        )
        guard isPossible else { return try begin(seen) }
        history.append(fix: seen.number, time: seen.time)
        isCalibrated = true
        try use(seen, motion)
    }

    /// Fills `now` and `emissions`.
    private mutating func weigh(_ seen: SeenFix, _ motion: Motion) throws(MapError) {
        let emission = EmissionModel(
            accuracy: seen.fix.accuracy,
            motion: motion,
            after: emission,
            parameters
        )
        try search.fill(
            &now,
            around: seen.frame,
            on: map,
            model: emission,
            limit: parameters.maximumCandidates
        )
        self.emission = emission
        emissions[0] = emission.offRoad
        for index in now.indices {
            // Off the road nothing is known of the error before.
            emissions[index + 1] =
                emission.correlation == nil ? now[index].logLikelihood : now[index].otherLog
        }
    }

    /// A car that appears is less likely on a road under another one. Once it is on one of them only what
    /// leads to the other one does.
    private mutating func weighLayers() {
        let limit = 2 * parameters.laneDeviation.value
        for state in now.indices {
            let isBelow = now.contains { now[state].isBelow($0, within: limit) }
            if isBelow { emissions[state + 1] += parameters.startBelowLog }
        }
    }

    /// Fills `transitions`: state 0 is off the road, the others are the candidates.
    private mutating func weighTransitions(
        _ motion: Motion, to frame: LocalFrame
    ) throws(MapError) {
        isRelevant.removeAll(keepingCapacity: true)
        reachable.removeAll(keepingCapacity: true)
        reachable.append(now.count + 1)
        for row in 1..<before.count + 1 {
            // What is less likely than this now has no say in what follows.
            let isRelevant = filter.probability(of: row) > 1e-5 || filter.score(of: row) > -12
            self.isRelevant.append(isRelevant)
            reachable.append(isRelevant ? now.count + 1 : 1)
        }
        try model.fill(
            &transitions, from: before, to: now, relevant: isRelevant, motion: motion,
            around: frame, on: map)
        emission?.addErrors(to: &transitions, from: before, relevant: isRelevant, to: now)
    }

    /// Answers a fix that was used.
    private mutating func use(_ seen: SeenFix, _ motion: Motion) throws(MapError) {
        last = (seen.frame, seen.time)
        ego = .none
        speed = seen.fix.speed?.value
        if speed == nil, motion.seconds > 0 { speed = motion.distance / motion.seconds }
        stand = StandingPlace(seen.frame)
        // The filter has taken its step: what is found must be kept, whatever cannot be read.
        var problem: MapError?
        do { try lookAround(seen.frame) } catch {
            offRoad = OffRoadState()
            problem = error
        }
        let apart = offRoad.kind == nil ? nil : offRoad.result
        history.keep(now, heading: motion.heading, offRoad: apart)
        answer = answerFix()
        if let problem { throw problem }
    }
}
