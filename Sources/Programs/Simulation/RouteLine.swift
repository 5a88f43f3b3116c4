import Geodesy
import Quantities
import RoadMap
import Routing

/// A route as one line, with the limits and turns that a driver sees.
struct RouteLine {
    /// A stretch of it, one link.
    struct Stretch {
        /// Its start on the line, metres.
        var start: Double
        /// The speed limit, or the usual speed where the limit is unknown.
        var speed: MetresPerSecond
        /// Whether the driver gives way at its end.
        var givesWay = false
        /// The turn at its end, clockwise; `nil` where no other roads meet there.
        var turn: Degrees?
    }

    private(set) var shape = Shape()
    private(set) var stretches: [Stretch] = []
    /// The tunnels, metres.
    private(set) var tunnels: [ClosedRange<Double>] = []

    var length: Double { shape.length.value }

    init(_ route: Route, on map: RoadMap) throws(MapError) {
        var ranks: [Int] = []
        for (number, directed) in route.links.enumerated() {
            let link = try map.link(directed.link)
            let first = number == 0 ? route.startOffset : .zero
            let isLast = number == route.links.count - 1
            let last = isLast ? route.endOffset : link.length.metres
            let start = length
            stretches.append(
                Stretch(
                    start: start,
                    speed: try TravelCost.permittedSpeed(
                        of: link, directed.direction, on: map)))
            try append(link, directed.direction, from: first, to: last, on: map)
            ranks.append(try Self.rank(of: link, on: map))
            try map.forEachAttribute(of: link) { (attribute) throws(MapError) in
                guard attribute.kind == .tunnel, attribute.value == 1 else { return }
                let ends = [attribute.from.metres, min(attribute.to, link.length).metres].map {
                    directed.direction == .forward ? $0 : link.length.metres - $0
                }
                let low = max(min(ends[0], ends[1]), first) - first
                let high = min(max(ends[0], ends[1]), last) - first
                guard low < high else { return }
                tunnels.append(start + low.value...start + high.value)
            }
        }
        for number in stretches.indices.dropLast() {
            stretches[number].givesWay = try givesWay(route, number, ranks, on: map)
            guard try !leaving(route.links[number], on: map).isEmpty else { continue }
            let end = stretches[number + 1].start
            stretches[number].turn = bearing(at: end + Self.turnReach)
                .turn(from: bearing(at: end - Self.turnReach))
        }
    }

    /// The distance before and after a junction over which the bearing is measured, m.
    private static let turnReach = 9.0

    private mutating func append(
        _ link: Link, _ direction: Direction, from first: Metres, to last: Metres, on map: RoadMap
    ) throws(MapError) {
        var own = Shape()
        try map.appendShape(of: link, to: &own)
        if direction == .backward { own = Shape(own.points.reversed()) }
        for (index, distance) in own.distances.enumerated() {
            if distance <= first.value {
                continue
            }
            if shape.count == 0 { shape.append(own.place(at: first)) }
            if distance >= last.value {
                shape.append(own.place(at: last))
                return
            }
            shape.append(own.points[index])
        }
    }

    private static func rank(of link: Link, on map: RoadMap) throws(MapError) -> Int {
        var rank = 6
        try map.forEachAttribute(of: link) { (attribute) throws(MapError) in
            if attribute.kind == .functionalRoadClass { rank = Int(min(attribute.value, 6)) }
        }
        return rank
    }

    /// Whether a road that crosses the route is more important than the one that the route comes
    /// from.
    private func givesWay(
        _ route: Route, _ number: Int, _ ranks: [Int], on map: RoadMap
    ) throws(MapError) -> Bool {
        for exit in try leaving(route.links[number], on: map) {
            guard try Self.rank(of: try map.link(exit.link), on: map) < ranks[number] else {
                continue
            }
            return true
        }
        return false
    }

    /// The other roads at the end of a link; none where only one other link continues it.
    private func leaving(
        _ arriving: DirectedLink, on map: RoadMap
    ) throws(MapError) -> [DirectedLink] {
        let node = try map.node(try map.link(arriving.link).exit(arriving.direction))
        var leaving: [DirectedLink] = []
        try map.forEachLink(leaving: node) { (exit) throws(MapError) in leaving.append(exit) }
        return leaving.count > 2 ? leaving.filter { $0 != arriving.reversed } : []
    }

    /// The stretch at a distance.
    func stretch(at distance: Double) -> Stretch {
        var low = 0
        var high = stretches.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if stretches[middle].start <= distance { low = middle } else { high = middle }
        }
        return stretches[low]
    }

    /// The bearing of the line, over ``reach`` metres to both sides, so that a corner is a bend.
    func bearing(at distance: Double) -> Degrees {
        let from = shape.place(at: Metres(max(distance - Self.reach, 0)))
        let to = shape.place(at: Metres(min(distance + Self.reach, length)))
        return LocalFrame(around: from).project(to).bearing
    }

    private static let reach = 7.0

    func isInTunnel(_ distance: Double) -> Bool { tunnels.contains { $0.contains(distance) } }
}
