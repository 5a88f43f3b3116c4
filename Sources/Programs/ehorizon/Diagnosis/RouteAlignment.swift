import Geodesy
import Quantities

/// The true place of each fix: the sequence of places of the true route that fits best to the fixes, in order. It
/// uses the truth, and is no map matching.
struct RouteAlignment {
    /// The true place of a fix.
    struct Place {
        /// The number of the segment.
        let part: Int
        /// The distance from the start of the route, metres.
        let along: Double
        /// The distance of the fix from there, metres.
        let distance: Double
        /// Whether the place is a loose end of the route, so that the true road of the fix is unknown.
        let isLoose: Bool
    }

    /// The place of each fix; `nil` where the route is farther than ``farthest``.
    let places: [Place?]

    /// The route farther away than this is not that of a fix, metres.
    private static let farthest = 200.0
    /// Of the segments near a fix, those count that are at most this much farther than the nearest one, metres.
    private static let margin = 50.0
    /// The standard deviation of a fix, and the scale of the difference between route and driven distance, metres.
    private static let deviation = 15.0
    private static let scale = 20.0
    /// A larger cost of a step is a jump: fixes after a gap.
    private static let mostCost = 30.0

    /// A place with the best cost to get there.
    private struct Step {
        let place: Place
        var cost: Double
        var before: Int?
    }

    /// Aligns fixes with a route.
    init(_ fixes: [Coordinate], with route: RouteOnMap) {
        var steps: [[Step]] = []
        var last: (index: Int, fix: Coordinate)?
        for (index, fix) in fixes.enumerated() {
            var now = Self.near(fix, route)
            if let last {
                let driven = last.fix.distance(to: fix).value
                for state in now.indices {
                    Self.connect(&now[state], after: steps[last.index], driven: driven)
                }
            }
            if !now.isEmpty { last = (index, fix) }
            steps.append(now)
        }
        places = Self.best(steps)
    }

    private static func connect(_ step: inout Step, after before: [Step], driven: Double) {
        var best: (cost: Double, state: Int)?
        for (state, other) in before.enumerated() {
            let route = step.place.along - other.place.along
            let move = min(abs(route - driven) / scale, mostCost)
            if best.map({ other.cost + move < $0.cost }) ?? true {
                best = (other.cost + move, state)
            }
        }
        step.cost += best?.cost ?? 0
        step.before = best?.state
    }

    /// The places of the cheapest path.
    private static func best(_ steps: [[Step]]) -> [Place?] {
        var places = [Place?](repeating: nil, count: steps.count)
        var state: Int?
        for (index, step) in steps.enumerated().reversed() where !step.isEmpty {
            let chosen = state ?? step.indices.min { step[$0].cost < step[$1].cost } ?? 0
            places[index] = step[chosen].place
            state = step[chosen].before
        }
        return places
    }

    private static func near(_ fix: Coordinate, _ route: RouteOnMap) -> [Step] {
        let frame = LocalFrame(around: fix)
        let box = frame.box(radius: .init(farthest))
        var found: [Place] = []
        for (index, part) in route.parts.enumerated() {
            var bounds = BoundingBox.empty
            bounds.grow(toHold: part.segment.start)
            bounds.grow(toHold: part.segment.end)
            guard bounds.intersects(box) else { continue }
            let start = frame.project(part.segment.start)
            let line = frame.project(part.segment.end) - start
            let square = line.lengthSquared
            let fraction = square > 0 ? -start.dot(line) / square : 0
            let held = min(max(fraction, 0), 1)
            let distance = (start + line * held).length
            guard distance <= farthest else { continue }
            found.append(
                Place(
                    part: index, along: part.from + held * (part.to - part.from),
                    distance: distance,
                    isLoose: part.isAfterGap && fraction <= 0 || part.isBeforeGap && fraction >= 1))
        }
        let nearest = found.map(\.distance).min() ?? 0
        return found.filter { $0.distance <= nearest + margin }.map { place in
            let deviations = place.distance / deviation
            return Step(place: place, cost: deviations * deviations / 2, before: nil)
        }
    }
}
