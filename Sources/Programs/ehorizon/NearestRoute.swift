import Geodesy
import Quantities
import RoadMap
import Routing
import TextFiles

/// The quickest route between the roads nearest to two positions from and to which one leads: a nearer road that
/// cannot be left, or not be reached, is passed over.
struct NearestRoute {
    /// The route.
    let route: Route
    /// How far its start and its end are from the positions.
    let distances: (start: Metres, end: Metres)

    /// A road near a position, with its permitted directions.
    private struct Candidate {
        let places: [LinkPlace]
        let distance: Metres
    }

    private static let radius = Metres(200)
    /// So many roads near a position are tried.
    private static let mostCandidates = 32

    /// Searches a route. Throws where no road is near a position, or no route leads from any near one to any other.
    init(from start: PlaceArgument, to end: PlaceArgument, on map: RoadMap, named name: String)
        throws
    {
        let starts = try Self.candidates(near: start, on: map, flag: "--from")
        let ends = try Self.candidates(near: end, on: map, flag: "--to")
        func search(_ starts: some Sequence<Candidate>, _ ends: some Sequence<Candidate>) throws
            -> Route?
        {
            try map.shortestRoute(from: starts.flatMap(\.places), to: ends.flatMap(\.places))
        }
        var count = 1
        while try search(starts.prefix(count), ends.prefix(count)) == nil {
            guard count < max(starts.count, ends.count) else {
                throw Failure("\(name): no road leads from \(start) to \(end)")
            }
            count *= 2
        }
        // The last of the fewest that are enough is one from which a route leads.
        let near =
            try (1...min(count, starts.count)).first {
                try search(starts.prefix($0), ends.prefix(count)) != nil
            } ?? starts.count
        let last = starts[near - 1]
        let far = try (1...min(count, ends.count)).first {
            try search([last], ends.prefix($0)) != nil
        }
        guard let far, let found = try search([last], [ends[far - 1]]) else {
            throw Failure("\(name): no road leads from \(start) to \(end)")
        }
        route = found
        distances = (last.distance, ends[far - 1].distance)
    }

    /// The roads near a position, the nearest one first.
    private static func candidates(
        near place: PlaceArgument, on map: RoadMap, flag: String
    ) throws -> [Candidate] {
        let frame = LocalFrame(around: place.coordinate)
        var found: [Candidate] = []
        var taken: Set<LinkReference> = []
        var shape = Shape()
        while found.count < mostCandidates {
            let places = try map.nearestPlaces(to: place.coordinate, within: radius) { (link, _) in
                !taken.contains(link.reference)
            }
            guard let link = places.first?.link.link else { break }
            taken.insert(link)
            shape.removeAll()
            try map.appendShape(of: try map.link(link), to: &shape)
            let distance = shape.nearest(in: frame).map { $0.distanceSquared.squareRoot() } ?? 0
            found.append(Candidate(places: places, distance: Metres(distance)))
        }
        guard !found.isEmpty else {
            throw Failure(
                "\(flag) \(place): no road within \(Int(radius.value)) m"
                    + map.header.bounds.remark(about: place.coordinate))
        }
        return found
    }
}
