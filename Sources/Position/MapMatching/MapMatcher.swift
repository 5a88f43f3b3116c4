public import Positioning
public import Quantities
public import RoadMap

/// Finds the place of a moving vehicle on the road map, fix by fix.
///
/// ```swift
/// var matcher = MapMatcher(map: map, lag: .seconds(10))
/// let now = try matcher.ingest(fix, at: arrival)        // the answer at once
/// while let then = matcher.takeDecision() { … }         // decisions about older fixes
/// ```
/// A hidden Markov model after Newson and Krumm (doi:10.1145/1653771.1653818), run forward as a filter:
/// the answer to a fix is the road and direction with the highest probability, given all fixes so far. With
/// a lag, the matcher decides each fix that much later, by the most probable path as a whole at that time. The
/// parameters bound the time of a fix. In the steady state the matcher allocates nothing.
public struct MapMatcher {
    /// The assumptions about receivers, roads and drivers.
    public let parameters: MatchingParameters
    private var fixes = FixSequence()
    private var movement: MovementTracker
    private(set) var roads: RoadObservation
    private(set) var trellis: Trellis
    private(set) var answer: LatestAnswer
    private var offRoad = OffRoadState()
    private var decisions: DecisionLog

    /// A matcher without fixes. With a lag it also decides each fix that much later.
    public init(
        map: RoadMap,
        parameters: MatchingParameters = MatchingParameters(),
        lag: Nanoseconds? = nil
    ) {
        self.parameters = parameters
        movement = MovementTracker(parameters)
        roads = RoadObservation(parameters, on: map)
        trellis = Trellis(
            states: parameters.candidates.maximumCandidates + 1,
            window: max(lag == nil ? 2 : parameters.sequence.window, 2))
        answer = LatestAnswer(parameters)
        decisions = DecisionLog(lag: lag)
    }

    /// The time between a fix and its decision; `nil` for answers alone.
    public var lag: Nanoseconds? { decisions.lag }
    /// The number of fixes so far.
    public var fixCount: Int { fixes.count }
    /// Whether the matcher has a place, so that the next fix continues from there.
    public var knowsPlace: Bool { !trellis.isEmpty }
    /// Whether the last fix is an outlier that waits for the next fix. The answer is then that of
    /// the previous fix.
    public var isLastFixOutlier: Bool { movement.isLastFixOutlier }

    /// Processes a fix and returns the vehicle's place.
    ///
    /// A fix with an accuracy worse than ``AccuracyParameters/worstAccuracy`` is rejected, and the answer is
    /// ``MatchResult/notCalibrated``. `motion` is the movement since the fix before, as the vehicle's own
    /// signals report it. `arrival` is the time at which the fix arrived; it dates fixes without a time.
    public mutating func ingest(
        _ fix: Fix, after motion: EgoMotion = EgoMotion(), at arrival: MonotonicTime
    ) throws(MapError) -> MatchResult {
        movement.add(motion)
        let dated = movement.withoutComputedCourse(fixes.next(fix, at: arrival))
        let isRejected = fix.accuracy.map { $0 > parameters.accuracy.worstAccuracy } ?? false
        if isRejected { reject(dated) } else { try accept(dated) }
        decisions.decideDue(at: dated.time, in: &trellis, offRoad: offRoad.result)
        return isRejected ? .notCalibrated : answer.result
    }

    /// Appends all places where the vehicle may be after the last fix, the most probable first. Each road
    /// and direction counts as one place with its own probability, at least `least`. There are none off the
    /// road and before the first answer.
    public func appendPlaces(to places: inout [PossiblePlace], atLeast least: Double) {
        answer.appendPlaces(to: &places, atLeast: least, from: trellis, roads)
    }

    /// The next decision about an older fix: one for each fix, in their order. `nil` until the lag has
    /// passed. Without a lag there are none.
    public mutating func takeDecision() -> MatchDecision? { decisions.take() }

    /// Decides all open fixes, at the end of the drive.
    public mutating func finish() {
        decisions.decideAll(in: &trellis, offRoad: offRoad.result)
    }

    /// Forgets all fixes and drops the decisions that were not taken.
    public mutating func reset() {
        trellis.removeAll()
        decisions.removeAll()
        movement.reset()
        roads.reset()
        answer.reset()
        offRoad.returnToRoad()
        fixes = FixSequence()
    }

    /// Processes a fix whose accuracy is too low.
    private mutating func reject(_ fix: DatedFix) {
        if knowsPlace, fixes.silence(before: fix) > parameters.sequence.maximumGap { forgetPlace() }
        if knowsPlace { decisions.reject(fix.number) }
        passOver(fix)
    }

    /// Processes a fix whose accuracy is sufficient.
    private mutating func accept(_ fix: DatedFix) throws(MapError) {
        let silence = fixes.accept(fix)
        if knowsPlace, movement.isOutlier(fix, deviation: roads.emission?.deviation) {
            return passOver(fix)
        }
        movement.measureNoise(with: fix)
        let error = roads.emission?.lastingDeviation ?? 0
        guard knowsPlace, let motion = movement.motion(to: fix, after: silence, error: error),
            silence <= parameters.sequence.maximumGap, !movement.isJump(motion)
        else { return try begin(fix) }
        if movement.isStanding(fix.fix, motion) {
            movement.stay(fix, motion)
            if try !renew(fix, motion) { passOver(fix) }
            if !answer.isCalibrated, movement.isSureStandstill(fix.fix, motion) {
                // Each direction of the road is as likely as the other: the probability says so.
                answer.calibrate()
                answer.choose(from: trellis, roads, offRoad: offRoad.result, after: 0)
            }
        } else {
            try advance(fix, motion)
        }
    }

    /// Uses a fix of a standing vehicle, if the last used one is old enough.
    private mutating func renew(
        _ fix: DatedFix, _ motion: Motion
    ) throws(MapError) -> Bool {
        guard motion.seconds >= parameters.standstill.renewalTime,
            let error = movement.standingError,
            roads.stand(fix, motion, error: error, after: trellis)
        else { return false }
        movement.renew(at: fix.time)
        if trellis.isFull { decisions.decideOldest(in: &trellis, offRoad: offRoad.result) }
        guard trellis.advance(fix, roads) else { return false }
        try answer(fix, after: 0)
        return true
    }

    /// Does not use a fix: it has the place of the previous fix.
    private mutating func passOver(_ fix: DatedFix) {
        trellis.extend(to: fix.number)
        if !knowsPlace { decisions.decideUncalibrated(fix.number) }
    }

    /// After a long time without a fix the vehicle may be anywhere.
    private mutating func forgetPlace() {
        decisions.decideAll(in: &trellis, offRoad: offRoad.result)
        trellis.removeAll()
        answer.reset()
    }

    /// Starts again with a fix.
    private mutating func begin(_ fix: DatedFix) throws(MapError) {
        decisions.decideAll(in: &trellis, offRoad: offRoad.result)
        let motion = Motion(first: fix.fix, parameters)
        do { try roads.begin(fix, motion) } catch {
            // The trellis refers to candidates that are gone.
            forgetPlace()
            throw error
        }
        trellis.begin(fix, roads)
        movement.begin()
        answer.reset(isCalibrated: motion.heading != nil)
        try use(fix, motion)
    }

    /// Continues with a fix from the one before.
    private mutating func advance(_ fix: DatedFix, _ motion: Motion) throws(MapError) {
        try roads.advance(fix, motion, after: trellis)
        if trellis.isFull { decisions.decideOldest(in: &trellis, offRoad: offRoad.result) }
        guard trellis.advance(fix, roads) else { return try begin(fix) }
        answer.calibrate()
        try use(fix, motion)
    }

    /// Uses a fix after its step.
    private mutating func use(_ fix: DatedFix, _ motion: Motion) throws(MapError) {
        movement.use(fix, motion)
        roads.learnAccuracy(from: trellis)
        try answer(fix, after: motion.unseen)
    }

    /// Answers a fix after its step, so many seconds of evidence after the last answer. The step stays, so that an
    /// error of the map is thrown at the end.
    private mutating func answer(_ fix: DatedFix, after seconds: Double) throws(MapError) {
        let search = findOffRoadKind(of: fix)
        trellis.keep(
            roads.candidates, heading: roads.step?.motion.heading,
            offRoad: offRoad.kind == nil ? nil : offRoad.result,
            samePlace: answer.samePlaceLimit(roads))
        answer.choose(from: trellis, roads, offRoad: offRoad.result, after: seconds)
        try search.get()
    }

    /// Finds the kind of place off the road, where the vehicle may be off the road.
    private mutating func findOffRoadKind(of fix: DatedFix) -> Result<Void, MapError> {
        guard answer.mayBeOffRoad(trellis) else {
            offRoad.returnToRoad()
            return .success(())
        }
        do throws(MapError) {
            let (ferry, carPark, outside) = try roads.surroundings(of: fix.frame)
            offRoad.advance(ferry: ferry, carPark: carPark, outside: outside, parameters)
            return .success(())
        } catch {
            offRoad.returnToRoad()
            return .failure(error)
        }
    }
}
