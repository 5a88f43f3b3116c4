import Geodesy
import MapMatching
import Quantities
import RoadMap

/// The segments of a driven route, each with the fixes whose decisions led over it.
struct DrivenSegments {
    /// A segment of the route.
    struct Driven {
        /// The fixes.
        var fixes: ClosedRange<Int>
        /// The link.
        let link: DirectedLink
    }

    /// A part of a link that one decision added to the route.
    private struct Addition {
        let fix: Int
        let leg: RouteLeg
    }

    private var additions: [Addition] = []
    /// The end of the route after the last decision: the numbers of its stretch and leg, and the offset.
    private var end: (stretch: Int, leg: Int, offset: Metres)?

    /// Takes a decision about a fix, after the route has taken it.
    mutating func note(fix: Int, _ route: DrivenRoute) {
        guard let stretch = route.stretches.last else { return }
        let number = route.stretches.count - 1
        for (index, leg) in stretch.enumerated() {
            var added = leg
            if let end, end.stretch == number {
                guard index >= end.leg else { continue }
                if index == end.leg {
                    guard leg.to > end.offset else { continue }
                    added.from = end.offset
                }
            }
            additions.append(Addition(fix: fix, leg: added))
        }
        if let last = stretch.last { end = (number, stretch.count - 1, last.to) }
    }

    /// All segments of a route, without their directions, as ``DrivenRoute/line(of:)`` cuts them.
    func segments(
        of route: DrivenRoute, on map: RoadMap
    ) throws(MapError) -> [RouteOnMap.Segment: Driven] {
        let known = try attributed(on: map)
        var found: [RouteOnMap.Segment: Driven] = [:]
        var last: Driven?
        for stretch in route.stretches where stretch.contains(where: { $0.to > $0.from }) {
            let line = try route.line(of: stretch)
            for (start, end) in zip(line, line.dropFirst()) where start != end {
                let segment = RouteOnMap.Segment(start: start, end: end).undirected
                guard let driven = known[segment] ?? last else { continue }
                found[segment] = driven
                last = driven
            }
        }
        return found
    }

    /// Two offsets that differ by less are one place, metres: lengths are rounded.
    private static let rounding = 0.02
    /// Two fixes on one segment, with at most this many between them, are of one passage.
    private static let longestPause = 30

    private func attributed(on map: RoadMap) throws(MapError) -> [RouteOnMap.Segment: Driven] {
        var found: [RouteOnMap.Segment: Driven] = [:]
        for addition in additions {
            let leg = addition.leg
            var shape = Shape()
            try map.appendShape(of: try map.link(leg.link.link), to: &shape)
            if leg.link.direction == .backward { shape = Shape(shape.points.reversed()) }
            for index in 0..<max(shape.count - 1, 0) {
                guard shape.distances[index] <= leg.to.value + Self.rounding,
                    shape.distances[index + 1] >= leg.from.value - Self.rounding
                else { continue }
                let segment = RouteOnMap.Segment(
                    start: shape.points[index], end: shape.points[index + 1]
                ).undirected
                if let known = found[segment] {
                    // A road that is driven again later keeps the fixes of the first time.
                    guard addition.fix - known.fixes.upperBound <= Self.longestPause else {
                        continue
                    }
                    found[segment]?.fixes = known.fixes.lowerBound...addition.fix
                } else {
                    found[segment] = Driven(fixes: addition.fix...addition.fix, link: leg.link)
                }
            }
        }
        return found
    }
}
