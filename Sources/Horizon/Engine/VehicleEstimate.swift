import ADASISv2
import Geodesy
import Horizon
import HorizonProvider
import MapMatching
import Positioning
import Quantities
import RoadMap
import Routing

/// The estimate of the vehicle: dead reckoning, the reported position in the tree and its probability. It alone moves
/// the vehicle in the tree. Roads ahead that cannot be read change nothing of that and are noted in `errors`.
struct VehicleEstimate {
    /// The state of the vehicle at the last fix or tick, as POSITION transmits it.
    private(set) var state = VehicleState(.notCalibrated)
    /// Carries the position from fix to fix.
    private(set) var deadReckoning: DeadReckoning
    let parameters: EngineParameters
    private(set) var position: ReportedPosition
    private var turns = TurnObserver()
    private(set) var lastMatch = LastMatch()
    /// The probability of the exits that the vehicle took since the last fix.
    private(set) var exitProbability = 1.0
    /// Whether the last fix showed a turn off the main path that is not sure yet.
    private(set) var isTurnPending = false
    /// Whether the position became too inexact. Only a fix or a bend ends that.
    private(set) var isLost = false
    /// Whether the speed comes from ``assumeStandstill(at:_:)``.
    private var isSpeedAssumed = false

    /// The match at a place so probable, so far beyond a junction, shows the turn that the vehicle took.
    private static let learntProbability = 0.9
    private static let learntBeyond = Metres(20)
    /// The relative heading of a fix holds for so long.
    private static let headingLifetime = Nanoseconds.milliseconds(2500)

    init(_ parameters: EngineParameters) {
        self.parameters = parameters
        deadReckoning = DeadReckoning(parameters.reckoning)
        position = ReportedPosition(ReportedPosition.Limits(parameters))
    }

    /// Advances dead reckoning to a moment.
    mutating func advance(to time: MonotonicTime) {
        position.noteMissedTicks(until: time, at: deadReckoning.speed)
        deadReckoning.advance(to: time)
    }

    /// Takes in the motion that the vehicle reports.
    mutating func ingest(_ motion: VehicleMotion, at time: MonotonicTime) {
        deadReckoning.ingest(motion, at: time)
    }

    /// The motion between the fix before and one that was true at a moment.
    mutating func takeEgoMotion(trueAt moment: MonotonicTime) -> EgoMotion {
        deadReckoning.takeEgoMotion(trueAt: moment)
    }

    /// The vehicle stands at a place, as far as nobody has reported a speed.
    mutating func assumeStandstill(at place: Coordinate, _ time: MonotonicTime) {
        isSpeedAssumed = true
        var fix = Fix(time: nil, place: place)
        fix.speed = .zero
        deadReckoning.ingestVelocity(of: fix, trueAt: time)
    }

    /// A fix is used: that the vehicle stood was an assumption, unless its own signals say so.
    mutating func forgetAssumedSpeed() {
        if isSpeedAssumed, deadReckoning.carSpeed == nil { deadReckoning.forgetSpeed() }
        isSpeedAssumed = false
    }

    /// Takes in speed and course of a fix.
    mutating func ingestVelocity(of fix: Fix, trueAt moment: MonotonicTime) {
        deadReckoning.ingestVelocity(of: fix, trueAt: moment)
    }

    /// The vehicle is where it was at the end of the run before, on a road at that probability.
    mutating func restore(
        _ place: MatchedPlace, _ accuracy: Metres, at time: MonotonicTime,
        in tree: inout PathTree, _ errors: inout FirstError<MapError>
    ) throws(MapError) {
        lastMatch.time = time
        try begin(at: place, accuracy, among: FixPlaces(), in: &tree, &errors)
        lastMatch.probability = place.probability
        settleTurns(in: tree)
        describe(at: time)
    }

    /// The vehicle is on no road, as at the end of the run before.
    mutating func restoreOffRoad(at time: MonotonicTime) {
        state = VehicleState(.offRoad, time: time)
    }

    /// The roads are those of another map: the vehicle is on none of them yet.
    mutating func leaveLine() {
        deadReckoning.leave()
        state.place = .notCalibrated
    }

    /// The bus has taken a POSITION, which has the vehicle on its path or on none.
    mutating func notePlaceSent(isOnPath: Bool) { position.noteSent(isOnPath: isOnPath) }

    // MARK: Fixes

    /// Brings the vehicle to the match of a fix, which was true at `moment`. Where that throws, it is on no road.
    mutating func ingest(
        _ match: MatchResult, of fix: Fix, among places: FixPlaces, trueAt moment: MonotonicTime,
        at time: MonotonicTime, in tree: inout PathTree, _ errors: inout FirstError<MapError>
    ) throws(MapError) {
        state = VehicleState(.notCalibrated, time: moment)
        state.speed = fix.speed
        state.accuracy = fix.accuracy
        switch match {
        case .onRoad(let matched):
            lastMatch.moment = fix.moment
            lastMatch.time = moment
            defer {
                settleTurns(in: tree)
                describe(at: time)
                state.relativeHeading = matched.relativeHeading
            }
            try follow(matched, fix.accuracy, among: places, in: &tree, &errors)
        case .offRoad: leaveRoad(.offRoad, at: fix.moment, in: &tree)
        case .noMap: leaveRoad(.noMap, at: fix.moment, in: &tree)
        case .notCalibrated: leaveRoad(.notCalibrated, at: fix.moment, in: &tree)
        }
    }

    /// Takes note that the map could not be read around a fix: where the vehicle is, is not known.
    mutating func noteUnreadableMap() {
        isLost = true
        state.place = .notCalibrated
    }

    /// Sets the alternatives of the last fix.
    mutating func setAlternatives(_ alternatives: VehicleState.Alternatives) {
        state.alternatives = alternatives
    }

    private mutating func leaveRoad(
        _ place: VehicleState.Place, at moment: Int64?, in tree: inout PathTree
    ) {
        state.place = place
        tree.clear(at: moment)
        deadReckoning.leave()
    }

    /// Brings dead reckoning and the tree to the place of a fix.
    private mutating func follow(
        _ matched: MatchedPlace, _ accuracy: Metres?, among places: FixPlaces,
        in tree: inout PathTree, _ errors: inout FirstError<MapError>
    ) throws(MapError) {
        guard isOnLine, let way = tree.way(to: matched.place, where: { isCorrection($0) })
        else { return try begin(at: matched, accuracy, among: places, in: &tree, &errors) }
        let isOnMain = way.path == tree.mainPath?.id
        if !isOnMain, !isTurnPending,
            !places.areSureOfTurn(
                onto: way.path, matched,
                atLeast: parameters.matching.answers.turnConfirmationProbability, in: tree)
        {
            return awaitTurn(among: places, in: tree)
        }
        guard canReach(way.path, in: tree) else {
            return try begin(at: matched, accuracy, among: places, in: &tree, &errors)
        }
        isTurnPending = false
        let matchedOffset = tree.vehicleOffset + way.distance
        lastMatch.along = position.along + way.distance
        let outcome = deadReckoning.correct(
            at: lastMatch.along, deviation: accuracy, trueAt: lastMatch.time)
        // A vehicle beyond the place where the course turns off has not followed the course.
        let hasStayed =
            isOnMain && tree.mainPath?.departure.map { matchedOffset > $0.metres } ?? false
        let passed = move(&tree, along: isOnMain && !hasStayed ? nil : way.path, &errors)
        if isOnMain, matched.probability >= Self.learntProbability {
            errors.attempt { () throws(MapError) in
                try tree.learnTurns(upTo: matchedOffset - Self.learntBeyond)
            }
        }
        if outcome != .doubted { isLost = false }
        lastMatch.probability = places.probabilityOfReported(by: placeRoles, in: tree)
        exitProbability =
            isOnMain
            ? tree.probabilityOfExits(from: matchedOffset, to: tree.vehicleOffset) : passed
    }

    /// Leaves the vehicle on its path until the next fix: a tree that loses its side paths transmits them anew later.
    private mutating func awaitTurn(among places: FixPlaces, in tree: PathTree) {
        isTurnPending = true
        lastMatch.along = position.along
        lastMatch.probability = min(
            lastMatch.probability, places.probabilityOfReported(by: placeRoles, in: tree))
    }

    /// Begins a new tree at the place of a fix, and a new line of dead reckoning.
    private mutating func begin(
        at matched: MatchedPlace, _ accuracy: Metres?, among places: FixPlaces,
        in tree: inout PathTree, _ errors: inout FirstError<MapError>
    ) throws(MapError) {
        do {
            try tree.begin(at: matched.place, moment: lastMatch.moment, noting: &errors)
        } catch {
            // The vehicle is not where the tree still has it.
            leaveRoad(.notCalibrated, at: lastMatch.moment, in: &tree)
            throw error
        }
        deadReckoning.begin(
            at: matched.place.offset, deviation: accuracy, trueAt: lastMatch.time)
        position.begin(at: matched.place.offset)
        isTurnPending = false
        isLost = false
        lastMatch.along = matched.place.offset
        exitProbability = 1
        exitProbability = move(&tree, &errors)
        lastMatch.probability = places.probabilityOfReported(by: placeRoles, in: tree)
    }

    /// Moves the vehicle in the tree to the position of dead reckoning. Returns the probability of the exits it took.
    private mutating func move(
        _ tree: inout PathTree, along path: PathID? = nil, _ errors: inout FirstError<MapError>
    ) -> Double {
        guard let along = deadReckoning.along else { return 1 }
        return position.move(
            &tree, to: along, along: path, at: deadReckoning.speed, moment: lastMatch.moment,
            &errors)
    }

    private mutating func settleTurns(in tree: PathTree) {
        turns.settle(at: position.along, exitProbability: exitProbability, in: tree)
    }

    // MARK: Between fixes

    /// Brings the reported position to a tick, as dead reckoning is. Returns how far the vehicle has moved in the tree.
    mutating func move(
        to time: MonotonicTime, in tree: inout PathTree, _ errors: inout FirstError<MapError>
    ) -> Metres {
        let before = position.along
        // A position that is not transmitted stays where it was.
        let wasSureEnough = isSureEnough
        if wasSureEnough {
            exitProbability *= move(&tree, &errors)
        } else {
            isLost = isLost || !isExactEnough
        }
        do throws(MapError) { try followTurns(at: time, in: &tree, &errors) } catch {
            errors.note(error)
        }
        // A bend has shown where the vehicle is: POSITION has that place at once.
        if !wasSureEnough, isSureEnough {
            exitProbability *= move(&tree, &errors)
        }
        position.noteTick(time, at: deadReckoning.speed)
        describe(at: time)
        if time - lastMatch.time > Self.headingLifetime { state.relativeHeading = nil }
        return position.along - before
    }

    /// Moves the alternatives with the vehicle, or drops them where its path has changed: it may have turned into one.
    mutating func moveAlternatives(by distance: Metres, onSamePath: Bool) {
        if !onSamePath { state.alternatives = [] }
        state.alternatives.move(by: distance)
    }

    private mutating func followTurns(
        at time: MonotonicTime, in tree: inout PathTree, _ errors: inout FirstError<MapError>
    ) throws(MapError) {
        guard isOnLine, let path = tree.mainPath?.id else { return }
        if turns.follow(path) { settleTurns(in: tree) }
        guard time - lastMatch.time > TurnObserver.patience,
            let finding = try turns.compare(
                deadReckoning, reported: position.along, exitProbability: exitProbability, on: tree)
        else { return }
        if let (along, deviation) = finding.correction,
            deadReckoning.correct(at: along, deviation: deviation, trueAt: time) != .doubted
        {
            isLost = false
        }
        exitProbability = finding.exitProbability
        guard let path = finding.turnedInto else { return }
        exitProbability *= move(&tree, along: path, &errors)
        turns.follow(path)
        settleTurns(in: tree)
    }

    /// Brings the state of the vehicle to the present estimate.
    private mutating func describe(at time: MonotonicTime) {
        state.time = time
        state.speed = deadReckoning.speed
        guard let along = deadReckoning.along else { return }
        // While the position waits for the vehicle its error is larger by the distance between them.
        let wait = position.along - along
        let deviation = deadReckoning.deviation.value
        state.accuracy = Metres((deviation * deviation + wait.value * wait.value).squareRoot())
        // 0 means unknown on the wire.
        state.probability = max(lastMatch.probability * exitProbability, ProbabilityCode.least)
        state.place = isSureEnough ? .onPath : .notCalibrated
    }
}
