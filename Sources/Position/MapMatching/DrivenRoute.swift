public import Geodesy
public import RoadMap

import Quantities
import Routing

/// The route that a vehicle drove, made of the places of its fixes, in stretches of links.
///
/// ```swift
/// var route = DrivenRoute(map: map)
/// while let decision = matcher.takeDecision() { try route.ingest(decision) }
/// for stretch in route.stretches { let line = try route.line(of: stretch) … }
/// ```
/// Between two consecutive places the route is the shortest one along roads. A new stretch begins
/// if there is none of a plausible length, or if the vehicle was off the road in between. A place a
/// little behind the last one is noise and causes no U-turn.
public struct DrivenRoute {
    /// The stretches so far, each an unbroken route.
    public private(set) var stretches: [[RouteLeg]] = []

    private let map: RoadMap
    private var search = RouteSearch(reserved: 1024, capacity: 32_000)
    /// The end of the route; `nil` off the road.
    private var end: MatchedPlace?

    /// An empty route.
    public init(map: RoadMap) { self.map = map }

    /// Adds the place of the next fix.
    public mutating func ingest(_ decision: MatchDecision) throws(MapError) {
        try ingest(decision.result, continues: decision.continues)
    }

    /// Adds the place of the next fix. A new stretch begins if it does not continue the route.
    public mutating func ingest(_ result: MatchResult, continues: Bool) throws(MapError) {
        guard case .onRoad(let next) = result else {
            // A rejected fix does not end the stretch.
            if result != .notCalibrated || !continues { end = nil }
            return
        }
        if continues, let end, try drive(from: end, to: next) { return }
        stretches.append([RouteLeg(next.place.link, from: next.place.offset, to: next.place.offset)]
        )
        end = next
    }

    /// Extends the last stretch; `false` where no plausible route leads to the place.
    private mutating func drive(from start: MatchedPlace, to next: MatchedPlace) throws(MapError)
        -> Bool
    {
        let straight = start.coordinate.distance(to: next.coordinate).value
        let length = try map.link(start.place.link.link).length.metres
        if next.place.link == start.place.link.reversed,
            start.place.offset < length - next.place.offset
        {
            // The vehicle drove to the farther one of the two places and made a U-turn there.
            let turn = length - next.place.offset
            extend(RouteLeg(start.place.link, from: start.place.offset, to: turn))
            extend(RouteLeg(next.place.link, from: next.place.offset, to: next.place.offset))
            end = next
            return true
        }
        try search.run(
            on: map,
            from: [start.place],
            targets: [next.place],
            limits: SearchLimits(
                cost: straight * 4 + 500,
                settledLinks: 4000,
                uTurns: .penalised(Self.uTurnPenalty),
                forbiddenTurns: .free
            )
        )
        // Two U-turns are less plausible than noise.
        let cost = search.cost(of: next.place) ?? .infinity
        if let behind = try distanceBehind(from: start.place, to: next.place),
            behind < Self.longestNoise, cost - straight > behind + straight
        {
            return true
        }
        var links: [DirectedLink] = []
        guard let source = search.appendLinks(to: next.place, &links) else { return false }
        for (index, link) in links.enumerated() {
            let from = index == 0 ? source.offset : .zero
            let length = try map.link(link.link).length.metres
            let to = index == links.count - 1 ? next.place.offset : length
            extend(RouteLeg(link, from: from, to: to))
        }
        end = next
        return true
    }

    /// The cost of a U-turn at a junction, metres. It equals `u_turn_log` at one fix a second.
    private static let uTurnPenalty = 30.0
    /// A place up to this distance behind the last one, metres, is noise.
    private static let longestNoise = 60.0

    /// The distance of a place behind another one, on the same road or on the road before, metres.
    private func distanceBehind(from start: LinkPlace, to next: LinkPlace) throws(MapError)
        -> Double?
    {
        if start.link == next.link {
            return start.offset > next.offset ? (start.offset - next.offset).value : nil
        }
        let before = try map.link(next.link.link)
        let entry = try map.link(start.link.link).entry(start.link.direction)
        guard before.exit(next.link.direction) == entry else { return nil }
        return (start.offset + before.length.metres - next.offset).value
    }

    private mutating func extend(_ leg: RouteLeg) {
        let last = stretches.count - 1
        guard last >= 0 else { return }
        let end = stretches[last].count - 1
        if end >= 0, stretches[last][end].link == leg.link, leg.from <= stretches[last][end].to {
            stretches[last][end].to = max(stretches[last][end].to, leg.to)
        } else {
            stretches[last].append(leg)
        }
    }
}

extension DrivenRoute {
    /// The line of a stretch, made of the map's own shape points: from the start of the shape segment
    /// that holds its first place to the end of the one that holds its last.
    public func line(of stretch: [RouteLeg]) throws(MapError) -> [Coordinate] {
        var line: [Coordinate] = []
        for leg in stretch {
            let link = try map.link(leg.link.link)
            var shape = Shape()
            try map.appendShape(of: link, to: &shape)
            if leg.link.direction == .backward { shape = Shape(shape.points.reversed()) }
            // A place on a node belongs to the link that was driven.
            let touchesOnly = (leg.to - leg.from).value < 0.01
            let isAtNode = leg.from.value < 0.01 || (link.length.metres - leg.to).value < 0.01
            if touchesOnly && isAtNode && stretch.count > 1 { continue }
            let first = shape.segment(at: leg.from)
            var last = shape.segment(at: leg.to) + 1
            // The end of a segment is not in the next segment.
            if last - 1 > first, shape.distances[last - 1] > leg.to.value - 0.01 { last -= 1 }
            for index in first...last where line.last != shape.points[index] {
                line.append(shape.points[index])
            }
        }
        return line
    }
}
