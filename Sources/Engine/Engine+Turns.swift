import Geodesy
import Horizon
import HorizonProvider
import Positioning
import Quantities
import RoadMap

/// What is known of the turns of a car without fixes (``Engine/followTurns(at:)``).
struct TurnsSeen {
    /// The path that the rest is about.
    var path: PathID?
    /// The probability of the exits that were taken before those that are looked at.
    var settled = 1.0
    /// Junctions of the path before this offset are not looked at any more.
    var from = Metres.zero
    /// How far the car was on its line when its turns were looked at last …
    var lookedAt = Metres.zero
    /// … and when they corrected its place.
    var correctedAt = Metres.zero

    var bearings = PathBearings()
    /// The side paths that the car may have turned into, with where they leave and the logarithm of how
    /// likely that is.
    var sides: [(path: PathID, branch: Metres, log: Double, fit: HeadingFit)] = []

    init() { sides.reserveCapacity(Self.mostSides) }

    static let mostSides = 16
    /// So long after a fix the car's turns say where it is.
    static let patience = Nanoseconds.milliseconds(1500)
    /// Its turns are looked at each time it has driven so far.
    static let interval = Metres(6)
    /// A junction so far behind is not looked at any more.
    static let memory = Metres(90)
    /// The car is on a side path where that is more probable than this …
    static let sure = 0.9
    /// … so far beyond the junction …
    static let leastWay = Metres(15)
    /// … and its headings miss those of the path by less than this on average.
    static let worstMiss = Degrees(30)
    /// The place along the road is corrected at most once in so many metres, since the trail is the same …
    static let correctionInterval = Metres(80)
    /// … by turns that tell it this well.
    static let worstCorrection = Metres(15)
    /// Corners are cut, and lines drawn roughly: no turn tells a place better than this.
    static let bestCorrection = Metres(10)
}

// Without fixes the car's own turns tell which exit it took, and where on a bend it is.
extension Engine {
    /// Compares how the car has turned with the main path and with the paths that leave it.
    mutating func followTurns(at time: MonotonicTime) throws(MapError) {
        guard let main = tree.mainPath?.id, let along = reckoning.along else { return }
        if turns.path != main {
            turns.path = main
            settleTurns()
        }
        guard time - told.fixTime > TurnsSeen.patience, reckoning.speed != nil else { return }
        guard reckoning.trail.span > 0, along >= turns.lookedAt + TurnsSeen.interval else { return }
        turns.lookedAt = along
        let place = tree.vehicleOffset + (along - told.along)
        guard let fit = try fit(along: main, at: place) else { return }
        let prior = tree.probabilityOfExits(from: turns.from, to: place)
        let mainLog = fit.logLikelihood + logarithm(max(prior, 1e-6))
        try findSides(of: main, at: place)
        guard !turns.sides.isEmpty else {
            turns.settled = told.exits
            return correct(by: fit, along: along, at: time)
        }
        let most = max(mainLog, turns.sides.reduce(mainLog) { max($0, $1.log) })
        let all = turns.sides.reduce(exponential(mainLog - most)) {
            $0 + exponential($1.log - most)
        }
        if let side = turns.sides.max(by: { $0.log < $1.log }),
            exponential(side.log - most) / all > TurnsSeen.sure,
            place + side.fit.shift - side.branch >= TurnsSeen.leastWay,
            side.fit.miss < TurnsSeen.worstMiss
        {
            turns.correctedAt = .zero - TurnsSeen.correctionInterval
            correct(by: side.fit, along: along, at: time)
            told.exits = turns.settled * exponential(side.log - most) / all
            told.exits *= try move(along: side.path)
            turns.path = side.path
            settleTurns()
            return
        }
        weighMain(exponential(mainLog - most), most, at: place)
        correct(by: fit, along: along, at: time)
    }

    /// What happened up to now is settled: by a fix, or since the path is a new one.
    mutating func settleTurns() {
        turns.settled = told.exits
        turns.from = tree.vehicleOffset
        turns.lookedAt = told.along
        turns.correctedAt = told.along
    }

    private mutating func fit(along path: PathID, at place: Metres) throws(MapError) -> HeadingFit?
    {
        let reach = Metres(min(2 * reckoning.deviation.value, HeadingFit.longestShift))
        try turns.bearings.fill(
            along: path, of: tree, from: place - Metres(HeadingTrail.length) - reach,
            to: place + reach)
        return reckoning.fit(
            turns.bearings.bearings, from: turns.bearings.start, step: PathBearings.step, at: place)
    }

    private mutating func findSides(of main: PathID, at place: Metres) throws(MapError) {
        turns.sides.removeAll(keepingCapacity: true)
        let reach = Metres(min(2 * reckoning.deviation.value, HeadingFit.longestShift))
        for index in tree.paths.indices.dropFirst() {
            // Nobody is taken to have turned where one may not, only because that is shown.
            guard let branch = tree.paths[index].branch, branch.parent == main,
                branch.probability > 0, tree.paths[index].isWorthAnIndex
            else { continue }
            let offset = branch.offset.metres
            guard offset >= turns.from, offset <= place + reach,
                turns.sides.count < TurnsSeen.mostSides,
                let fit = try fit(along: tree.paths[index].id, at: place - offset)
            else { continue }
            let before = tree.probabilityOfExits(
                from: turns.from, to: min(offset, place) - Metres(0.01))
            let prior = max(before * branch.probability, 1e-6)
            turns.sides.append(
                (tree.paths[index].id, offset, fit.logLikelihood + logarithm(prior), fit))
        }
    }

    /// Says how probable it is that the car stayed on its path.
    private mutating func weighMain(_ own: Double, _ most: Double, at place: Metres) {
        var others = 0.0
        let from = max(turns.from, place - TurnsSeen.memory)
        for side in turns.sides where side.branch <= place {
            let log = exponential(side.log - most)
            others += log
            if side.branch < from { turns.settled *= own / max(own + log, 1e-12) }
        }
        told.exits = turns.settled
        let still = turns.sides.reduce(0.0) { sum, side in
            side.branch >= from && side.branch <= place ? sum + exponential(side.log - most) : sum
        }
        if others > 0 { told.exits *= own / max(own + still, 1e-12) }
        turns.from = from
    }

    /// Places the car along its path where its turns fit.
    private mutating func correct(by fit: HeadingFit, along: Metres, at time: MonotonicTime) {
        guard let deviation = fit.shiftDeviation, fit.miss < TurnsSeen.worstMiss,
            deviation < TurnsSeen.worstCorrection,
            along >= turns.correctedAt + TurnsSeen.correctionInterval
        else { return }
        let own = max(deviation, TurnsSeen.bestCorrection)
        guard own * 2 < reckoning.deviation else { return }
        turns.correctedAt = along
        let outcome = reckoning.correct(at: along + fit.shift, deviation: own, trueAt: time)
        if outcome != .doubted { told.isLost = false }
    }
}
