import Geodesy
import Quantities
import RoadMap
import Routing

/// A line of several unbroken stretches, such as a drive that left the road in between. The fastest route leads
/// from the end of one stretch to the start of the next.
struct StretchedLine {
    private let stretches: [[RouteFile.Point]]
    private let mode: TransportMode
    private var search = RouteSearch(reserved: 4096, capacity: 2 * Self.mostLinks)

    /// A stretch that starts within this distance of the end before is joined to it.
    private static let joint = Metres(30)
    /// The largest number of links that a search settles from one stretch to the next.
    private static let mostLinks = 1_000_000

    init(_ stretches: [[RouteFile.Point]], _ mode: TransportMode) {
        self.mode = mode
        var joined: [[RouteFile.Point]] = []
        for stretch in stretches {
            if let end = joined.last?.last, let start = stretch.first,
                end.place.distance(to: start.place) <= Self.joint
            {
                joined[joined.count - 1] += stretch
            } else {
                joined.append(stretch)
            }
        }
        self.stretches = joined
    }

    mutating func links(on map: RoadMap) throws(RouteError) -> [DirectedLink] {
        var links: [DirectedLink] = []
        var end: LinkPlace?
        for stretch in stretches {
            let line = try LineMatch(stretch).line(on: map)
            guard let first = line.links.first, let last = line.links.last else { continue }
            if let end {
                let start = LinkPlace(first, offset: line.from)
                guard var route = try route(from: end, to: start, on: map) else {
                    throw .input(
                        line: stretch[0].line,
                        "no route for a \(mode.rawValue) from the end of the previous line to this line"
                    )
                }
                if route.first == links.last { route.removeFirst() }
                links += route
            }
            links += line.links.dropFirst(links.last == first ? 1 : 0)
            end = LinkPlace(last, offset: line.to)
        }
        return links
    }

    private mutating func route(
        from start: LinkPlace, to end: LinkPlace, on map: RoadMap
    ) throws(RouteError) -> [DirectedLink]? {
        try reading { () throws(MapError) in
            try search.run(
                on: map, from: [start], targets: [end], cost: .time,
                limits: SearchLimits(
                    cost: .infinity, settledLinks: Self.mostLinks, vehicle: mode.vehicles))
        }
        var links: [DirectedLink] = []
        return search.appendLinks(to: end, &links) == nil ? nil : links
    }
}
