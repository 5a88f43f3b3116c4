import Geodesy
import Quantities
public import RoadMap
public import Routing

extension RouteFile {
    /// The links of the route on a map, in driving order; none for an empty file. It reads blocks of the map from
    /// storage; for a list of ways it reads the whole map.
    public func links(
        on map: RoadMap, for mode: TransportMode
    ) throws(RouteError) -> [DirectedLink] {
        let links: [DirectedLink]
        switch self {
        case .ways([]): return []
        case .line(let stretches):
            var line = StretchedLine(stretches, mode)
            links = try line.links(on: map)
        case .points(let points):
            var route = PointRoute(points, mode)
            links = try route.links(on: map)
        case .ways(let entries): links = try WayRoute(entries, on: map).links()
        case .openLR(let line): links = try OpenLRMatch(line).line(on: map).links
        }
        try Self.check(links, on: map, for: mode)
        return links
    }

    /// Refuses a route over roads that are closed to the vehicle.
    private static func check(
        _ links: [DirectedLink], on map: RoadMap, for mode: TransportMode
    ) throws(RouteError) {
        for link in links {
            let record = try reading { () throws(MapError) in try map.link(link.link) }
            if try reading({ () throws(MapError) in
                try mode.mayDrive(record, link.direction, on: map)
            }) {
                continue
            }
            throw .route(
                "way \(record.way) is closed to a \(mode.rawValue) in the direction"
                    + (link.direction == .forward ? " forward" : " backward"))
        }
    }
}
