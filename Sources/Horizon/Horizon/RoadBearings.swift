import Geodesy
import Quantities
import RoadMap

/// Reads the bearings of links at their ends.
struct RoadBearings {
    private let map: RoadMap
    /// Memory for the points of a link.
    private var points: [Coordinate] = []
    /// The length over which bearings are taken, so that the kink of the last metre does not count.
    private static var length: Metres { Metres(12) }

    init(map: RoadMap) {
        self.map = map
        points.reserveCapacity(1024)
    }

    /// The bearing of a link at its far end.
    mutating func arrival(of link: Link, _ direction: Direction) throws(MapError) -> Degrees {
        try bearing(of: link, direction, atEntry: false)
    }

    /// The bearing of a link at its entry.
    mutating func departure(of link: Link, _ direction: Direction) throws(MapError) -> Degrees {
        try bearing(of: link, direction, atEntry: true)
    }

    private mutating func bearing(
        of link: Link, _ direction: Direction, atEntry: Bool
    ) throws(MapError) -> Degrees {
        var end = LineEnd(Self.length)
        if atEntry == (direction == .forward) {
            try map.forEachPoint(of: link) { end.take($0) }
        } else {
            points.removeAll(keepingCapacity: true)
            try map.forEachPoint(of: link) { point in
                points.append(point)
                return true
            }
            for point in points.reversed() {
                guard end.take(point) else { break }
            }
        }
        return atEntry ? end.bearing : end.bearing.reversed
    }
}
