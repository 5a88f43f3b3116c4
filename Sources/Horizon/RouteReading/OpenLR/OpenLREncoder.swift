import Geodesy
import Quantities
public import RoadMap
import Routing

extension OpenLRLine {
    /// The reference of whole links in driving order: a point where the shortest route leaves them, and at least
    /// one every 15 km. `nil` where the links are not connected, or too far apart for the format.
    public init?(_ links: [DirectedLink], on map: RoadMap) throws(RouteError) {
        guard !links.isEmpty else { return nil }
        var search = RouteSearch(reserved: 1024, capacity: 1 << 20)
        var points: [OpenLRPoint] = []
        var start = 0
        while start < links.count {
            guard
                let next = try reading({ () throws(MapError) in
                    try Self.reach(of: start, in: links, on: map, &search)
                })
            else { return nil }
            points.append(
                try reading { () throws(MapError) in
                    try Self.point(links[start..<next.end], next.length, on: map)
                })
            start = next.end
        }
        points.append(
            try reading { () throws(MapError) in try Self.lastPoint(links[links.count - 1], on: map)
            })
        self.init(points: points)
        guard bytes != nil else { return nil }
    }

    /// The end of the part that is the shortest route from the start of a link along the others.
    private static func reach(
        of start: Int, in links: [DirectedLink], on map: RoadMap, _ search: inout RouteSearch
    ) throws(MapError) -> (end: Int, length: Double)? {
        let longest = OpenLRPoint.longestDistance - 100
        try search.run(
            on: map, from: [LinkPlace(links[start], offset: .zero)],
            limits: OpenLRMatch.limits(longest))
        var length = 0.0
        var best: (end: Int, length: Double)?
        for end in start + 1...links.count {
            length += try map.link(links[end - 1].link).length.metres.value
            guard length <= longest else { break }
            // The route to the next point, or to the end, has to use all links.
            let isEnd = end == links.count
            let place = LinkPlace(
                links[isEnd ? end - 1 : end],
                offset: isEnd ? try map.link(links[end - 1].link).length.metres : .zero)
            var way: [DirectedLink] = []
            guard search.appendLinks(to: place, &way) != nil,
                way == Array(isEnd ? links[start..<end] : links[start...end])
            else { break }
            best = (end, length)
        }
        return best
    }

    private static func point(
        _ links: ArraySlice<DirectedLink>, _ length: Double, on map: RoadMap
    ) throws(MapError) -> OpenLRPoint {
        let first = links[links.startIndex]
        let link = try map.link(first.link)
        var shape = Shape()
        try map.appendShape(of: link, to: &shape)
        let road = try OpenLRRoad(link, on: map)
        var lowest: UInt8 = 0
        for link in links {
            lowest = max(lowest, try OpenLRRoad(try map.link(link.link), on: map).roadClass)
        }
        let bearing = OpenLRRoad.bearing(of: shape, first.direction, at: 0, isBack: false)
        return OpenLRPoint(
            place: try map.node(link.entry(first.direction)).place, roadClass: road.roadClass,
            formOfWay: road.formOfWay, bearingSector: UInt8(Int(bearing / 11.25) % 32),
            lowestClass: lowest,
            distance: UInt8(min(length * 256 / OpenLRPoint.longestDistance, 255)))
    }

    private static func lastPoint(
        _ last: DirectedLink, on map: RoadMap
    ) throws(MapError) -> OpenLRPoint {
        let link = try map.link(last.link)
        var shape = Shape()
        try map.appendShape(of: link, to: &shape)
        let road = try OpenLRRoad(link, on: map)
        let bearing = OpenLRRoad.bearing(
            of: shape, last.direction, at: link.length.metres.value, isBack: true)
        return OpenLRPoint(
            place: try map.node(link.exit(last.direction)).place, roadClass: road.roadClass,
            formOfWay: road.formOfWay, bearingSector: UInt8(Int(bearing / 11.25) % 32))
    }
}
