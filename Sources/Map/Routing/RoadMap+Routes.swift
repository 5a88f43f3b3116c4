public import Geodesy
public import Quantities
public import RoadMap

extension RoadMap {
    /// The cheapest route from one of some places to one of others; `nil` where there is none within the
    /// limits. It allocates memory; for repeated searches keep a ``RouteSearch``.
    public func shortestRoute(
        from starts: [LinkPlace],
        to ends: [LinkPlace],
        cost: TravelCost = .time,
        limits: SearchLimits = SearchLimits(cost: .infinity, settledLinks: 4_000_000)
    ) throws(MapError) -> Route? {
        var search = RouteSearch(reserved: 1024, capacity: 2 * limits.settledLinks)
        try search.run(
            on: self,
            from: starts,
            targets: ends,
            cost: cost,
            limits: limits
        )
        var best: LinkPlace?
        var least = Double.infinity
        for end in ends {
            guard let cost = search.cost(of: end), cost < least else { continue }
            least = cost
            best = end
        }
        return best.flatMap { search.route(to: $0) }
    }

    /// The places on the link nearest to a coordinate, one for each permitted direction; empty where no link
    /// is within the radius. Directions that `mayDrive` refuses do not count.
    public func nearestPlaces(
        to coordinate: Coordinate,
        within radius: Metres,
        where mayDrive: (Link, Direction) throws(MapError) -> Bool = { _, _ in true }
    ) throws(MapError) -> [LinkPlace] {
        let frame = LocalFrame(around: coordinate)
        var shape = Shape()
        var nearest: (link: Link, along: Metres, directions: [Direction])?
        var least = radius.value * radius.value
        try forEachLink(in: frame.box(radius: radius)) { (link) throws(MapError) in
            guard !link.directions.isEmpty else { return }
            shape.removeAll()
            try appendShape(of: link, to: &shape)
            guard let projection = shape.nearest(in: frame), projection.distanceSquared <= least
            else { return }
            var directions: [Direction] = []
            for direction in Direction.allCases where link.directions.contains(direction) {
                if try mayDrive(link, direction) { directions.append(direction) }
            }
            guard !directions.isEmpty else { return }
            least = projection.distanceSquared
            nearest = (link, projection.along, directions)
        }
        guard let nearest else { return [] }
        var places: [LinkPlace] = []
        for direction in nearest.directions {
            let length = nearest.link.length.metres
            let offset = direction == .forward ? nearest.along : length - nearest.along
            places.append(
                LinkPlace(
                    DirectedLink(nearest.link.reference, direction),
                    offset: min(max(offset, .zero), length)
                )
            )
        }
        return places
    }
}
