public import MapMatching
public import Observations
public import RoadMap

import Positioning
import Quantities
import Routing

/// Makes observations of drives.
///
/// ```swift
/// var learner = DriveLearner(map: map)
/// for drive in drives { try observations.merge(learner.observations(of: drive.fixes, by: drive.driver)) }
/// ```
/// It matches the whole drive, and counts a turn or a pass only where it is sure; what is left out is counted too.
public struct DriveLearner {
    private let map: RoadMap
    /// The map with all roads open in both directions; `nil` before the first drive.
    private var open: RoadMap?
    private let matching: MatchingParameters
    private let settings: Observations.Settings
    private let parameters: LearningParameters
    private var certainty: TurnCertainty
    private var rules = TurnRules()
    private var exits: [DirectedLink] = []

    /// A learner on a map.
    public init(
        map: RoadMap, matching: MatchingParameters = MatchingParameters(),
        settings: Observations.Settings = Observations.Settings(),
        parameters: LearningParameters = LearningParameters()
    ) {
        self.map = map
        self.matching = matching
        self.settings = settings
        self.parameters = parameters
        certainty = TurnCertainty(map, parameters)
    }

    /// What a drive shows.
    public mutating func observations(
        of fixes: [DriveFix], by driver: Observations.Driver
    ) throws(MapError) -> Observations {
        var found = Observations(settings)
        let trace = try DriveTrace(fixes, on: map, matching, lag: parameters.lag)
        let windows = TripWindows(fixes, cut: settings.cut, parameters)
        var length = 0.0
        for stretch in trace.stretches {
            if let last = stretch.legs.indices.last { length += stretch.end(of: last) }
            try count(stretch, fixes, windows, driver, &found)
        }
        try countOffRoadAndAgainst(fixes, windows, driver, &found)
        found.countDrive(fixes: fixes.count, length: Metres(length))
        return found
    }

    private mutating func count(
        _ stretch: DriveTrace.Stretch, _ fixes: [DriveFix], _ windows: TripWindows,
        _ driver: Observations.Driver, _ found: inout Observations
    ) throws(MapError) {
        var intervals = MarkIntervals(stretch, leastProbability: parameters.leastProbability)
        var trail = WayTrail()
        for (leg, next) in zip(stretch.legs.indices, stretch.legs.indices.dropFirst()) {
            let (link, exit) = (stretch.legs[leg].link, stretch.legs[next].link)
            let record = try map.link(link.link)
            trail.enter(record.way)
            let end = stretch.end(of: leg)
            guard exit != link.reversed, try leads(record, link.direction, to: exit),
                let interval = intervals.index(around: end)
            else {
                intervals.doubt(around: end)
                continue
            }
            try findExits(at: record, link.direction)
            guard exits.count > 1 else { continue }
            let ends = intervals.sureEnds(of: interval...interval)
            let isSure = try ends.map { (before, after) throws(MapError) in
                guard certainty.isPlausible(before, after, fixes) else { return false }
                return try certainty.isOnlyWay(
                    over: exit, among: exits, to: after.place.place, way: after.along - end)
            }
            if isSure != true { intervals.doubt(around: end) }
            let (before, after) = ends ?? intervals.ends(of: interval)
            if !windows.contain(before.fix, after.fix) {
                found.leaveOut(cutTurns: 1)
            } else if isSure != true {
                found.leaveOut(unsureTurns: 1)
            } else {
                try countTurn(from: link, record, trail, into: exit, driver, &found)
            }
        }
        try countPasses(stretch, fixes, windows, intervals, driver, &found)
    }

    private mutating func countTurn(
        from link: DirectedLink, _ record: Link, _ trail: WayTrail, into exit: DirectedLink,
        _ driver: Observations.Driver, _ found: inout Observations
    ) throws(MapError) {
        let (road, taken) = (try map.roadID(of: link), try map.roadID(of: exit))
        found.countTurn(from: road, into: taken, by: driver)
        try rules.read(leaving: record, link.direction, on: map, cameBy: trail)
        guard !rules.allows(try map.link(exit.link).way) else { return }
        found.count(.forbiddenTurn(road, into: taken), by: driver)
    }

    /// Counts squares beside all roads, and drives against one-way roads. The drive is matched once more, with all roads
    /// open in both directions and all turns allowed. On the map as it is, a car that drove or turned where it may not would be
    /// matched beside the road, or to a detour.
    private mutating func countOffRoadAndAgainst(
        _ fixes: [DriveFix], _ windows: TripWindows, _ driver: Observations.Driver,
        _ found: inout Observations
    ) throws(MapError) {
        let open: RoadMap
        if let opened = self.open {
            open = opened
        } else {
            open = try map.openInAllDirections(cacheBytes: 32 << 20)
            self.open = open
        }
        var matching = matching
        matching.transitions.forbiddenTurnLog = 0
        let trace = try DriveTrace(fixes, on: open, matching, lag: parameters.lag)
        var beside = Set(trace.offRoad)
        for stretch in trace.stretches {
            let intervals = MarkIntervals(stretch, leastProbability: parameters.leastProbability)
            for way in try stretch.waysAgainstOneWays(on: map) {
                guard let distance = try stretch.meanDistance(on: way, fixes, open) else {
                    continue
                }
                guard abs(distance.value) <= parameters.largestDistanceAgainst.value else {
                    beside.formUnion(stretch.marks(on: way).map(\.fix))
                    continue
                }
                for leg in way {
                    let passed = try marks(
                        alongLeg: leg, of: stretch, fixes, windows, intervals)
                    guard passed != nil else { continue }
                    found.count(
                        .againstOneWay(try map.roadID(of: stretch.legs[leg].link)), by: driver)
                }
            }
        }
        var squares: Set<Misfit> = []
        for number in beside where windows.contain(number, number) {
            squares.insert(.offRoad(at: fixes[number].place))
        }
        for square in squares { found.count(square, by: driver) }
    }

    /// The intervals with a leg that was driven as a whole, with sure places before and behind it; `nil` if it is not sure.
    private func marks(
        alongLeg number: Int, of stretch: DriveTrace.Stretch, _ fixes: [DriveFix],
        _ windows: TripWindows, _ intervals: MarkIntervals
    ) throws(MapError) -> ClosedRange<Int>? {
        let leg = stretch.legs[number]
        let length = try map.link(leg.link.link).length.metres
        guard leg.from.value < 0.01, (length - leg.to).value < 0.01, length.value > 0,
            let first = intervals.index(around: stretch.starts[number]),
            let last = intervals.index(around: stretch.end(of: number)),
            !intervals.hasDoubts(first...last),
            let (before, after) = intervals.sureEnds(of: first...last),
            windows.contain(before.fix, after.fix)
        else { return nil }
        let marks = stretch.marks[first...last + 1]
        let arePlausible = zip(marks, marks.dropFirst()).allSatisfy {
            certainty.isPlausible($0, $1, fixes)
        }
        return arePlausible ? first...last : nil
    }

    /// Counts the speeds on the links that were driven as a whole, and the links that were driven beside their line.
    private func countPasses(
        _ stretch: DriveTrace.Stretch, _ fixes: [DriveFix], _ windows: TripWindows,
        _ intervals: MarkIntervals, _ driver: Observations.Driver, _ found: inout Observations
    ) throws(MapError) {
        for (number, leg) in stretch.legs.enumerated() {
            guard
                let passed = try marks(
                    alongLeg: number, of: stretch, fixes, windows, intervals),
                let moment = fixes[stretch.marks[passed.lowerBound].fix].fix.time
            else { continue }
            let road = try map.roadID(of: leg.link)
            if let distance = try stretch.meanDistance(on: number...number, fixes, map),
                abs(distance.value) >= parameters.leastDistanceBeside.value
            {
                found.count(
                    .besideRoad(road, distance < .zero ? .left : .right), by: driver)
            }
            let length = try map.link(leg.link.link).length.metres
            let enters = intervals.time(at: stretch.starts[number], in: passed.lowerBound, fixes)
            let leaves = intervals.time(
                at: stretch.end(of: number), in: passed.upperBound, fixes)
            guard leaves > enters else { continue }
            found.countPass(
                of: road, at: MetresPerSecond(length.value / (leaves - enters)),
                in: HourOfWeek(moment), by: driver)
        }
    }

    /// Whether a road begins where a link ends.
    private func leads(
        _ link: Link, _ direction: Direction, to exit: DirectedLink
    ) throws(MapError) -> Bool {
        try map.link(exit.link).entry(exit.direction) == link.exit(direction)
    }

    /// Finds the roads that a car may drive from the end of a link on, without turning back.
    private mutating func findExits(
        at link: Link, _ direction: Direction
    ) throws(MapError) {
        var found: [DirectedLink] = []
        let back = DirectedLink(link.reference, direction).reversed
        try map.forEachLink(leaving: try map.node(link.exit(direction))) {
            (exit) throws(MapError) in
            guard exit != back, try map.link(exit.link).directions.contains(exit.direction)
            else { return }
            found.append(exit)
        }
        exits = found
    }
}
