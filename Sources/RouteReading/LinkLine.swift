public import Geodesy
public import Quantities
public import RoadMap

/// Links in driving order, and where on the first and on the last of them a line begins and ends.
public struct LinkLine: Sendable, Hashable {
    /// The links.
    public var links: [DirectedLink]
    /// Where it begins, from where one enters the first link.
    public var from: Metres
    /// Where it ends, from where one enters the last link.
    public var to: Metres

    /// A line of its parts.
    public init(links: [DirectedLink], from: Metres, to: Metres) {
        self.links = links
        self.from = from
        self.to = to
    }

    /// The roads under a line that is drawn in driving direction. What is wrong is told by the number of
    /// the point, counted from 1, as ``RouteError/input(line:_:)``.
    public init(under points: [Coordinate], on map: RoadMap) throws(RouteError) {
        self = try LineMatch(
            points.enumerated().map { RouteFile.Point(place: $1, line: $0 + 1) }
        ).line(on: map)
        // The matcher weighs what it sees along the line; the ends are where they are drawn.
        from = try Self.offset(of: points.first, on: links.first, of: map) ?? from
        to = try Self.offset(of: points.last, on: links.last, of: map) ?? to
    }

    /// The place on a link that is nearest to a point, from where one enters the link.
    private static func offset(
        of point: Coordinate?, on link: DirectedLink?, of map: RoadMap
    ) throws(RouteError) -> Metres? {
        guard let point, let link else { return nil }
        return try reading { () throws(MapError) -> Metres? in
            let record = try map.link(link.link)
            var shape = Shape()
            try map.appendShape(of: record, to: &shape)
            guard let along = shape.nearest(in: LocalFrame(around: point))?.along else {
                return nil
            }
            let length = record.length.metres
            return min(max(link.direction == .forward ? along : length - along, .zero), length)
        }
    }

    /// Where a line location of OpenLR lies on a map.
    public init(_ location: OpenLRLine, on map: RoadMap) throws(RouteError) {
        self = try OpenLRMatch(location).line(on: map)
    }
}
