import Geodesy
import Quantities
import RoadMap
import Routing

/// Finds a line location on a map: the candidate links of each point, and of all routes over candidates the one
/// whose links, bearings and lengths differ least from the reference.
struct OpenLRMatch {
    private let line: OpenLRLine
    private var search = RouteSearch(reserved: 1024, capacity: 65_536)

    /// The longest distance between a point and its link, metres.
    private static let radius = 100.0
    /// The largest number of candidates of a point.
    private static let mostCandidates = 8
    /// The largest difference between the length of a route and the reference: maps differ in the lines of roads.
    private static func tolerance(_ metres: Double) -> Double { max(0.15 * metres, 30) + 100 }

    /// The limits of a search for a route, metres. The map of the reference may have other restrictions.
    static func limits(_ metres: Double) -> SearchLimits {
        SearchLimits(
            cost: metres, settledLinks: 100_000, forbiddenTurns: .penalised(Self.forbiddenTurn))
    }

    /// The cost of a forbidden turn, metres.
    private static let forbiddenTurn = 100.0

    init(_ line: OpenLRLine) { self.line = line }

    /// A candidate link of a point. Differences from the reference count as metres.
    private struct Candidate {
        let place: LinkPlace
        let penalty: Double
    }

    /// The best route to a candidate.
    private struct Arrival {
        let place: LinkPlace
        var penalty: Double
        var links: [DirectedLink]
        /// The lengths of the first and the last part between two points, metres.
        var first: Double
        var last: Double
        var start: LinkPlace
    }

    func line(on map: RoadMap) throws(RouteError) -> LinkLine {
        var copy = self
        return try copy.find(on: map)
    }

    private mutating func find(on map: RoadMap) throws(RouteError) -> LinkLine {
        var arrivals = try candidates(0, on: map).map {
            Arrival(
                place: $0.place, penalty: $0.penalty, links: [], first: 0, last: 0,
                start: $0.place)
        }
        for number in line.points.indices.dropFirst() {
            let candidates = try candidates(number, on: map)
            let wanted = line.points[number - 1].metresToNext
            let tolerance = Self.tolerance(wanted)
            var next: [Arrival] = []
            for candidate in candidates {
                var best: Arrival?
                for arrival in arrivals {
                    try reading { () throws(MapError) in
                        try search.run(
                            on: map, from: [arrival.place], targets: [candidate.place],
                            limits: Self.limits(wanted + tolerance))
                    }
                    guard let length = search.reach(of: candidate.place)?.length.value,
                        abs(length - wanted) <= tolerance
                    else { continue }
                    // Within the interval of the reference all lengths are equal.
                    let excess = max(abs(length - wanted) - OpenLRPoint.interval / 2, 0)
                    let penalty = arrival.penalty + candidate.penalty + excess / 2
                    if let best, best.penalty <= penalty { continue }
                    var found = arrival
                    var way: [DirectedLink] = []
                    _ = search.appendLinks(to: candidate.place, &way)
                    if way.first == arrival.links.last { way.removeFirst() }
                    found.links += way
                    found.penalty = penalty
                    if number == 1 { found.first = length }
                    found.last = length
                    best = Arrival(
                        place: candidate.place, penalty: penalty, links: found.links,
                        first: found.first, last: length, start: arrival.start)
                }
                if let best { next.append(best) }
            }
            guard !next.isEmpty else {
                throw .route(
                    "OpenLR: the map has no route of the given length from point \(number) to point"
                        + " \(number + 1)")
            }
            arrivals = next
        }
        guard let best = arrivals.min(by: { $0.penalty < $1.penalty }) else {
            return LinkLine(links: [], from: .zero, to: .zero)
        }
        return try reading { () throws(MapError) in try trimmed(best, on: map) }
    }

    /// The line without links that lie in the offsets or that an end only touches.
    private func trimmed(_ best: Arrival, on map: RoadMap) throws(MapError) -> LinkLine {
        func share(_ offset: UInt8?) -> Double { offset.map { (Double($0) + 0.5) / 256 } ?? 0 }
        var links = best.links[...]
        var front = best.start.offset.value + share(line.positiveOffset) * best.first
        while links.count > 1, let first = links.first {
            let length = try map.link(first.link).length.metres.value
            guard front > length - 2 else { break }
            front = max(front - length, 0)
            links.removeFirst()
        }
        // The end on the last link; it may be negative.
        var end = best.place.offset.value - share(line.negativeOffset) * best.last
        while links.count > 1, end < 2 {
            links.removeLast()
            guard let last = links.last else { break }
            let length = try map.link(last.link).length.metres.value
            end = min(end + length, length)
        }
        return LinkLine(links: Array(links), from: Metres(front), to: Metres(max(end, 0)))
    }

    /// The candidates of a point, the most likely first.
    private func candidates(
        _ number: Int, on map: RoadMap
    ) throws(RouteError) -> [Candidate] {
        let point = line.points[number]
        let isLast = number == line.points.count - 1
        let frame = LocalFrame(around: point.place)
        var found: [Candidate] = []
        try reading { () throws(MapError) in
            var shape = Shape()
            try map.forEachLink(in: frame.box(radius: Metres(Self.radius))) {
                (link) throws(MapError) in
                shape.removeAll()
                try map.appendShape(of: link, to: &shape)
                guard let nearest = shape.nearest(in: frame),
                    nearest.distanceSquared <= Self.radius * Self.radius
                else { return }
                let road = try OpenLRRoad(link, on: map)
                for direction in Direction.allCases where link.directions.contains(direction) {
                    let length = link.length.metres.value
                    let along = nearest.along.value
                    let offset = direction == .forward ? along : max(length - along, 0)
                    let place = LinkPlace(
                        DirectedLink(link.reference, direction), offset: Metres(offset))
                    let bearing = OpenLRRoad.bearing(
                        of: shape, direction, at: offset, isBack: isLast)
                    let turn = abs(
                        (bearing - point.bearing + 540).truncatingRemainder(dividingBy: 360) - 180)
                    guard turn <= 60 else { continue }
                    found.append(
                        Candidate(
                            place: place,
                            penalty: nearest.distanceSquared.squareRoot() + turn
                                + road.difference(from: point)))
                }
            }
        }
        guard !found.isEmpty else {
            throw .route(
                "OpenLR: the map has no road within \(Int(Self.radius)) m of point"
                    + " \(number + 1) in its direction")
        }
        found.sort { ($0.penalty, $0.place.link) < ($1.penalty, $1.place.link) }
        return Array(found.prefix(Self.mostCandidates))
    }
}
