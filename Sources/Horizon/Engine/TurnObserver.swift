import Geodesy
import Horizon
import HorizonProvider
import Positioning
import Quantities
import RoadMap

/// What the turns of the vehicle show while fixes are missing.
struct TurnFinding {
    /// The side path that the vehicle has turned into; `nil` if it stays on its path.
    var turnedInto: PathID?
    /// The probability of the exits that the vehicle took since the last fix.
    var exitProbability: Double
    /// The position that the turns show, on the line of dead reckoning; `nil` if they show none.
    var correction: (along: Metres, deviation: Metres)?
}

/// Compares how the vehicle has turned without fixes with the main path and with the paths that
/// leave it: which exit did it take, and where on a bend is it?
struct TurnObserver {
    /// The path of the vehicle.
    private var path: PathID?
    /// The probability of the exits before those that are compared.
    private var settled = 1.0
    /// Junctions of the path before this offset are not compared any more.
    private var from = Metres.zero
    /// The position on the line at the last comparison …
    private var comparedAt = Metres.zero
    /// … and at the last correction.
    private var correctedAt = Metres.zero
    private var bearings = PathBearings()
    /// The side paths that the vehicle may have turned into.
    private var sides: [Side] = []

    private struct Side {
        var path: PathID
        /// The offset of its branch point on the path of the vehicle.
        var branch: Metres
        /// The logarithm of its likelihood.
        var log: Double
        var fit: HeadingFit
    }

    private static let mostSides = 16
    /// Turns count when no fix has been there for so long.
    static let patience = Nanoseconds.milliseconds(1500)
    /// The distance between two comparisons.
    private static let interval = Metres(6)
    /// A junction so far behind is settled.
    private static let memory = Metres(90)
    /// The vehicle is on a side path where that is more probable than this …
    private static let sure = 0.9
    /// … so far beyond the junction …
    private static let leastDistance = Metres(15)
    /// … and if its headings miss those of the path by less than this on average.
    private static let worstMiss = Degrees(30)
    /// The distance between two corrections, since the trail is the same …
    private static let correctionInterval = Metres(80)
    /// … and the largest deviation of a correction.
    private static let worstCorrection = Metres(15)
    /// Corners are cut, and lines are drawn roughly: no turn shows a place better than this.
    private static let bestCorrection = Metres(10)

    init() { sides.reserveCapacity(Self.mostSides) }

    /// Notes the path of the vehicle. Returns whether it is another one than before.
    @discardableResult
    mutating func follow(_ path: PathID) -> Bool {
        defer { self.path = path }
        return path != self.path
    }

    /// Settles all turns up to a place: the vehicle has come to another path, or there is a fix.
    mutating func settle(at along: Metres, exitProbability: Double, in tree: PathTree) {
        settled = exitProbability
        from = tree.vehicleOffset
        comparedAt = along
        correctedAt = along
    }

    /// Compares the turns up to now; `nil` where they show nothing.
    ///
    /// `reported` is the position of the vehicle in the tree, on the line of dead reckoning, and
    /// `exitProbability` the probability of the exits that it took since the last fix.
    mutating func compare(
        _ reckoning: DeadReckoning, reported: Metres, exitProbability: Double, on tree: PathTree
    ) throws(MapError) -> TurnFinding? {
        guard let main = tree.mainPath?.id, let along = reckoning.along, reckoning.speed != nil,
            reckoning.trail.span > 0, along >= comparedAt + Self.interval
        else { return nil }
        comparedAt = along
        let place = tree.vehicleOffset + (along - reported)
        guard let fit = try fit(reckoning, along: main, of: tree, at: place) else { return nil }
        let prior = tree.probabilityOfExits(from: from, to: place)
        let mainLog = fit.logLikelihood + logarithm(max(prior, 1e-6))
        try findSides(of: main, in: tree, at: place, reckoning)
        guard !sides.isEmpty else {
            settled = exitProbability
            return TurnFinding(
                exitProbability: exitProbability, correction: correction(by: fit, reckoning, along))
        }
        let most = max(mainLog, sides.reduce(mainLog) { max($0, $1.log) })
        let all = sides.reduce(exponential(mainLog - most)) { $0 + exponential($1.log - most) }
        if let side = sides.max(by: { $0.log < $1.log }),
            exponential(side.log - most) / all > Self.sure,
            place + side.fit.shift - side.branch >= Self.leastDistance,
            side.fit.miss < Self.worstMiss
        {
            correctedAt = .zero - Self.correctionInterval
            return TurnFinding(
                turnedInto: side.path,
                exitProbability: settled * exponential(side.log - most) / all,
                correction: correction(by: side.fit, reckoning, along))
        }
        let staying = weighMain(exponential(mainLog - most), most, at: place)
        return TurnFinding(
            exitProbability: staying, correction: correction(by: fit, reckoning, along))
    }

    private mutating func fit(
        _ reckoning: DeadReckoning, along path: PathID, of tree: PathTree, at place: Metres
    ) throws(MapError) -> HeadingFit? {
        let reach = Self.reach(reckoning)
        try bearings.fill(
            along: path, of: tree, from: place - Metres(HeadingTrail.length) - reach,
            to: place + reach)
        return reckoning.fit(
            bearings.bearings, from: bearings.start, step: PathBearings.step, at: place)
    }

    /// How far ahead of dead reckoning the vehicle may be.
    private static func reach(_ reckoning: DeadReckoning) -> Metres {
        Metres(min(2 * reckoning.deviation.value, HeadingFit.longestShift))
    }

    private mutating func findSides(
        of main: PathID, in tree: PathTree, at place: Metres, _ reckoning: DeadReckoning
    ) throws(MapError) {
        sides.removeAll(keepingCapacity: true)
        let reach = Self.reach(reckoning)
        for index in tree.paths.indices.dropFirst() {
            // An illegal exit is in the tree to be shown; no vehicle is assumed to take it.
            guard let branch = tree.paths[index].branch, branch.parent == main,
                branch.probability > 0, tree.paths[index].isWorthAnIndex
            else { continue }
            let id = tree.paths[index].id
            let offset = branch.offset.metres
            guard offset >= from, offset <= place + reach, sides.count < Self.mostSides,
                let fit = try fit(reckoning, along: id, of: tree, at: place - offset)
            else { continue }
            let before = tree.probabilityOfExits(
                from: from, to: min(offset, place) - Metres(0.01))
            let prior = max(before * branch.probability, 1e-6)
            sides.append(
                Side(
                    path: id, branch: offset, log: fit.logLikelihood + logarithm(prior), fit: fit))
        }
    }

    /// The probability that the vehicle stayed on its path, and settles the junctions far behind.
    private mutating func weighMain(_ own: Double, _ most: Double, at place: Metres) -> Double {
        var others = 0.0
        let start = max(from, place - Self.memory)
        for side in sides where side.branch <= place {
            let weight = exponential(side.log - most)
            others += weight
            if side.branch < start { settled *= own / max(own + weight, 1e-12) }
        }
        from = start
        guard others > 0 else { return settled }
        let still = sides.reduce(0.0) { sum, side in
            side.branch >= start && side.branch <= place
                ? sum + exponential(side.log - most) : sum
        }
        return settled * (own / max(own + still, 1e-12))
    }

    /// The place on the line where the turns fit; `nil` where it is not better than dead reckoning.
    private mutating func correction(
        by fit: HeadingFit, _ reckoning: DeadReckoning, _ along: Metres
    ) -> (along: Metres, deviation: Metres)? {
        guard let deviation = fit.shiftDeviation, fit.miss < Self.worstMiss,
            deviation < Self.worstCorrection, along >= correctedAt + Self.correctionInterval
        else { return nil }
        let own = max(deviation, Self.bestCorrection)
        guard own * 2 < reckoning.deviation else { return nil }
        correctedAt = along
        return (along + fit.shift, own)
    }
}
