import Geodesy
import MapMatching
import Positioning
import Quantities
import RoadMap
import Routing

/// The route that a car drove, matched with a lag of ten seconds: the distance along the roads at each fix.
struct TrueWay {
    /// A fix on this route.
    struct Step {
        /// The number of the unbroken stretch; it increases after a part off the road.
        var stretch: Int
        /// The distance along the stretch, metres.
        var along: Double
        var place: LinkPlace
    }

    /// By the number of the fix; `nil` off the route.
    private(set) var steps: [Step?]

    init(of fixes: [(fix: Fix, arrival: MonotonicTime)], on map: RoadMap) throws(MapError) {
        steps = [Step?](repeating: nil, count: fixes.count)
        var matcher = MapMatcher(map: map, lag: .seconds(10))
        var results: [MatchDecision] = []
        for (fix, arrival) in fixes {
            _ = try matcher.ingest(fix, at: arrival)
            while let decision = matcher.takeDecision() { results.append(decision) }
        }
        matcher.finish()
        while let decision = matcher.takeDecision() { results.append(decision) }
        var search = RouteSearch(reserved: 1024, capacity: 32_000)
        var last: Step?
        var stretch = 0
        for decision in results {
            guard case .onRoad(let matched) = decision.result else {
                last = nil
                continue
            }
            if let before = last, decision.continues,
                let way = try Self.way(from: before.place, to: matched.place, &search, on: map)
            {
                last = Step(
                    stretch: before.stretch, along: before.along + way, place: matched.place)
            } else {
                stretch += 1
                last = Step(stretch: stretch, along: 0, place: matched.place)
            }
            steps[decision.fixNumber] = last
        }
    }

    /// The distance between two consecutive fixes, negative if the second one lies a little behind the first;
    /// `nil` without a connection.
    private static func way(
        from start: LinkPlace, to end: LinkPlace, _ search: inout RouteSearch, on map: RoadMap
    ) throws(MapError) -> Double? {
        if start.link == end.link, end.offset < start.offset {
            return (end.offset - start.offset).value
        }
        let limits = SearchLimits(
            cost: 3000, settledLinks: 4000, uTurns: .penalised(30),
            forbiddenTurns: .free)
        try search.run(on: map, from: [start], targets: [end], limits: limits)
        let ahead = search.reach(of: end)?.length.value
        try search.run(on: map, from: [end], targets: [start], limits: limits)
        let back = search.reach(of: start)?.length.value
        // A little behind is noise, not a drive around the block.
        if let back, back < 60, back < ahead ?? .infinity { return -back }
        return ahead
    }

    /// The speed of the car at a time between two fixes, m/s, averaged over the fixes around against their noise;
    /// `nil` off the route.
    func speed(between first: Int, and second: Int, _ times: [MonotonicTime]) -> Double? {
        let range = max(first - 1, 0)...min(second + 1, steps.count - 1)
        guard let start = steps[range.lowerBound], let end = steps[range.upperBound],
            start.stretch == end.stretch
        else { return nil }
        let seconds = (times[range.upperBound] - times[range.lowerBound]).seconds
        return seconds > 0 && seconds < 30 ? max((end.along - start.along) / seconds, 0) : nil
    }
}
