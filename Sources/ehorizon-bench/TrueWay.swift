import Geodesy
import MapMatching
import Positioning
import Quantities
import RoadMap
import Routing

/// The way that a car drove, as the matcher sees it with ten seconds of hindsight and every fix: how far
/// along the roads each fix was.
struct TrueWay {
    /// A fix on that way.
    struct Step {
        /// The number of the unbroken way it lies on; another one where the car was off the roads.
        var stretch: Int
        /// Metres along the way.
        var along: Double
        var place: LinkPlace
    }

    /// By the number of the fix; `nil` where it lies on no way.
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

    /// The way between the places of two fixes in a row, negative where the second lies a little behind
    /// the first; `nil` where there is none.
    private static func way(
        from start: LinkPlace, to end: LinkPlace, _ search: inout RouteSearch, on map: RoadMap
    ) throws(MapError) -> Double? {
        if start.link == end.link, end.offset < start.offset {
            return (end.offset - start.offset).value
        }
        let limits = SearchLimits(
            cost: 3000, settledLinks: 4000, turningBack: .penalised(30),
            forbiddenTurns: .free)
        try search.run(on: map, from: [start], targets: [end], limits: limits)
        let ahead = search.reach(of: end)?.length.value
        try search.run(on: map, from: [end], targets: [start], limits: limits)
        let back = search.reach(of: start)?.length.value
        // A little behind is noise, not a way around the block.
        if let back, back < 60, back < ahead ?? .infinity { return -back }
        return ahead
    }

    /// The speed that the car had at a moment between two fixes, m/s: over the fixes around, so that
    /// their noise is not taken for a motion; `nil` where the way is not known.
    func speed(between first: Int, and second: Int, _ times: [MonotonicTime]) -> Double? {
        let range = max(first - 1, 0)...min(second + 1, steps.count - 1)
        guard let start = steps[range.lowerBound], let end = steps[range.upperBound],
            start.stretch == end.stretch
        else { return nil }
        let seconds = (times[range.upperBound] - times[range.lowerBound]).seconds
        return seconds > 0 && seconds < 30 ? max((end.along - start.along) / seconds, 0) : nil
    }
}
