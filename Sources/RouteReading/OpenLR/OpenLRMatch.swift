import Geodesy
import Quantities
import RoadMap
import Routing

/// Finds a line location on a map: for each point the links that may be meant, and of all ways along them
/// the one whose links, bearings and lengths differ least from what the reference says.
struct OpenLRMatch {
    private let line: OpenLRLine
    private var search = RouteSearch(reserved: 1024, capacity: 65_536)

    /// So far from its place a point may lie, m.
    private static let radius = 100.0
    /// So many links are looked at for each point, the likeliest.
    private static let mostCandidates = 8
    /// So much may the length of a way differ: maps draw the same road in other ways.
    private static func tolerance(_ metres: Double) -> Double { max(0.15 * metres, 30) + 100 }

    /// How far a way may lead, in metres. The map that the reference was made on may know other
    /// restrictions.
    static func limits(_ metres: Double) -> SearchLimits {
        SearchLimits(
            cost: metres, settledLinks: 100_000, forbiddenTurns: .penalised(Self.forbiddenTurn))
    }

    /// What a forbidden turn counts, m.
    private static let forbiddenTurn = 100.0

    init(_ line: OpenLRLine) { self.line = line }

    /// A link that a point may mean. What differs counts as metres.
    private struct Candidate {
        let place: LinkPlace
        let penalty: Double
    }

    /// The best way to a candidate.
    private struct Arrival {
        let place: LinkPlace
        var penalty: Double
        var links: [DirectedLink]
        /// How long the first and the last stretch between two points are, m.
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
                    // Within the interval that is said all lengths are right.
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
                    "OpenLR: no way of the map leads from point \(number) to point \(number + 1) as it"
                        + " says")
            }
            arrivals = next
        }
        guard let best = arrivals.min(by: { $0.penalty < $1.penalty }) else {
            return LinkLine(links: [], from: .zero, to: .zero)
        }
        return try reading { () throws(MapError) in try trimmed(best, on: map) }
    }

    /// Without the links that lie in the offsets or are only touched by an end.
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
        // What is left of the last link in front of the end; it may be less than nothing.
        var end = best.place.offset.value - share(line.negativeOffset) * best.last
        while links.count > 1, end < 2 {
            links.removeLast()
            guard let last = links.last else { break }
            let length = try map.link(last.link).length.metres.value
            end = min(end + length, length)
        }
        return LinkLine(links: Array(links), from: Metres(front), to: Metres(max(end, 0)))
    }

    /// The links that a point may mean, the likeliest first.
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
                "OpenLR: there is no road of the map within \(Int(Self.radius)) m of point"
                    + " \(number + 1) in its direction")
        }
        found.sort { ($0.penalty, $0.place.link) < ($1.penalty, $1.place.link) }
        return Array(found.prefix(Self.mostCandidates))
    }
}
