import Geodesy
import Quantities
import RoadMap
import Routing

/// A line of several unbroken stretches, as of a drive that left the road in between: from the end of one
/// the quickest way leads to the beginning of the next.
struct StretchedLine {
    private let stretches: [[RouteFile.Point]]
    private let mode: TransportMode
    private var search = RouteSearch(reserved: 4096, capacity: 2 * Self.mostLinks)

    /// Stretches that begin so near to where the one before ended are drawn as one line.
    private static let joint = Metres(30)
    /// The most links that are looked at from a stretch to the next.
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
                guard var way = try way(from: end, to: start, on: map) else {
                    throw .input(
                        line: stretch[0].line,
                        "no road leads a \(mode.rawValue) here from the end of the line before")
                }
                if way.first == links.last { way.removeFirst() }
                links += way
            }
            links += line.links.dropFirst(links.last == first ? 1 : 0)
            end = LinkPlace(last, offset: line.to)
        }
        return links
    }

    private mutating func way(
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
