import Geodesy
import Quantities
import RoadMap
import Routing

/// The fastest route over points in their order. U-turns are permitted only at dead ends, not at points.
struct PointRoute {
    private let points: [RouteFile.Point]
    private let mode: TransportMode
    private var search = RouteSearch(reserved: 4096, capacity: 2 * Self.maximumLinks)

    /// The largest distance between a point and its road.
    private static let radius = Metres(100)
    /// The largest number of links that a search settles from one point to the next.
    private static let maximumLinks = 1_000_000

    init(_ points: [RouteFile.Point], _ mode: TransportMode) {
        self.points = points
        self.mode = mode
    }

    /// A possible place at a point, with the cost (s) and the links of the route to it.
    private struct Arrival {
        var place: LinkPlace
        var cost: Double
        var links: [DirectedLink]
        /// The start of the route.
        let start: LinkPlace
    }

    /// The smallest part of a first or last link, metres. A link of which the route uses less is not part of the
    /// route.
    private static let leastPart = 5.0

    mutating func links(on map: RoadMap) throws(RouteError) -> [DirectedLink] {
        var arrivals = try places(of: points[0], on: map).map {
            Arrival(place: $0, cost: 0, links: [], start: $0)
        }
        for point in points.dropFirst() {
            let targets = try places(of: point, on: map)
            var next: [Arrival] = []
            for arrival in arrivals {
                try reading { () throws(MapError) in
                    try search.run(
                        on: map, from: [arrival.place], targets: targets, cost: .time,
                        limits: SearchLimits(
                            cost: .infinity, settledLinks: Self.maximumLinks, vehicle: mode.vehicles
                        ))
                }
                for target in targets {
                    guard let cost = search.cost(of: target).map({ $0 + arrival.cost }) else {
                        continue
                    }
                    let known = next.firstIndex { $0.place == target }
                    if let known, next[known].cost <= cost { continue }
                    var links: [DirectedLink] = []
                    _ = search.appendLinks(to: target, &links)
                    if links.first == arrival.links.last { links.removeFirst() }
                    let found = Arrival(
                        place: target, cost: cost, links: arrival.links + links,
                        start: arrival.start)
                    if let known { next[known] = found } else { next.append(found) }
                }
            }
            guard !next.isEmpty else {
                throw .input(
                    line: point.line,
                    "no route for a \(mode.rawValue) from the previous point to this point")
            }
            arrivals = next
        }
        guard let best = arrivals.min(by: { $0.cost < $1.cost }) else { return [] }
        return try reading { () throws(MapError) in try trimmed(best, on: map) }
    }

    /// The route without first and last links of which it uses less than ``leastPart``.
    private func trimmed(_ best: Arrival, on map: RoadMap) throws(MapError) -> [DirectedLink] {
        var links = best.links[...]
        let length = try map.link(best.start.link.link).length.metres
        if links.count > 1, (length - best.start.offset).value < Self.leastPart {
            links.removeFirst()
        }
        if links.count > 1, best.place.offset.value < Self.leastPart { links.removeLast() }
        return Array(links)
    }

    private func places(
        of point: RouteFile.Point, on map: RoadMap
    ) throws(RouteError) -> [LinkPlace] {
        let places = try reading { () throws(MapError) in
            try map.nearestPlaces(to: point.place, within: Self.radius) {
                (link, direction) throws(MapError) in
                try mode.mayDrive(link, direction, on: map)
            }
        }
        guard !places.isEmpty else {
            throw .input(
                line: point.line, "the map has no road within \(Int(Self.radius.value)) m")
        }
        return places
    }
}
