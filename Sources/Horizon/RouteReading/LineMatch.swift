import Geodesy
import MapMatching
import Positioning
import Quantities
import RoadMap

/// Finds the roads under a line: a matcher drives along it with one fix every ten metres.
struct LineMatch {
    private let points: [RouteFile.Point]
    private let shape: Shape

    /// The distance between two fixes, metres; with one fix a second also the speed, m/s.
    private static let spacing = 10.0
    /// The accuracy of the line: that of maps and receivers.
    private static let accuracy = Metres(5)
    /// The longest part beside the road at both ends, on a driveway or a car park, metres.
    private static let longestAccess = 200.0
    /// Where the matcher gives up a road for another one, the longest way between both fixes, metres: a longer way round
    /// is not in the line.
    private static let longestRound = 5 * spacing
    /// The longest line, metres: the time is proportional to it.
    private static let longest = 5_000_000.0
    /// The longest part without a road before the first one, metres. What comes behind it is not looked at.
    private static let longestApproach = 100_000.0

    init(_ points: [RouteFile.Point]) throws(RouteError) {
        // Two equal points have no direction.
        var kept: [RouteFile.Point] = []
        for point in points where kept.last?.place != point.place { kept.append(point) }
        guard kept.count > 1 else { throw .route("the line has only one point") }
        self.points = kept
        shape = Shape(kept.map(\.place))
        guard shape.length.value <= Self.longest else {
            throw .route("the line is longer than \(Int(Self.longest / 1000)) km")
        }
    }

    func line(on map: RoadMap) throws(RouteError) -> LinkLine {
        let (decisions, isWhole) = try reading { () throws(MapError) in try drive(on: map) }
        let isOnRoad = decisions.map {
            if case .onRoad = $0.result { true } else { false }
        }
        guard let first = isOnRoad.firstIndex(of: true), let last = isOnRoad.lastIndex(of: true)
        else { throw .input(line: points[0].line, "the map has no road under the line") }
        if Double(first) * Self.spacing > Self.longestAccess {
            throw .input(line: line(of: 0), "the line begins where the map has no road")
        }
        guard isWhole else {
            throw .input(line: line(of: last + 1), "the map has no road under the line")
        }
        if Double(decisions.count - 1 - last) * Self.spacing > Self.longestAccess {
            throw .input(line: line(of: last + 1), "the map has no road from here on")
        }
        var driven = DrivenRoute(map: map)
        for number in first...last {
            let decision = decisions[number]
            guard isOnRoad[number] else {
                throw .input(line: line(of: number), "the map has no road under the line")
            }
            let before = decision.continues ? 0 : Self.length(of: driven.stretches.first)
            try reading { () throws(MapError) in
                try driven.ingest(decision.result, continues: number > first)
            }
            let isRound =
                !decision.continues && number > first
                && Self.length(of: driven.stretches.first) - before > Self.longestRound
            guard driven.stretches.count == 1, !isRound else {
                throw .input(
                    line: line(of: number),
                    "no road of the map leads from the previous point to this point")
            }
        }
        return Self.line(of: driven.stretches[0])
    }

    /// The length of the driven legs, metres.
    private static func length(of legs: [RouteLeg]?) -> Double {
        (legs ?? []).reduce(0) { $0 + ($1.to - $1.from).value }
    }

    /// The line of the file for a fix.
    private func line(of fix: Int) -> Int {
        points[shape.segment(at: Metres(Double(fix) * Self.spacing))].line
    }

    /// Drives along the line, to its end or until there is no road for too long. The lag is so long that the matcher
    /// decides with all it can see.
    private func drive(
        on map: RoadMap
    ) throws(MapError) -> (decisions: [MatchDecision], isWhole: Bool) {
        var matcher = MapMatcher(map: map, lag: .seconds(60))
        var decisions: [MatchDecision] = []
        let length = shape.length.value
        let count = Int(length / Self.spacing) + 1
        // Whether there was a road, and the number of fixes since without one.
        var (isFound, missing) = (false, 0)
        func take() {
            while let decision = matcher.takeDecision() {
                decisions.append(decision)
                if case .onRoad = decision.result {
                    (isFound, missing) = (true, 0)
                } else {
                    missing += 1
                }
            }
        }
        func isLost(_ fix: Int) -> Bool {
            let most = isFound ? Self.longestAccess : Self.longestApproach
            // At the end of the line it is for the caller to say.
            return Double(missing) * Self.spacing > most && Double(fix) * Self.spacing < length
        }
        for number in 0...count {
            let along = Metres(min(Double(number) * Self.spacing, length))
            let fix = Fix(
                time: nil, place: shape.place(at: along), course: shape.bearing(at: along),
                speed: MetresPerSecond(Self.spacing), accuracy: Self.accuracy)
            _ = try matcher.ingest(fix, at: .zero + .milliseconds(Int64(number) * 1000))
            take()
            if isLost(number) { return (decisions, false) }
        }
        matcher.finish()
        take()
        return (decisions, true)
    }

    /// The links of the driven legs. A link that an end only touches is not part of the line.
    private static func line(of legs: [RouteLeg]) -> LinkLine {
        var legs = legs[...]
        func touchesOnly(_ leg: RouteLeg) -> Bool { (leg.to - leg.from).value < 5 }
        while legs.count > 1, let first = legs.first, touchesOnly(first) { legs.removeFirst() }
        while legs.count > 1, let last = legs.last, touchesOnly(last) { legs.removeLast() }
        var links: [DirectedLink] = []
        for leg in legs where links.last != leg.link { links.append(leg.link) }
        return LinkLine(
            links: links, from: legs.first?.from ?? .zero, to: legs.last?.to ?? .zero)
    }
}
