import Geodesy
import MapMatching
import Quantities
import RoadMap
import Routing

/// The route that a car drove, and where along it its fixes are.
struct DriveTrace {
    /// A fix on the route.
    struct Mark {
        /// The number of the fix.
        var fix: Int
        /// The distance along the stretch, metres.
        var along: Double
        /// Its place on the road, with its probability.
        var place: MatchedPlace
    }

    /// A route without a gap.
    struct Stretch {
        var legs: [RouteLeg] = []
        /// The distance along the stretch at which each leg begins, metres.
        var starts: [Double] = []
        var marks: [Mark] = []

        /// The distance along the stretch at which a leg ends, metres.
        func end(of leg: Int) -> Double {
            starts[leg] + (legs[leg].to - legs[leg].from).value
        }
    }

    private(set) var stretches: [Stretch] = []
    /// The fixes beside all roads.
    private(set) var offRoad: [Int] = []

    /// The trace of a drive.
    init(
        _ fixes: [DriveFix], on map: RoadMap, _ matching: MatchingParameters, lag: Nanoseconds
    ) throws(MapError) {
        var matcher = MapMatcher(map: map, parameters: matching, lag: lag)
        var route = DrivenRoute(map: map)
        for fix in fixes {
            _ = try matcher.ingest(fix.fix, at: fix.time)
            while let decision = matcher.takeDecision() { try take(decision, &route) }
        }
        matcher.finish()
        while let decision = matcher.takeDecision() { try take(decision, &route) }
        for number in stretches.indices { finish(number, route.stretches[number]) }
    }

    private mutating func take(
        _ decision: MatchDecision, _ route: inout DrivenRoute
    ) throws(MapError) {
        try route.ingest(decision)
        if case .offRoad(.unmapped) = decision.result { offRoad.append(decision.fixNumber) }
        guard case .onRoad(let place) = decision.result else { return }
        let number = route.stretches.count - 1
        if number >= stretches.count { stretches.append(Stretch()) }
        // The legs before the last one do not change any more.
        let known = stretches[number].starts.count
        for leg in known..<route.stretches[number].count {
            let before = leg == 0 ? 0 : stretches[number].starts[leg - 1]
            let last = leg == 0 ? nil : route.stretches[number][leg - 1]
            stretches[number].starts.append(before + (last.map { ($0.to - $0.from).value } ?? 0))
        }
        let last = route.stretches[number].count - 1
        let leg = route.stretches[number][last]
        stretches[number].marks.append(
            Mark(
                fix: decision.fixNumber,
                along: stretches[number].starts[last] + (leg.to - leg.from).value, place: place))
    }

    private mutating func finish(_ number: Int, _ legs: [RouteLeg]) {
        stretches[number].legs = legs
    }
}
