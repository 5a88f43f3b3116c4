import ADASISv2
import Geodesy
import Horizon
import HorizonProvider
import MapMatching
import Positioning
public import Quantities
import RoadMap
public import Routing

/// What the place that is told rests on.
struct ToldPlace {
    /// What ``DeadReckoning/along`` counts up to where the tree has the vehicle.
    var along = Metres.zero
    /// The farthest that the vehicle was told to be on its path, counted alike.
    var farthest = Metres.zero
    /// Where POSITION last had it, counted alike; `nil` where that was on no path, or elsewhere.
    var seen: Metres?
    /// How far beyond the end of its path the vehicle is reckoned to be.
    var beyond = Metres.zero
    /// The probability of the place at the last fix …
    var match = 0.0
    /// … and where that was, counted alike.
    var matchedAt = Metres.zero
    /// The probability of the exits that were taken since.
    var exits = 1.0
    /// The last fix that was matched, and the moment it was true at.
    var fixTime = MonotonicTime.zero
    /// Whether the last fix showed a turn off the main path that was not sure.
    var isTurnSeen = false
    /// Whether the place became too inexact to be told; only that of a fix or of a bend brings it back.
    var isLost = false
    /// The receiver's time at the last fix, seconds since 1970.
    var moment: Int64?
}

// From fixes to the place in the tree.
extension Engine {
    mutating func ingest(
        _ fix: Fix, arrivedAt arrival: MonotonicTime, at time: MonotonicTime
    ) throws(MapError) {
        reckoning.advance(to: time)
        var seen = fix
        // Wheels know better than satellites whether a car stands.
        if let speed = reckoning.carSpeed { seen.speed = speed }
        let moment = arrival - (parameters.receiverLatency + (fix.delay ?? .zero))
        let motion = reckoning.takeEgoMotion(trueAt: moment)
        matched = (seen, motion)
        let answer = try matcher.ingest(seen, after: motion, at: arrival)
        places.removeAll(keepingCapacity: true)
        matcher.appendPlaces(to: &places, atLeast: Self.leastProbability)
        if let speed = fix.speed { reckoning.ingest(speed: speed, trueAt: moment) }
        if let course = fix.course, let speed = fix.speed, speed >= Self.leastCourseSpeed {
            reckoning.ingest(course: course, trueAt: moment)
        }
        // The matcher passes over it: the place is reckoned on.
        let isInexact = fix.accuracy.map { $0 > parameters.matching.worstAccuracy } ?? false
        if isInexact || matcher.hasDoubted, reckoning.along != nil { return }
        match = answer
        vehicle = VehicleState(.notCalibrated, time: moment)
        vehicle.speed = fix.speed
        vehicle.accuracy = fix.accuracy
        var problem: MapError?
        switch match {
        case .onRoad(let matched):
            told.moment = fix.moment
            told.fixTime = moment
            do { try follow(matched, fix.accuracy, trueAt: moment) } catch { problem = error }
            settleTurns()
            describe(at: time)
            vehicle.relativeHeading = matched.relativeHeading
        case .offRoad:
            vehicle.place = .offRoad
            leaveRoad(at: fix.moment)
        case .noMap:
            vehicle.place = .noMap
            leaveRoad(at: fix.moment)
        case .notCalibrated: leaveRoad(at: fix.moment)
        }
        let isFollowed = problem == nil
        do { try followDriver(at: time) } catch { problem = problem ?? error }
        // Where the tree could not follow, the places of this fix do not go with the one that is told.
        if isFollowed {
            appendAlternatives()
            do { try followCandidates() } catch { problem = problem ?? error }
        }
        do { try dropLeftRoute() } catch { problem = problem ?? error }
        try provider.update(tree: tree, vehicle: vehicle, at: time)
        if let problem { throw problem }
    }

    /// Courses of slower cars are noise.
    private static let leastCourseSpeed = MetresPerSecond(5)

    private mutating func leaveRoad(at moment: Int64?) {
        tree.clear(at: moment)
        reckoning.leave()
    }

    /// Brings reckoning and tree to where a fix was matched.
    private mutating func follow(
        _ matched: MatchedPlace, _ accuracy: Metres?, trueAt moment: MonotonicTime
    ) throws(MapError) {
        guard reckoning.along != nil,
            let way = tree.way(
                to: matched.place, where: { isCorrection($0, trueAt: moment) })
        else { return try begin(at: matched, accuracy, trueAt: moment) }
        let isOnMain = way.path == tree.mainPath?.id
        if !isOnMain, !told.isTurnSeen, !isSureTurn(onto: way.path, matched) {
            // The path that it leaves would be given up, and all of its side paths be told anew if the
            // next fix is on it again, as in a small roundabout.
            told.isTurnSeen = true
            told.matchedAt = told.along
            told.match = min(told.match, probabilityOfPlaceTold())
            return
        }
        told.isTurnSeen = false
        let matchedOffset = tree.vehicleOffset + way.distance
        told.matchedAt = told.along + way.distance
        let outcome = reckoning.correct(
            at: told.along + way.distance, deviation: accuracy, trueAt: moment)
        // A car that was seen beyond where the course turns off has not followed it.
        let hasStayed =
            isOnMain && tree.mainPath?.departure.map { matchedOffset > $0.metres } ?? false
        let path = isOnMain && !hasStayed ? nil : way.path
        let passed = try move(along: path)
        if isOnMain, matched.probability >= Self.learntProbability {
            try tree.learnTurns(upTo: matchedOffset - Self.learntBeyond)
        }
        if outcome != .doubted { told.isLost = false }
        told.match = probabilityOfPlaceTold()
        told.exits =
            isOnMain
            ? tree.probabilityOfExits(from: matchedOffset, to: tree.vehicleOffset) : passed
    }

    /// A road that is seen so surely, so far beyond a junction, was turned into there.
    private static let learntProbability = 0.9
    private static let learntBeyond = Metres(20)

    /// Whether a place so far along the tree corrects where the vehicle is. Else it is somewhere else,
    /// and has not driven there: the match was wrong, or is now; or the way there is the end of a loop
    /// that the car did not drive.
    private func isCorrection(_ distance: Metres, trueAt moment: MonotonicTime) -> Bool {
        guard let miss = reckoning.miss(of: told.along + distance, trueAt: moment) else {
            return false
        }
        let believed = max(parameters.reckoning.longestCorrection, reckoning.deviation * 2)
        let ahead = distance + reckoning.carried(since: moment)
        let leap = ahead + movedUnseen
        // Clients give up their horizon where POSITION moves by more than 200 m (confidence C).
        return abs(miss.value) <= believed.value && leap - moveToPosition >= longestBack
            && leap + moveToPosition <= Metres(199) && told.along + ahead >= farthestBack
    }

    /// How far the tree has moved the vehicle since the last POSITION.
    private var movedUnseen: Metres { told.along - (told.seen ?? told.along) }

    /// How far the vehicle comes between two POSITIONs.
    private var moveToPosition: Metres {
        let interval = parameters.provider.timing.positionInterval.seconds
        return Metres(max(reckoning.speed?.value ?? 0, 0) * interval)
    }

    /// How far back a correction may take the vehicle; a new path is for more. Offsets on the wire are
    /// whole metres.
    private var longestBack: Metres {
        -max(tree.parameters.longestMoveBack - Metres(1), .zero)
    }

    /// How far back the vehicle may be told to be on its path, over all corrections.
    private var farthestBack: Metres { told.farthest + longestBack }

    /// Begins a new tree where a fix was matched, and reckoning with it.
    private mutating func begin(
        at matched: MatchedPlace, _ accuracy: Metres?, trueAt moment: MonotonicTime
    ) throws(MapError) {
        do { try tree.begin(at: matched.place, moment: told.moment) } catch {
            // It is not where the tree still has it.
            leaveRoad(at: told.moment)
            throw error
        }
        reckoning.begin(at: matched.place.offset, deviation: accuracy, trueAt: moment)
        told.along = matched.place.offset
        told.farthest = matched.place.offset
        told.seen = nil
        told.isTurnSeen = false
        told.isLost = false
        told.matchedAt = matched.place.offset
        told.exits = 1
        told.exits = try move(along: nil)
        told.match = probabilityOfPlaceTold()
    }

    /// Moves the vehicle in the tree to where it is reckoned to be, or lets it wait there. A correction
    /// far ahead takes several messages, so that none is far from what clients expect, unless they were
    /// told meanwhile that the place is not known. Gives the probability of the exits that it took.
    @discardableResult
    mutating func move(along path: PathID?) throws(MapError) -> Double {
        guard let along = reckoning.along else { return 1 }
        var distance = along - told.along
        // It is not moved back by a little: it waits until the car has caught up.
        let staysOnPath = path == nil || path == tree.mainPath?.id
        if staysOnPath, distance < .zero, distance > -parameters.reckoning.longestHold {
            distance = .zero
        }
        if staysOnPath { distance = max(distance, farthestBack - told.along) }
        if told.seen != nil {
            distance = min(distance, moveToPosition - movedUnseen + Self.longestLeap)
        }
        told.along += distance
        let result = try tree.move(by: distance, along: path, at: told.moment)
        told.along -= result.rest
        told.beyond = result.rest
        told.farthest =
            result.change == .moved ? max(told.farthest, told.along) : told.along
        return result.probability
    }

    /// How far ahead of where clients expect it POSITION has the vehicle at most.
    private static let longestLeap = Metres(45)
}

// Between fixes.
extension Engine {
    /// Where a place of the tree lies on the line that ``/Positioning/DeadReckoning/along`` counts on;
    /// `nil` where it is in no path, or the vehicle on no road.
    public func along(_ place: LinkPlace) -> Metres? {
        guard reckoning.along != nil else { return nil }
        return tree.way(to: place).map { told.along + $0.distance }
    }

    /// Brings the place that is told to a moment.
    mutating func reckon(to time: MonotonicTime) throws(MapError) {
        reckoning.advance(to: time)
        guard reckoning.along != nil, !tree.paths.isEmpty else { return }
        let before = told.along
        let path = tree.mainPath?.id
        var problem: MapError?
        // A place that is not told stays where it was told last.
        if isSureEnough {
            do { told.exits *= try move(along: nil) } catch { problem = error }
            told.seen = told.along
        } else {
            told.isLost = told.isLost || !isExactEnough
            told.seen = nil
        }
        do { try followTurns(at: time) } catch { problem = error }
        do { try followDriver(at: time) } catch { problem = problem ?? error }
        describe(at: time)
        if time - told.fixTime > Self.headingLifetime { vehicle.relativeHeading = nil }
        // It has turned into one of them.
        if tree.mainPath?.id != path { vehicle.alternatives = [] }
        let moved = told.along - before
        for index in vehicle.alternatives.indices { vehicle.alternatives[index].offset += moved }
        do { try moveCandidates(by: moved) } catch { problem = problem ?? error }
        try provider.update(tree: tree, vehicle: vehicle, at: time)
        if let problem { throw problem }
    }

    /// What was seen of the heading against the road says nothing of the road further on.
    private static let headingLifetime = Nanoseconds.milliseconds(2500)

    /// Whether the place is known so well that it can be told as on a path.
    private var isSureEnough: Bool {
        !told.isLost && isExactEnough && told.exits >= parameters.reckoning.leastProbability
    }

    /// Whether it is known well enough where along its path the vehicle is; the path has to reach there.
    private var isExactEnough: Bool {
        guard reckoning.along != nil else { return false }
        let deviation = reckoning.deviation
        return deviation <= parameters.reckoning.longestError
            && told.beyond <= max(deviation * 2, parameters.reckoning.longestHold)
    }

    /// Says of the vehicle what is reckoned now. Where that is too little it is not told as on a path.
    private mutating func describe(at time: MonotonicTime) {
        vehicle.time = time
        vehicle.speed = reckoning.speed
        guard let along = reckoning.along else { return }
        // While it waits for the car the error of the place is larger by that.
        let wait = told.along - along
        let deviation = reckoning.deviation.value
        vehicle.accuracy = Metres(
            (deviation * deviation + wait.value * wait.value).squareRoot())
        // Of a turn that is not sure yet all of the fix may speak, but 0 says that it is not known.
        vehicle.probability = max(told.match * told.exits, ProbabilityCode.least)
        vehicle.place = isSureEnough ? .onPath : .notCalibrated
    }
}

extension Fix {
    /// Its time in seconds since 1970; `nil` where it has none.
    fileprivate var moment: Int64? { time.map { $0.nanoseconds / 1_000_000_000 } }
}
