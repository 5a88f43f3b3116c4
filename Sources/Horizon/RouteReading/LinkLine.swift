public import Geodesy
public import Quantities
public import RoadMap

/// A line along the map: links in driving order, its start on the first and its end on the last link.
public struct LinkLine: Sendable, Hashable {
    /// The links.
    public var links: [DirectedLink]
    /// The start, from the node where the first link is entered.
    public var from: Metres
    /// The end, from the node where the last link is entered.
    public var to: Metres

    /// A line of its parts.
    public init(links: [DirectedLink], from: Metres, to: Metres) {
        self.links = links
        self.from = from
        self.to = to
    }

    /// The roads under a line in driving direction. Errors name the point by its number, counted from 1, as
    /// ``RouteError/input(line:_:)``.
    public init(under points: [Coordinate], on map: RoadMap) throws(RouteError) {
        self = try LineMatch(
            points.enumerated().map { RouteFile.Point(place: $1, line: $0 + 1) }
        ).line(on: map)
        // The matcher places the ends by probability; the line ends at its own points.
        from = try Self.offset(of: points.first, on: links.first, of: map) ?? from
        to = try Self.offset(of: points.last, on: links.last, of: map) ?? to
    }

    /// The offset of the nearest place on a link, from the node where the link is entered.
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

    /// The line on a map of an OpenLR line location.
    public init(_ location: OpenLRLine, on map: RoadMap) throws(RouteError) {
        self = try OpenLRMatch(location).line(on: map)
    }
}
